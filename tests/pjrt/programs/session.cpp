// A session has the signature of what it compiles, and gives what the native code gives: a nested
// model with an integer member, captures of both kinds, an integer argument, two sets of sizes in
// turn; wrong sizes are refused before the plugin sees them. Argument: the plugin's path.
#include <tlaloc/tlaloc.h>

#include <cassert>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

using Batch = Axis<"batch">;
using Pixel = Axis<"pixel", 6>;
using Hidden = Axis<"hidden", 4>;
using Digit = Axis<"digit", 3>;

template <class In, class Out>
struct Dense {
  Tensor<float, In, Out> w;
  Tensor<float, Out> b;
};
struct Model {
  Dense<Pixel, Hidden> l1;
  Dense<Hidden, Digit> l2;
  int version = 7;
};

// Equal up to roundings of the largest element.
template <class X>
void same(const char* what, const X& got, const X& want) {
  double most = 1e-30, apart = 0;
  for (std::size_t i = 0; i < want.span().size(); ++i) {
    most = std::fmax(most, std::fabs(want.span()[i]));
    apart = std::fmax(apart, std::fabs(got.span()[i] - want.span()[i]));
  }
  check(what, apart / most, 0, 1e-5);
}

void models(const Session& session) {
  const float scale = 0.5f + static_cast<float>(cases::wrong);  // a run-time value
  Tensor<float, Digit> shift = {0.25f, 0.5f, 0.75f};
  const auto loss = [scale, &shift](const Model& m, const Tensor<float, Batch, Pixel>& x, int k) {
    const auto h = relu(matmul(x, m.l1.w) + m.l1.b);
    const auto z = matmul(h, m.l2.w) + m.l2.b - shift;
    return scale * mean(z * z) + static_cast<float>(k);
  };
  const auto step = value_and_grad<0>(loss);
  const auto fast = session.compile(step);
  const Key key(3);
  Model m{{uniform<float>(key, 6, 4), full<float>(0.1f, 4)},
          {uniform<float>(key, 4, 3), full<float>(-0.1f, 3)}};
  for (int n : {2, 5, 2}) {
    const Tensor<float, Batch, Pixel> x = uniform<float>(key, n, 6);
    const auto [l, g] = step(m, x, n);
    const auto [l2, g2] = fast(m, x, n);
    check("loss", l2, l, 1e-5);
    same("l1.w", g2.l1.w, g.l1.w);
    same("l1.b", g2.l1.b, g.l1.b);
    same("l2.w", g2.l2.w, g.l2.w);
    same("l2.b", g2.l2.b, g.l2.b);
    check("what has no derivative is copied", g2.version, 7);
    shift.set(static_cast<float>(n), 0);  // by reference: as of the call
  }
  m.l1.w = {};
  try {
    fast(m, Tensor<float, Batch, Pixel>(uniform<float>(key, 2, 6)), 1);
    check("wrong sizes are refused", 0, 1);
  } catch (const Error& e) {
    check("wrong sizes are refused", e.id() == "call.size" || e.id() == "matmul.c2", 1);
  }
}

void other_paths(const Session& session) {
  const auto f = [](double x, double y) { return x * x * y; };
  check("a plain function", session.compile(f)(3.0, 2.0), 18);
  const auto [dx, dy] = session.compile(grad(f))(3.0, 2.0);
  check("a gradient by x", dx, 12);
  check("a gradient by y", dy, 9);
  check("a tangent", session.compile(jvp(f))(3.0, 2.0, 1.0, 10.0), 102);
  const auto [v, t] = session.compile(value_and_jvp(f))(3.0, 2.0, 1.0, 10.0);
  check("a value beside a tangent", v, 18);
  check("a tangent beside a value", t, 102);
  const auto sum_of_squares = [](std::span<const double> x) {
    double s = 0;
    for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * x[i];
    return s;
  };
  const std::vector<double> x{1, 2, 3}, g = session.compile(grad(sum_of_squares))(x);
  for (int i = 0; i < 3; ++i) check("a loop over a span", g[i], 2.0 * (i + 1));
  const std::string text(program(grad(f)).text());
  check("a program is a text", text.starts_with("dxir 1\n"), 1);
  check("a program is a module",
        program(f).stablehlo({{}, {}}).find("stablehlo.multiply") != std::string::npos, 1);
}

// Every transformation but those above; what each gives at (1, 2): f = (a² b, a b³).
void every_transformation(const Session& session) {
  const auto f = [](Vector<double> x) {
    return concat<0>(reshape(x(0) * x(0) * x(1), {1}), reshape(x(0) * x(1) * x(1) * x(1), {1}));
  };
  const Vector<double> x{1, 2};
  const Vector<double> ct = session.compile(vjp(f))(x, Vector<double>{1, 10});
  check("vjp", ct(0), 4 + 80);
  check("vjp", ct(1), 1 + 120);
  for (const Matrix<double>& j :
       {session.compile(jacobian(f))(x), session.compile(jacobian_reverse(f))(x)}) {
    check("jacobian", j(0, 0), 4);
    check("jacobian", j(0, 1), 1);
    check("jacobian", j(1, 0), 8);
    check("jacobian", j(1, 1), 12);
  }
  const auto g = [](Vector<double> u) { return u(0) * u(0) * u(1) * u(1) * u(1); };
  const Matrix<double> h = session.compile(hessian(g))(x);
  check("hessian", h(0, 0), 16);
  check("hessian", h(0, 1), 24);
  check("hessian", h(1, 1), 12);
  const Vector<double> hv = session.compile(hvp(g))(x, Vector<double>{1, 1});
  check("hvp", hv(0), 40);
  check("hvp", hv(1), 36);
  const auto two = [](double a, double b) { return a * b * b; };
  const auto blocks = session.compile(jacobian(two))(3.0, 2.0);
  check("blocks", blocks.block<0>(), 4);
  check("blocks", blocks.block<1>(), 12);
}

// Where a check fails, the user's own exception arrives, whatever the device made of the rest.
template <class F>
std::string thrown(F run) {
  try {
    run();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "nothing";
}

double checked_root(double x) {
  if (x < 0) throw std::domain_error("below zero: " + std::to_string(x));
  return std::sqrt(x);
}

void checks(const Session& session) {
  const auto root = session.compile(grad(checked_root));
  check("a check that holds", root(4.0), 0.25);
  check("a check that fails", thrown([&] { root(-4.0); }) == "below zero: -4.000000", 1);
  check("and holds again", root(16.0), 0.125);
  const auto asserted = [](double x) {
    assert(x > 1);
    return std::log(x);
  };
  check("assert", session.compile(grad(asserted))(4.0), 0.25);

  const auto all = [](const Vector<double>& x, int n) {
    double s = 0;
    for (int i = 0; i < n; ++i) {
      if (x(i) == 3) throw std::out_of_range("three at " + std::to_string(i));
      if (x(i) > 5) s += x(i) * checked_root(x(i) - 6);
      s += x(i) * x(i);
    }
    return s;
  };
  const auto step = session.compile(value_and_grad<0>(all));
  const auto [v, g] = step({1, 7, 2, 3}, 3);
  check("in a loop", v, 1 + 7 + 49 + 4);
  check("in a loop", g(1), 14 + 1 + 3.5);
  check("in a loop, fails", thrown([&] { step({1, 7, 2, 3}, 4); }) == "three at 3", 1);
  check("in a loop, the first", thrown([&] { step({1, 5.5, 2, 3}, 4); }) == "below zero: -0.500000",
        1);
}

// A failed check ends what would never end.
void checks_of_while_loops(const Session& session) {
  const auto halving = [](double x, double least) {
    if (least <= 0) throw std::invalid_argument("least");
    int turns = 0;
    while (x > least) {
      x = x / 2 + 0 * least;
      if (++turns > 2000) throw std::runtime_error("turns");
    }
    return x;
  };
  const auto halved = session.compile(jvp(halving));
  check("while", halved(5.0, 1.0, 1.0, 0.0), 0.125);
  check("while, fails before", thrown([&] { halved(5.0, 0.0, 1.0, 0.0); }) == "least", 1);
  const auto in_condition = [](double x) {
    while (checked_root(x) > 2) x -= 3;
    return x * x;
  };
  const auto stepped = session.compile(grad(in_condition));
  check("in a condition", stepped(6.0), 6);
  check("in a condition, fails", thrown([&] { stepped(-1.0); }) == "below zero: -1.000000", 1);
  check("in a module",
        program(fused(checked_root)).stablehlo({{}}).find("tensor<i1>)") != std::string::npos, 1);
}

struct Line {
  double slope;
  Vector<double> offsets;
  int kind = 3;
};

void batches(const Session& session) {
  const auto f = [](double x, double w) { return x * x * w; };
  for (int n : {3, 1, 4}) {
    Vector<double> x = arange<double>(n);
    const auto y = session.compile(vmap<Batch>(f, batched, shared))(x, 2.0);
    const auto [dx, dw] = session.compile(vmap<Batch>(grad(f), batched, shared))(x, 2.0);
    const auto [v, d] = session.compile(vmap<Batch>(value_and_grad<0>(f), batched, shared))(x, 2.0);
    check("lanes", y.size(0), n);
    for (int i = 0; i < n; ++i) {
      check("lanes of a function", y(i), 2.0 * i * i);
      check("lanes of a gradient", dx(i), 4.0 * i);
      check("lanes by what they share", dw(i), i * i);
      check("lanes of a value", v(i), 2.0 * i * i);
      check("lanes beside a value", d(i), 4.0 * i);
    }
  }
  const auto line = [](const Line& l, double x) {
    return l.slope * x + sum(l.offsets * l.offsets) + l.kind;
  };
  const std::vector<Line> list{{1, {1, 2}, 3}, {2, {3, 4}, 5}};
  const auto batch = stack<Batch>(list);
  const auto y = session.compile(vmap<Batch>(line, batched, shared))(batch, 10.0);
  check("lanes of structs", y(0), 10 + 5 + 3);
  check("lanes of structs", y(1), 20 + 25 + 5);
  const auto g = session.compile(vmap<Batch>(grad<0>(line), batched, shared))(batch, 10.0);
  check("gradients of structs", g.leaf<&Line::slope>()(1), 10);
  check("gradients of structs", g.leaf<&Line::offsets>()(1, 0), 6);
  const auto total = [&](Vector<double> all) {
    return sum(vmap<Batch>(f, batched, shared)(all, 3.0));
  };
  check("a batch inside", session.compile(grad(total))({1, 2})(1), 12);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string hosts[] = {"cpu",
                               argc > 1 ? "pjrt:" + std::string(argv[1]) : std::string("cpu")};
  for (const std::string& host : hosts) {
    const Session session = Session::open(host);
    models(session);
    other_paths(session);
    every_transformation(session);
    batches(session);
    checks(session);
    checks_of_while_loops(session);
  }
  return cases::summary("sessions");
}
