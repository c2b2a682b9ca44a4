"""Writes random C++ functions as people write them, and a program that checks their derivatives.

Every function is a template over its number: with `double` the tool differentiates it in both modes, with `Dual`
(bench/dual.h) the same source carries its own slopes. A seed gives the same text in every run.

usage: generate.py --seed N --count K > FILE
"""

import argparse
import random

HEAD = """// Random programs, written by generate.py.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

#include "dual.h"

namespace {

using std::abs, std::cos, std::exp, std::log, std::max, std::min, std::pow, std::sin, std::sqrt, std::tanh;
using tlaloc::bench::Dual;
int whole(double x) { return int(x); }
int whole(Dual x) { return int(x.v); }

template <class T>
struct Point {
  T x, y;
  T product() const { return x * y; }
  void turn(T by) {
    const T old = x;
    x = x * cos(by) - y * sin(by);
    y = old * sin(by) + y * cos(by);
  }
  Point operator+(const Point& o) const { return {x + o.x, y + o.y}; }
};

template <class T>
T mixed(T x, T y) {
  if (x < y) return x * y + 0.5;
  return sin(x) - y;
}
template <class T>
void accumulate_into(T& total, T x) {
  total = 0.5 * total + tanh(x);
}

"""

FOOT = """
struct Check {
  double gap = 0;
  int wrong = 0;
  void operator()(int program, const char* what, double got, double want) {
    const double off = std::abs(got - want) / std::max(1.0, std::abs(want));
    if (off <= 1e-9 || (got != got && want != want)) return;
    ++wrong;
    std::printf("program %d, %s: %.17g, dual numbers give %.17g\\n", program, what, got, want);
  }
};

template <class F, class G, class J, class D>
void check(Check& at, int program, F f, G gradient, J forward, D dual) {
  constexpr double points[][2] = {{0.7, -0.4}, {-1.3, 0.9}, {0.2, 1.7}};
  for (const auto& p : points)
    for (int n : {0, 1, 3, 6}) {
      const double a = p[0], b = p[1];
      std::vector<double> v;
      for (int i = 0; i < 4; ++i) v.push_back(std::sin(1.0 + i + a));
      const auto [da, db, dv] = gradient(a, b, std::span<const double>(v), n);
      const std::vector<Dual> still(v.begin(), v.end());
      const auto slope = [&](Dual x, Dual y, const std::vector<Dual>& w) {
        return dual(x, y, std::span<const Dual>(w), n).d;
      };
      at(program, "value", f(a, b, std::span<const double>(v), n), dual(Dual(a), Dual(b), std::span<const Dual>(still), n).v);
      at(program, "d/da", da, slope({a, 1}, b, still));
      at(program, "d/db", db, slope(a, {b, 1}, still));
      std::vector<Dual> along = still;
      std::vector<double> t;
      for (int i = 0; i < 4; ++i) {
        std::vector<Dual> one = still;
        one[i].d = 1;
        at(program, "d/dv", dv[i], slope(a, b, one));
        t.push_back(0.3 - 0.2 * i);
        along[i].d = t.back();
      }
      const std::vector<double> directions = t;
      at(program, "jvp", forward(a, b, std::span<const double>(v), n, 0.6, -0.8, std::span<const double>(directions)),
         slope({a, 0.6}, {b, -0.8}, along));
    }
}

}  // namespace

int main() {
  Check at;
CHECKS
  std::printf("random programs: %d numbers wrong, %d programs\\n", at.wrong, COUNT);
  return at.wrong > 0;
}
"""


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.indent = 1
        self.names = 0
        self.loops = 0
        self.work = 0

    # ---- names ----

    def fresh(self, kind):
        self.names += 1
        return f"{kind}{self.names}"

    def pick(self, choices):
        return self.random.choice(choices)

    def chance(self, p):
        return self.random.random() < p

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    # ---- expressions ----

    def number(self, s):
        """Some T, moderate in size where its parts are."""
        options = [lambda: self.pick(s["numbers"])] * 4
        if s["arrays"]:
            options += [lambda: self.element(s)] * 2
        options.append(lambda: f"v[{self.index(s, 4)}]")
        if s["points"]:
            options.append(lambda: self.pick(s["points"]) + self.pick([".x", ".y", ".product()"]))
        return self.pick(options)()

    def element(self, s):
        name, size = self.pick(s["arrays"])
        return f"{name}[{self.index(s, size)}]"

    def index(self, s, size):
        if not s["ints"] or self.chance(0.3):
            return str(self.random.randrange(size))
        i = self.pick(s["ints"])
        return self.pick([f"({i} + {self.random.randrange(size)}) % {size}", f"({i} * {i}) % {size}",
                          f"std::min({i}, {size - 1})"])

    def literal(self):
        return self.pick(["0.5", "1.25", "-0.75", "2.0", "0.1", "3.0"])

    def expression(self, s, depth=2):
        if depth == 0 or self.chance(0.15):
            return self.number(s) if self.chance(0.8) else f"T({self.literal()})"
        e = lambda: self.expression(s, depth - 1)
        return self.pick([
            lambda: f"({e()} + {e()})", lambda: f"({e()} - {e()})", lambda: f"({e()} * {e()})",
            lambda: f"({self.literal()} * {e()})", lambda: f"sin({e()})", lambda: f"tanh({e()})",
            lambda: f"({e()} / (1.5 + {self.square(s)}))", lambda: f"exp(-({self.square(s)}))",
            lambda: f"log(1.0 + {self.square(s)})", lambda: f"sqrt(0.5 + {self.square(s)})",
            lambda: f"({self.condition(s)} ? {e()} : {e()})", lambda: f"mixed<T>({e()}, {e()})",
            lambda: f"max({e()}, T({self.literal()}))", lambda: f"min({e()}, T({self.literal()}))",
            lambda: f"abs({e()} - 0.123)", lambda: f"pow(1.0 + {self.square(s)}, {self.literal()})",
            lambda: f"(-{e()})",
        ])()

    def square(self, s):
        x = self.number(s)
        return f"{x} * {x}"

    def condition(self, s):
        kinds = [f"{self.number(s)} > {self.literal()} + 0.017", f"{self.number(s)} < {self.number(s)} - 0.031"]
        if s["ints"]:
            i = self.pick(s["ints"])
            kinds += [f"{i} % 2 == 0", f"{i} > 1"]
        c = self.pick(kinds)
        if self.chance(0.15):
            c = f"({c}) {self.pick(['&&', '||'])} {self.pick(kinds)}"
        if self.chance(0.1):
            c = f"!({c})"
        return c

    # ---- statements ----

    def settle(self, s):
        """An assigned value is brought back to moderate size: loops would let it grow."""
        return f"tanh({self.expression(s)})" if self.loops else self.expression(s)

    def target(self, s):
        """Something that may be assigned."""
        options = list(s["locals"])
        if s["arrays"] and self.chance(0.5):
            return self.element(s)
        if s["points"] and self.chance(0.3):
            return self.pick(s["points"]) + self.pick([".x", ".y"])
        return self.pick(options)

    def block(self, s, depth, count=None):
        inner = {k: list(v) for k, v in s.items()}
        self.indent += 1
        for _ in range(count or self.random.randint(1, 3)):
            self.statement(inner, depth)
        self.indent -= 1

    def statement(self, s, depth):
        simple = [self.declare, self.assign, self.assign, self.update, self.declare_array, self.declare_point,
                  self.call_by_reference, self.turn_point, self.reference, self.lambda_call]
        nested = [self.branch, self.branch, self.counted, self.counted, self.while_loop, self.do_loop, self.range_loop,
                  self.switch, self.early_return]
        self.pick(simple if depth == 0 or self.chance(0.55) else nested)(s, depth)

    def declare(self, s, depth):
        name = self.fresh("x")
        self.line(f"T {name} = {self.settle(s)};")
        s["locals"].append(name)
        s["numbers"].append(name)

    def assign(self, s, depth):
        self.line(f"{self.target(s)} = {self.settle(s)};")

    def update(self, s, depth):
        self.line(f"{self.target(s)} {self.pick(['+=', '-=', '*='])} {self.settle(s)};")

    def declare_array(self, s, depth):
        name, size = self.fresh("a"), self.random.randint(2, 4)
        first = ", ".join(self.settle(s) for _ in range(size))
        self.line(self.pick([f"T {name}[{size}] = {{{first}}};", f"std::array<T, {size}> {name} = {{{first}}};",
                             f"std::vector<T> {name}({size}, T({self.literal()}));"]))
        s["arrays"].append((name, size))

    def declare_point(self, s, depth):
        name = self.fresh("p")
        value = f"{{{self.settle(s)}, {self.settle(s)}}}"
        if s["points"] and self.chance(0.3):
            value = f" = {self.pick(s['points'])} + Point<T>{value}"
        self.line(f"Point<T> {name}{value};")
        s["points"].append(name)

    def call_by_reference(self, s, depth):
        self.line(f"accumulate_into<T>({self.target(s)}, {self.expression(s)});")

    def turn_point(self, s, depth):
        if not s["points"]:
            return self.declare_point(s, depth)
        self.line(f"{self.pick(s['points'])}.turn({self.settle(s)});")

    def reference(self, s, depth):
        name = self.fresh("r")
        self.line(f"T& {name} = {self.target(s)};")
        s["locals"].append(name)
        s["numbers"].append(name)

    def lambda_call(self, s, depth):
        name, inner = self.fresh("f"), {k: list(v) for k, v in s.items()}
        inner["numbers"].append("z")
        captures = self.pick(["&", "="])
        self.line(f"auto {name} = [{captures}](T z) {{ return {self.expression(inner)}; }};")
        self.line(f"{self.target(s)} = tanh({name}({self.number(s)}));")

    def branch(self, s, depth):
        self.line(f"if ({self.condition(s)}) {{")
        self.block(s, depth - 1)
        if self.chance(0.6):
            self.line("} else {")
            self.block(s, depth - 1)
        self.line("}")

    def jump(self, s):
        """Perhaps a break or a continue, on a condition."""
        if self.chance(0.35):
            self.indent += 1
            self.line(f"if ({self.condition(s)}) {self.pick(['break', 'continue'])};")
            self.indent -= 1

    def loop_body(self, s, depth, counter=None):
        inner = {k: list(v) for k, v in s.items()}
        if counter:
            inner["ints"].append(counter)
        self.loops += 1
        self.jump(inner) if counter else None
        self.block(inner, depth - 1)
        self.jump(inner) if counter else None
        self.loops -= 1

    def counted(self, s, depth):
        i, limit = self.fresh("i"), self.pick(["n", "n", "3", "20", "n + 1", "2 * n"])
        step = self.pick([f"++{i}", f"{i}++", f"{i} += 2"])
        head = f"for (int {i} = 0; {i} < {limit}; {step}) {{"
        if self.chance(0.2):
            head = f"for (int {i} = {limit}; {i} > 0; --{i}) {{"
        self.line(head)
        self.loop_body(s, depth, i)
        self.line("}")

    def while_loop(self, s, depth):
        i = self.fresh("k")
        self.line(f"int {i} = 0;")
        self.line(f"while ({i} < n + 2 && ({self.condition(s)})) {{")
        self.indent += 1
        self.line(f"++{i};")
        self.indent -= 1
        self.loop_body(s, depth, i)
        self.line("}")

    def do_loop(self, s, depth):
        i = self.fresh("k")
        self.line(f"int {i} = 0;")
        self.line("do {")
        self.loop_body(s, depth)
        self.line(f"}} while (++{i} < 3);")

    def range_loop(self, s, depth):
        if not s["arrays"]:
            return self.counted(s, depth)
        e = self.fresh("e")
        name, _ = self.pick(s["arrays"])
        inner = {k: list(v) for k, v in s.items()}
        writes = self.chance(0.5)
        self.line(f"for ({'T&' if writes else 'T'} {e} : {name}) {{")
        inner["numbers"].append(e)
        if writes:
            inner["locals"].append(e)
        self.loop_body(inner, depth)
        self.line("}")

    def switch(self, s, depth):
        on = f"{self.pick(s['ints'])} % 3" if s["ints"] else f"whole({self.number(s)}) % 3"
        self.line(f"switch ({on}) {{")
        self.indent += 1
        for case in ["case 0", "case 1", self.pick(["default", "case 2"])]:
            self.line(f"{case}: {{")
            self.block(s, depth - 1, 1)
            self.line("}")
            if self.chance(0.7):
                self.line("  break;")
            elif "case 2" not in case and case != "default":
                self.line("  [[fallthrough]];")
        self.indent -= 1
        self.line("}")

    def early_return(self, s, depth):
        self.line(f"if ({self.condition(s)}) return {self.expression(s)};")

    def function(self, name):
        self.line("T total = a;")
        s = {"numbers": ["a", "b", "total"], "locals": ["total"], "arrays": [], "points": [], "ints": ["n"]}
        for _ in range(self.random.randint(3, 6)):
            self.statement(s, 2)
        ends = ["total", "b"] + s["locals"][-3:] + [f"{a}[{n - 1}]" for a, n in s["arrays"][-1:]]
        ends += [f"{p}.product()" for p in s["points"][-1:]]
        self.line(f"return {' + '.join(dict.fromkeys(ends))} + a * v[1];")
        head = f"template <class T>\nT {name}(T a, T b, std::span<const T> v, [[maybe_unused]] int n) {{"
        return "\n".join([head, *self.lines, "}"])


def program(first, count):
    texts, checks = [], []
    for seed in range(first, first + count):
        name = f"program_{seed}"
        texts.append(Writer(seed).function(name))
        checks.append(
            f"  check(at, {seed}, {name}<double>, tlaloc::grad({name}<double>), tlaloc::jvp({name}<double>), {name}<Dual>);")
    return HEAD + "\n\n".join(texts) + FOOT.replace("CHECKS", "\n".join(checks)).replace("COUNT", str(count))


def main():
    parser = argparse.ArgumentParser(description="Writes random C++ functions and checks of their derivatives.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    args = parser.parse_args()
    print(program(args.seed, args.count))


if __name__ == "__main__":
    main()
