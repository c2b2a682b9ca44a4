// Random programs of nested branches and loops over scalars and a tensor: both modes agree, to
// second order, and optimising changes no value. A seed gives the same program in every run.
#include <random>

#include <gtest/gtest.h>

#include "corpus/write.h"
#include "ir/text.h"
#include "transform/derive.h"

namespace tlaloc::transform_test {
namespace {

using namespace corpus;  // NOLINT
using back::Array;

class Writer {
 public:
  explicit Writer(unsigned seed) : random_(seed) {}

  // (a, b, v[n], k) -> a scalar of all of them
  ir::Graph graph() {
    return corpus::program({f64(), f64(), f64({n()}), i64()}, [&](const Es& x) {
      turns_ = x[3];
      State s{{x[0], x[1]}, x[2], {}};
      for (int i = 0; i < 3; ++i) statement(s, 3);
      E total = sum(s.tensor * s.tensor);
      for (E e : s.scalars) total = total + e;
      return Es{total};
    });
  }

 private:
  struct State {
    Es scalars;
    E tensor;
    Es counters;
  };

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  E& any(State& s) { return s.scalars[below(static_cast<int>(s.scalars.size()))]; }

  E index(State& s) {
    const E size = size_of(n());
    if (s.counters.empty() || below(4) == 0) return integer(below(3)) % size;
    const E i = s.counters[below(static_cast<int>(s.counters.size()))];
    return (i + static_cast<double>(below(3))) % size;
  }

  // Something of moderate size.
  E expression(State& s) {
    const E x = any(s), y = any(s);
    switch (below(8)) {
      case 0:
        return x * y;
      case 1:
        return sin(x) + y;
      case 2:
        return tanh(x * y);
      case 3:
        return x / (y * y + 1.5);
      case 4:
        return x * 0.7;
      case 5:
        return at(s.tensor, index(s)) * x;
      case 6:
        return exp(0 - x * x);
      default:
        return at(s.tensor, index(s)) - y;
    }
  }

  void statement(State& s, int depth) {
    switch (below(depth > 0 ? 6 : 3)) {
      case 0:
        any(s) = tanh(expression(s));
        return;
      case 1:
        s.tensor = set(s.tensor, index(s), tanh(expression(s)));
        return;
      case 2:
        any(s) = tanh(any(s) + 0.3 * expression(s));
        return;
      case 3:
        return branch(s, depth - 1);
      default:
        return loop(s, depth - 1);
    }
  }

  void block(State& s, int depth) {
    for (int i = 0, count = 1 + below(3); i < count; ++i) statement(s, depth);
  }

  static Es all(const State& s) {
    Es out = s.scalars;
    out.push_back(s.tensor);
    return out;
  }
  static void take(State& s, const Es& from) {
    s.scalars.assign(from.begin(), from.end() - 1);
    s.tensor = from.back();
  }

  void branch(State& s, int depth) {
    const E condition = any(s) > 0.1 * below(5);
    const auto side = [&] {
      State inner = s;
      block(inner, depth);
      return all(inner);
    };
    take(s, if_(condition, side, side));
  }

  void loop(State& s, int depth) {
    const E turns = below(2) == 0 ? integer(1 + below(4)) : below(2) == 0 ? turns_ : size_of(n());
    const auto turn = [&](E i, const Es& carried) {
      State inner = s;
      take(inner, carried);
      inner.counters.push_back(i);
      block(inner, depth);
      return all(inner);
    };
    if (below(4) > 0) return take(s, for_(turns, all(s), turn));
    // The same as a while loop with its own counter.
    Es carried = all(s);
    carried.push_back(integer(0));
    Es y = while_(
        carried, [&](const Es& c) { return c.back() < turns; },
        [&](const Es& c) {
          Es next = turn(c.back(), Es(c.begin(), c.end() - 1));
          next.push_back(c.back() + 1);
          return next;
        });
    y.pop_back();
    take(s, y);
  }

  std::mt19937 random_;
  E turns_;
};

class RandomPrograms : public testing::TestWithParam<unsigned> {};

TEST_P(RandomPrograms, both_modes_agree) {
  const ir::Graph g = Writer(GetParam()).graph();
  const ir::Graph fused = derive(g, {Kind::fused}), grad = derive(g, {Kind::grad}),
                  jvp = derive(g, {Kind::jvp});
  for (std::int64_t turns : {0, 2, 3}) {
    const std::vector<Array> args{Array::scalar(0.4), Array::scalar(-0.9),
                                  Array::vector<double>({0.3, -0.6, 0.8, 0.2}),
                                  Array::scalar(turns)};
    const Numbers t = direction(floating(args).size(), GetParam() + 1);
    expect_close(run(fused, args), run(g, args), 1e-13, "value");
    const Numbers gradient = run(grad, args);
    const double along = run(jvp, with_tangents(args, t))[0];
    expect_close({dot(gradient, t)}, {along}, 1e-10, "first order\n" + ir::print(g));
  }
}

TEST_P(RandomPrograms, both_modes_agree_to_second_order) {
  if (GetParam() % 4 != 0) return;
  const ir::Graph g = Writer(GetParam()).graph();
  const std::vector<Array> args{Array::scalar(0.4), Array::scalar(-0.9),
                                Array::vector<double>({0.3, -0.6, 0.8, 0.2}),
                                Array::scalar(std::int64_t{2})};
  const auto with = with_tangents(args, direction(floating(args).size(), GetParam() + 1));
  expect_close(run(derive(g, {Kind::grad, Kind::vjp}), with),
               run(derive(g, {Kind::grad, Kind::jvp}), with), 1e-9,
               "second order\n" + ir::print(g));
}

INSTANTIATE_TEST_SUITE_P(seeds, RandomPrograms, testing::Range(0u, 32u));

}  // namespace
}  // namespace tlaloc::transform_test
