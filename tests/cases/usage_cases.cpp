// Programs as users write them: pricing, interpolation, integration, with the enums, classes,
// ranges and iterators that come with them.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "numeric.h"

namespace {

// ---- options: an enum in a struct decides -------------------------------------------------------

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
enum class OptionType { call, put };
struct Market {
  double spot, rate, dividend, volatility;
};
struct Contract {
  OptionType type;
  double strike, expiry;
};
class BlackScholes {
 public:
  explicit BlackScholes(const Market& m) : m_(m) {}
  [[nodiscard]] double price(const Contract& c) const {
    if (c.expiry <= 0) return intrinsic(c.type, m_.spot, c.strike);
    const double deviation = m_.volatility * std::sqrt(c.expiry);
    const double drift = m_.rate - m_.dividend + 0.5 * m_.volatility * m_.volatility;
    const double d1 = (std::log(m_.spot / c.strike) + drift * c.expiry) / deviation;
    const double d2 = d1 - deviation;
    const double forward = m_.spot * std::exp(-m_.dividend * c.expiry);
    const double strike = c.strike * std::exp(-m_.rate * c.expiry);
    switch (c.type) {
      case OptionType::call:
        return forward * normal_cdf(d1) - strike * normal_cdf(d2);
      case OptionType::put:
        return strike * normal_cdf(-d2) - forward * normal_cdf(-d1);
    }
    throw std::logic_error("no such option");
  }

 private:
  static double intrinsic(OptionType t, double s, double k) {
    return t == OptionType::call ? std::max(s - k, 0.0) : std::max(k - s, 0.0);
  }
  Market m_;
};
double binomial(double s, double k, double r, double v, int n, OptionType type) {
  const double dt = 1.0 / n, up = std::exp(v * std::sqrt(dt)), down = 1 / up;
  const double p = (std::exp(r * dt) - down) / (up - down), discount = std::exp(-r * dt);
  const auto payoff = [&](double x) { return type == OptionType::put ? k - x : x - k; };
  std::vector<double> value(n + 1);
  for (int i = 0; i <= n; ++i) value[i] = std::max(payoff(s * std::pow(up, n - 2 * i)), 0.0);
  for (int step = n - 1; step >= 0; --step)
    for (int i = 0; i <= step; ++i) {
      const double kept = discount * (p * value[i] + (1 - p) * value[i + 1]);
      value[i] = std::max(kept, payoff(s * std::pow(up, step - 2 * i)));
    }
  return value[0];
}

void options() {
  NUMBERS("a put", ([](double s, double r, double v, double t) {
            return BlackScholes(Market{s, r, 0.01, v}).price({OptionType::put, 100, t});
          }),
          95.0, 0.03, 0.2, 1.5);
  for (const OptionType type : {OptionType::call, OptionType::put}) {
    const Contract c{type, 100, 1};
    NUMBERS("a captured contract",
            ([c](double s, double r, double v) { return BlackScholes({s, r, 0, v}).price(c); }),
            95.0, 0.03, 0.2);
    NUMBERS("a captured enum", ([type](double s, double v) {
              return type == OptionType::put ? s * v * v : s - v * s;
            }),
            95.0, 0.2);
    NUMBERS("a binomial tree",
            ([type](double s, double r, double v) { return binomial(s, 100, r, v, 20, type); }),
            95.0, 0.03, 0.2);
  }
}

// ---- enums at the boundary ----------------------------------------------------------------------

enum class Kind : unsigned char { square, plain };
enum Old { old_one, old_two };
struct Term {
  Kind kind;
  double x;
  Old old;
};

void enums() {
  const auto direct = [](double x, Kind k, Old o) {
    return (k == Kind::square ? x * x : x) * (o + 1);
  };
  cases::check("an enum argument", tlaloc::grad(direct)(3.0, Kind::square, old_two), 12);
  cases::check("an enum argument", tlaloc::grad<0>(direct)(3.0, Kind::plain, old_one), 1);
  cases::check("an enum argument, forward", tlaloc::jvp(direct)(3.0, Kind::square, old_one, 2.0),
               12);
  const auto term = [](const Term& t) {
    return t.kind == Kind::square ? t.x * t.x : t.old == old_one ? t.x : 2 * t.x;
  };
  const auto g = tlaloc::grad(term)(Term{Kind::square, 3, old_two});
  cases::check("an enum member", g.x, 6);
  cases::check("an enum member is copied", g.old + 10 * int(g.kind), 1);
  const auto [value, gradient] = tlaloc::value_and_grad(term)(Term{Kind::plain, 3, old_two});
  cases::check("an enum member's side", value, 6);
  cases::check("an enum member's side", gradient.x, 2);
  cases::check("an enum member, forward",
               tlaloc::jvp(term)({Kind::plain, 3, old_two}, {Kind::plain, 1, old_one}), 2);
  const auto all = [](const std::vector<Term>& terms) {
    double s = 0;
    for (const auto& [kind, x, old] : terms) s += kind == Kind::square ? x * x * (old + 1) : x;
    return s;
  };
  const auto rows = tlaloc::grad(all)(
      {{Kind::square, 3, old_two}, {Kind::plain, 4, old_one}, {Kind::square, 1, old_one}});
  cases::check("enums of rows", rows[0].x, 12);
  cases::check("enums of rows", rows[1].x, 1);
  cases::check("enums of rows", rows[2].x, 2);
  cases::check("enums of rows are copied", int(rows[1].kind) + 10 * rows[0].old, 11);
}

// ---- interpolation by binary search -------------------------------------------------------------

struct Curve {
  std::vector<double> times, values;
  double operator()(double t) const {
    const auto it = std::lower_bound(times.begin(), times.end(), t);
    if (it == times.end()) return values.back();
    if (it == times.begin()) return values.front();
    const std::size_t i = it - times.begin();
    const double w = (t - times[i - 1]) / (times[i] - times[i - 1]);
    return std::exp((1 - w) * std::log(values[i - 1]) + w * std::log(values[i]));
  }
};

// ---- a state that is an array with operators, and ranges of one's own ---------------------------

template <std::size_t N>
struct State : std::array<double, N> {
  friend State operator+(State a, const State& b) {
    for (std::size_t i = 0; i < N; ++i) a[i] += b[i];
    return a;
  }
  friend State operator*(double s, State a) {
    for (double& x : a) x *= s;
    return a;
  }
};
template <class Y, class F>
Y runge_kutta(const F& f, const Y& y, double t, double h) {
  const Y k1 = f(t, y), k2 = f(t + h / 2, y + (h / 2) * k1), k3 = f(t + h / 2, y + (h / 2) * k2),
          k4 = f(t + h, y + h * k3);
  return y + (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
}

struct Count {
  struct Iterator {
    int at;
    int operator*() const { return at; }
    Iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator!=(const Iterator& o) const { return at != o.at; }
  };
  int n;
  Iterator begin() const { return {0}; }
  Iterator end() const { return {n}; }
};
class Samples {
 public:
  explicit Samples(const std::vector<double>& x) : x_(x) {}
  auto begin() const { return x_.begin() + 1; }
  auto end() const { return x_.end(); }

 private:
  std::vector<double> x_;
};

void ranges() {
  VECTOR("a curve", ([](const std::vector<double>& d) {
           const Curve c{{1, 2, 3, 4, 5}, d};
           return c(2.5) + c(4.2) * c(0.5) + c(7);
         }),
         0.98, 0.95, 0.92, 0.9, 0.87);
  NUMBERS("a class that is an array", ([](double mu, double x) {
            State<2> y{{{x, 0}}};
            const auto f = [mu](double, const State<2>& s) {
              return State<2>{{{s[1], mu * (1 - s[0] * s[0]) * s[1] - s[0]}}};
            };
            for (int i = 0; i < 50; ++i) y = runge_kutta(f, y, i * 0.02, 0.02);
            return y[0] * y[1];
          }),
          1.3, 0.5);
  NUMBERS("an iterator of one's own", ([](double x) {
            double s = 0, p = x;
            for (const int i : Count{9}) s += (p *= x) / (i + 1);
            return s;
          }),
          0.7);
  NUMBERS("an iterator of one's own, left early", ([](double x) {
            double s = 0, p = x;
            for (const int i : Count{9}) {
              if (i == 2) continue;
              if (s > 0.6) return s * p;
              s += (p *= x) / (i + 1);
            }
            return s;
          }),
          0.7);
  VECTOR("a class that hands out a vector's iterators", ([](const std::vector<double>& v) {
           double s = 0;
           for (const double x : Samples(v)) {
             if (x < 0) break;
             s += x * x * v[0];
           }
           for (const double x : Samples(v)) s += x;
           return s;
         }),
         3, 1, 2, -1, 0.5, 2);
}

// ---- a base that knows its derived class (CRTP) -------------------------------------------------

template <class Model>
struct Sloped {
  [[nodiscard]] double slope_at(double x) const {
    const double h = 0.5;
    return (self().value(x + h) - static_cast<const Model*>(this)->value(x)) / h;
  }
  void shift(double by) { static_cast<Model&>(*this).level += by; }

 private:
  [[nodiscard]] const Model& self() const { return static_cast<const Model&>(*this); }
};
struct Named {
  int id = 7;
};
struct Cubic : Named, Sloped<Cubic> {
  double level = 0, a = 1;
  [[nodiscard]] double value(double x) const { return level * x + a * x * x * x; }
};

void derived() {
  NUMBERS("the curiously recurring template", ([](double x, double a) {
            Cubic c;
            c.a = a;
            c.shift(x * a);
            c.shift(a);
            return c.slope_at(x) * c.id;
          }),
          0.7, 1.3);
  const Cubic captured{{}, {}, 0.5, 2};
  NUMBERS("a captured object of the kind", ([&captured](double x) { return captured.slope_at(x); }),
          0.7);
}

// ---- settings: structs in which nothing moves are no argument to differentiate by ---------------

enum class Scheme { euler, midpoint };
struct Switches {
  int steps;
  bool damped;
};
struct Settings {
  Switches switches;
  std::array<int, 2> weights;
  Scheme scheme;
  std::string name;
};
struct Empty {};
struct Mixed {
  Switches switches;
  double w;
};
static_assert(!tlaloc::is_differentiable<Settings> && !tlaloc::is_differentiable<Empty>);
static_assert(!tlaloc::is_differentiable<std::vector<Switches>>);
static_assert(tlaloc::is_differentiable<Mixed>);

void settings() {
  using namespace tlaloc;
  using cases::check;
  const auto f = [](double x, Switches s) { return s.damped ? x * x * s.steps : x; };
  const Switches three{3, true};
  const double slope = grad(f)(2.0, three);
  check("settings are skipped, grad", slope, 12);
  check("settings are skipped, value", value_and_grad(f)(2.0, three).second, 12);
  check("settings are skipped, jvp", jvp(f)(2.0, three, 1.0), 12);
  check("settings are skipped, vjp", vjp(f)(2.0, three, 1.0), 12);
  const auto deep = [](Empty, const Settings& s, double x) {
    return s.scheme == Scheme::midpoint ? x * x * s.weights[1] * s.switches.steps : x;
  };
  const Settings all{three, {1, 5}, Scheme::midpoint, "name"};
  check("nested settings, grad", grad(deep)(Empty{}, all, 2.0), 60);
  check("nested settings, hessian", hessian(deep)(Empty{}, all, 2.0), 30);
  const auto mixed = [](Mixed m, const std::vector<Switches>& s) {
    return m.w * m.w * m.switches.steps * s[1].steps;
  };
  const Mixed g = grad(mixed)(Mixed{three, 2}, {{1, true}, {7, false}});
  check("settings in a model", g.w, 84);
  check("settings in a model are copied", g.switches.steps, 3);
  const auto lanes = vmap<Any>(grad(f), batched, shared)(Vector<double>{1, 2}, three);
  check("settings are shared by lanes", lanes(1), 12);
}

// ---- names and texts ---------------------------------------------------------------------------

struct Oscillator {
  double w, g;
};

void names_and_texts() {
  using namespace tlaloc;
  using cases::check;
  // A tangent of `o` may not be called `do`, nor may two tangents share a name.
  const auto energy = [](const Oscillator& o, double x) { return o.w * o.w * x * x + o.g * x; };
  check("an argument named o", jvp(energy)({2, 3}, 5.0, {1, 10}, 100.0),
        2 * 2 * 25 + 10 * 5 + (2 * 4 * 5 + 3) * 100);
  const auto [h, by_x] = hvp(energy)({2, 3}, 5.0, {1, 10}, 100.0);
  check("an argument named o, hvp", h.w, 2 * 25 + 4 * 2 * 5 * 100);
  check("an argument named o, hvp", by_x, 4 * 2 * 5 * 1 + 10 + 2 * 4 * 100);
  const auto taken = [](double x, double dx, double x_) { return x * dx * x_; };
  check("tangents' names", jvp(taken)(2.0, 3.0, 5.0, 1.0, 10.0, 100.0), 15 + 100 + 600);
  // A text takes no part and needs no member to hide in.
  const auto named = [](double x, const std::string& what, std::string_view) {
    const std::string& same = what;
    (void)same;
    return x * x;
  };
  check("a text beside a number", grad(named)(3.0, "abc", "d"), 6);
  check("a text beside a number, hessian", hessian(named)(3.0, "abc", "d"), 2);
  const auto lanes =
      vmap<Any>(grad(named), batched, shared, shared)(Vector<double>{1, 2}, "a", "b");
  check("a text shared by lanes", lanes(1), 4);
}

}  // namespace

int main() {
  settings();
  names_and_texts();
  derived();
  options();
  enums();
  ranges();
  return cases::summary("usage");
}
