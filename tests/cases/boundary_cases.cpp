// What goes in and out of a transformed function: enums wherever they stand, and std::optional, as
// arguments and results, with the user's types kept and each derivative its closed form.
#include <tlaloc/tlaloc.h>

#include <array>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

enum class Side : unsigned char { left, right };
enum Old { old_one, old_two };

// ---- enums -------------------------------------------------------------------------------------

void enums_of_arrays() {
  const auto f = [](double x, std::array<Side, 2> s) {
    return (s[0] == Side::left ? x : x * x) * (s[1] == Side::right ? 3 : 1);
  };
  check("array of enums", grad(f)(5.0, {Side::right, Side::right}), 30);
  check("array of enums", grad(f)(5.0, {Side::left, Side::left}), 1);
  check("array of enums, forward", jvp(f)(5.0, {Side::right, Side::left}, 2.0), 20);
  const auto listed = [](double x, const std::vector<Side>& s, std::span<const Old> o) {
    double y = 1;
    for (Side each : s) y *= each == Side::right ? x : 2;
    for (std::size_t i = 0; i < o.size(); ++i)
      if (o[i] == old_two) y += x;
    return y;
  };
  const std::vector<Side> s{Side::right, Side::left, Side::right};
  const std::vector<Old> o{old_two, old_one, old_two};
  check("vector of enums", grad(listed)(3.0, s, o), 12 + 2);
  const auto [value, slope] = value_and_grad(listed)(3.0, s, o);
  check("vector of enums", value, 18 + 6);
  check("vector of enums", slope, 14);
  check("vector of none", grad(listed)(3.0, {}, o), 2);
  const auto paired = [](std::pair<double, Side> p, std::tuple<Old, double> t) {
    return (p.second == Side::right ? p.first * p.first : p.first) * std::get<1>(t) +
           (std::get<0>(t) == old_two ? 1 : 0);
  };
  const auto [dp, dt] = grad(paired)({3, Side::right}, {old_two, 5});
  check("pair with an enum", dp.first, 30);
  check("pair with an enum", dp.second == Side::right, 1);
  check("tuple with an enum", std::get<1>(dt), 9);
  check("tuple with an enum", std::get<0>(dt) == old_two, 1);
  const auto held = [](const std::pair<double, std::vector<Side>>& p) {
    return p.first * p.first * (p.second[1] == Side::right ? 2 : 1);
  };
  const auto dh = grad(held)({3, s});
  check("pair with a vector of enums", dh.first, 6);
  check("pair with a vector of enums", dh.second == s, 1);
}

struct Decision {
  double cost = 0;
  Side side = Side::left;
};

void enums_of_results() {
  const auto f = [](double x) { return std::pair(x * x, x > 1 ? Side::right : Side::left); };
  const auto [value, slope] = value_and_grad(f)(3.0);
  static_assert(std::is_same_v<decltype(value.second), Side>);
  check("an enum beside a value", value.first, 9);
  check("an enum beside a value", value.second == Side::right, 1);
  check("an enum beside a value", slope, 6);
  check("an enum beside a value", value_and_grad(f)(0.5).first.second == Side::left, 1);
  const auto t = jvp(f)(3.0, 1.0);
  check("an enum beside a tangent", t.first, 6);
  check("an enum beside a tangent", t.second == Side::right, 1);
  check("a cotangent with an enum", vjp(f)(3.0, {10.0, Side::left}), 60);
  check("an enum alone", fused([](double x) { return x > 1 ? old_two : old_one; })(3.0), old_two);
  const auto told = [](double x, Side s) { return std::pair(x * x, s); };
  check("an enum goes through", value_and_grad(told)(3.0, Side::right).first.second == Side::right,
        1);
  const auto decided = [](double x) {
    Decision d;
    d.cost = x * x;
    if (x > 1) d.side = Side::right;
    return d;
  };
  const Decision d = jvp(decided)(3.0, 1.0);
  check("an enum in a struct", d.cost, 6);
  check("an enum in a struct", d.side == Side::right, 1);
  const auto many = [](double x) {
    std::vector<Side> s(3, Side::left);
    if (x > 1) s[2] = Side::right;
    return std::pair(x * x * x, s);
  };
  const auto m = value_and_grad(many)(2.0);
  check("a vector of enums", m.second, 12);
  check("a vector of enums",
        m.first.second == std::vector<Side>{Side::left, Side::left, Side::right}, 1);
  const auto two = [](double x) {
    return std::pair(x, std::array<Old, 2>{x > 1 ? old_two : old_one, old_one});
  };
  check("an array of enums", value_and_grad(two)(2.0).first.second[0], old_two);
  check("an array of enums", value_and_grad(two)(2.0).first.second[1], old_one);
}

// ---- std::optional -----------------------------------------------------------------------------

void optional_arguments() {
  const auto f = [](double x, std::optional<double> k) { return x * x * k.value_or(2); };
  check("optional", grad<0>(f)(3.0, 5.0), 30);
  check("optional, none", grad<0>(f)(3.0, std::nullopt), 12);
  const auto [dx, dk] = grad(f)(3.0, 5.0);
  check("optional, both", dx, 30);
  check("optional, both", dk.value(), 9);
  check("optional, none has no slope", std::get<1>(grad(f)(3.0, std::nullopt)).has_value(), 0);
  check("optional, forward", jvp(f)(3.0, 5.0, 1.0, 10.0), 30 + 90);
  check("optional, forward without its tangent", jvp(f)(3.0, 5.0, 1.0, std::nullopt), 30);
  check("optional, forward, none", jvp(f)(3.0, std::nullopt, 1.0, 10.0), 12);
  const auto asked = [](double x, const std::optional<std::pair<double, int>>& k) {
    double s = x;
    if (k) s = x * k->first * k->second;
    for (int i = 0; i < 3; ++i)
      if (k.has_value()) s += (*k).first * i;
    return s;
  };
  const auto both = grad(asked)(3.0, std::pair(5.0, 7));
  check("optional pair", std::get<0>(both), 35);
  check("optional pair", std::get<1>(both)->first, 21 + 3);
  check("optional pair", std::get<1>(both)->second, 7);
  check("optional pair, none", grad<0>(asked)(3.0, std::nullopt), 1);
  const auto counted = [](double x, std::optional<int> n) { return std::pow(x, n.value_or(3)); };
  check("optional integer", grad(counted)(2.0, 4), 32);
  check("optional integer, none", grad(counted)(2.0, std::nullopt), 12);
  const auto needed = [](double x, std::optional<double> k) { return x * k.value(); };
  check("needed", grad<0>(needed)(2.0, 4.0), 4);
  bool thrown = false;
  try {
    grad<0>(needed)(2.0, std::nullopt);
  } catch (const std::bad_optional_access&) {
    thrown = true;
  }
  check("needed, none", thrown, 1);
}

struct Options {
  std::optional<double> scale;
  double shift = 0;
};

void optional_members() {
  const auto f = [](double x, const Options& o) {
    return o.scale ? x * *o.scale + o.shift : x * x + o.shift;
  };
  const auto [dx, d] = grad(f)(3.0, Options{5, 1});
  check("optional member", dx, 5);
  check("optional member", d.scale.value(), 3);
  check("optional member", d.shift, 1);
  const auto [ex, e] = grad(f)(3.0, Options{{}, 1});
  check("optional member, none", ex, 6);
  check("optional member, none", e.scale.has_value(), 0);
  const std::optional<double> captured = cases::wrong > 1000 ? std::nullopt : std::optional(7.0);
  const auto by_capture = [captured](double x) { return x * x * captured.value_or(1); };
  check("captured optional", grad(by_capture)(3.0), 42);
}

void optional_results() {
  const auto root = [](double x) -> std::optional<double> {
    if (x < 0) return std::nullopt;
    return std::sqrt(x);
  };
  check("optional result", jvp(root)(4.0, 1.0).value(), 0.25);
  check("optional result, none", jvp(root)(-4.0, 1.0).has_value(), 0);
  const auto [y, t] = value_and_jvp(root)(4.0, 2.0);
  check("optional value", y.value(), 2);
  check("optional tangent", t.value(), 0.5);
  check("optional cotangent", vjp(root)(4.0, std::optional(8.0)), 2);
  check("optional cotangent, none", vjp(root)(4.0, std::nullopt), 0);
  const auto beside = [](double x) {
    return std::pair(x * x, x > 1 ? std::optional<int>(4) : std::nullopt);
  };
  check("optional beside", value_and_grad(beside)(3.0).first.second.value(), 4);
  check("optional beside", value_and_grad(beside)(0.5).first.second.has_value(), 0);
  check("optional beside", value_and_grad(beside)(3.0).second, 6);
}

}  // namespace

int main() {
  enums_of_arrays();
  enums_of_results();
  optional_arguments();
  optional_members();
  optional_results();
  return cases::summary("boundary");
}
