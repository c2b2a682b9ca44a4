#include "kernel/interpret.h"

#include <gtest/gtest.h>
#include <tlaloc/map.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "kernel/parallel.h"
#include "kernel/pool.h"

namespace tlaloc::kernel {
namespace {

using detail::In;
using detail::Out;
using Op = ElementOp;

template <class T>
std::vector<T> some(std::size_t n, int seed) {
  std::vector<T> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = T(std::sin(double(i) * 1.7 + seed) * 4);
  return v;
}

/// tanh(x * w + b) * exp(-x), w a row, b a column, on every team and level: the bits of the map.
TEST(Interpret, GivesTheBitsOfTheMap) {
  const auto f = DType::f32;
  const ElementProgram p{{f, f, f, f, f},
                         3,
                         {{Op::multiply, f, 3, 0, 1},
                          {Op::add, f, 3, 3, 2},
                          {Op::tanh, f, 3, 3},
                          {Op::negate, f, 4, 0},
                          {Op::exp, f, 4, 4},
                          {Op::multiply, f, 4, 3, 4}},
                         {4}};
  ASSERT_TRUE(is_valid(p));
  for (auto [rows, cols] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {3, 7}, {50, 100}, {3, 20000}}) {
    const auto x = some<float>(rows * cols, 1), w = some<float>(cols, 2), b = some<float>(rows, 3);
    std::vector<float> want(rows * cols), y(rows * cols);
    detail::map_buffers([](const auto& x, const auto& w, const auto& b, auto& y)
                            TLALOC_LANE_BODY { y = tanh(x * w + b) * exp(-x); },
                        {rows, cols}, In<float>{x.data(), std::ptrdiff_t(cols), 1},
                        In<float>{w.data(), 0, 1}, In<float>{b.data(), 1, 0},
                        Out<float>{want.data()});
    for (int level : {2, 3, 4})
      for (int team : {1, 2}) {
        detail::set_map_level(level);
        set_threads(team);
        const ElementOperand operands[] = {
            {x.data(), std::ptrdiff_t(cols), 1}, {w.data(), 0, 1}, {b.data(), 1, 0}};
        void* const results[] = {y.data()};
        interpret(p, rows, cols, operands, results);
        EXPECT_EQ(std::memcmp(y.data(), want.data(), y.size() * 4), 0) << level;
      }
  }
  detail::set_map_level(0);
  set_threads(0);
}

template <class T>
T one_step(Op op, DType type, DType result, auto a, auto b, auto c) {
  ElementProgram p{{dtype_of<decltype(a)>, dtype_of<decltype(b)>, dtype_of<decltype(c)>, result},
                   3,
                   {{op, type, 3, 0, 1, 2}},
                   {3}};
  EXPECT_TRUE(is_valid(p)) << int(op) << " " << name_of(type);
  T y{};
  const ElementOperand operands[] = {{&a}, {&b}, {&c}};
  void* const results[] = {&y};
  interpret(p, 1, 1, operands, results);
  return y;
}

template <class T>
void floating_ops() {
  constexpr DType t = dtype_of<T>;
  const T a = T(0.7), b = T(-1.3), c = T(2.5);
  const auto f = [&](Op op) { return one_step<T>(op, t, t, a, b, c); };
  EXPECT_EQ(f(Op::copy), a);
  EXPECT_EQ(f(Op::negate), -a);
  EXPECT_EQ(f(Op::abs), a);
  EXPECT_EQ(f(Op::sign), 1);
  EXPECT_EQ(f(Op::exp), detail::lanes::exp(a));
  EXPECT_EQ(f(Op::expm1), detail::lanes::expm1(a));
  EXPECT_EQ(f(Op::log), detail::lanes::log(a));
  EXPECT_EQ(f(Op::log1p), detail::lanes::log1p(a));
  EXPECT_EQ(f(Op::tanh), detail::lanes::tanh(a));
  EXPECT_EQ(f(Op::sigmoid), detail::lanes::sigmoid(a));
  EXPECT_EQ(f(Op::sqrt), std::sqrt(a));
  EXPECT_EQ(f(Op::sin), detail::lanes::sin(a));
  EXPECT_EQ(f(Op::cos), detail::lanes::cos(a));
  EXPECT_EQ(f(Op::relu), a);
  EXPECT_EQ(f(Op::floor), 0);
  EXPECT_EQ(f(Op::ceil), 1);
  EXPECT_EQ(f(Op::trunc), 0);
  EXPECT_EQ(f(Op::round_even), 1);
  EXPECT_EQ(f(Op::add), a + b);
  EXPECT_EQ(f(Op::subtract), a - b);
  EXPECT_EQ(f(Op::multiply), a * b);
  EXPECT_EQ(f(Op::divide), a / b);
  EXPECT_EQ(f(Op::max), a);
  EXPECT_EQ(f(Op::min), b);
  EXPECT_EQ(f(Op::power), detail::lanes::pow(a, b));
  EXPECT_EQ(f(Op::copysign), -a);
  EXPECT_EQ(f(Op::fma), std::fma(a, b, c));
  EXPECT_EQ(one_step<T>(Op::select, t, t, true, b, c), b);
  EXPECT_EQ(one_step<T>(Op::select, t, t, false, b, c), c);
}
TEST(Interpret, FloatOps) { floating_ops<float>(); }
TEST(Interpret, DoubleOps) { floating_ops<double>(); }

template <class T>
void comparisons() {
  constexpr DType t = dtype_of<T>;
  const auto f = [&](Op op, T a, T b) { return one_step<bool>(op, t, DType::b1, a, b, a); };
  for (auto [a, b] : {std::pair<T, T>{1, 2}, {2, 1}, {2, 2}}) {
    EXPECT_EQ(f(Op::less, a, b), a < b);
    EXPECT_EQ(f(Op::less_equal, a, b), a <= b);
    EXPECT_EQ(f(Op::greater, a, b), a > b);
    EXPECT_EQ(f(Op::greater_equal, a, b), a >= b);
    EXPECT_EQ(f(Op::equal, a, b), a == b);
    EXPECT_EQ(f(Op::not_equal, a, b), a != b);
  }
}
TEST(Interpret, Comparisons) {
  comparisons<float>();
  comparisons<double>();
  comparisons<std::int32_t>();
  comparisons<std::int64_t>();
}

template <class T>
void integer_ops() {
  constexpr DType t = dtype_of<T>;
  const T a = -29, b = 3;
  const auto f = [&](Op op) { return one_step<T>(op, t, t, a, b, b); };
  EXPECT_EQ(f(Op::negate), 29);
  EXPECT_EQ(f(Op::abs), 29);
  EXPECT_EQ(f(Op::sign), -1);
  EXPECT_EQ(f(Op::add), -26);
  EXPECT_EQ(f(Op::subtract), -32);
  EXPECT_EQ(f(Op::multiply), -87);
  EXPECT_EQ(f(Op::divide), -9);
  EXPECT_EQ(f(Op::remainder), -2);
  EXPECT_EQ(f(Op::max), 3);
  EXPECT_EQ(f(Op::min), -29);
  EXPECT_EQ(f(Op::bit_and), a & b);
  EXPECT_EQ(f(Op::bit_or), a | b);
  EXPECT_EQ(f(Op::bit_xor), a ^ b);
  EXPECT_EQ(f(Op::shift_left), T(-232));
  EXPECT_EQ(f(Op::shift_right), T(-4));
}
TEST(Interpret, IntegerOps) {
  integer_ops<std::int32_t>();
  integer_ops<std::int64_t>();
}

TEST(Interpret, Logic) {
  const auto t = DType::b1;
  for (bool a : {false, true})
    for (bool b : {false, true}) {
      EXPECT_EQ(one_step<bool>(Op::bit_and, t, t, a, b, b), a && b);
      EXPECT_EQ(one_step<bool>(Op::bit_or, t, t, a, b, b), a || b);
      EXPECT_EQ(one_step<bool>(Op::bit_xor, t, t, a, b, b), a != b);
      EXPECT_EQ(one_step<bool>(Op::equal, t, t, a, b, b), a == b);
      EXPECT_EQ(one_step<bool>(Op::logical_not, t, t, a, b, b), !a);
    }
}

template <class From>
void casts(From v) {
  const auto to = [&]<class T>(T) {
    return one_step<T>(Op::cast, dtype_of<T>, dtype_of<T>, v, v, v);
  };
  EXPECT_EQ(to(float()), float(v));
  EXPECT_EQ(to(double()), double(v));
  EXPECT_EQ(to(std::int32_t()), std::int32_t(v));
  EXPECT_EQ(to(std::int64_t()), std::int64_t(v));
  EXPECT_EQ(to(false), bool(v));
  EXPECT_EQ(to(bfloat16()), bfloat16(float(v)));
}
TEST(Interpret, Casts) {
  casts(2.75f);
  casts(-3.25);
  casts(std::int32_t(-7));
  casts(std::int64_t(1) << 20);
  casts(true);
  EXPECT_EQ(one_step<float>(Op::cast, DType::f32, DType::f32, bfloat16(1.5f), 0.0f, 0.0f), 1.5f);
}

TEST(Interpret, RefusesWhatDoesNotExist) {
  const auto f = DType::f32, b = DType::b1, i = DType::i32;
  const auto valid = [](std::vector<DType> slots, ElementStep s, std::size_t operands = 1) {
    return is_valid({std::move(slots), operands, {s}, {s.y}});
  };
  EXPECT_TRUE(valid({f, f}, {Op::exp, f, 1, 0}));
  EXPECT_FALSE(valid({f, i}, {Op::exp, f, 1, 0}));           // the result's dtype
  EXPECT_FALSE(valid({i, i}, {Op::exp, i, 1, 0}));           // no such kernel
  EXPECT_FALSE(valid({f, f}, {Op::exp, f, 0, 0}));           // writes an operand
  EXPECT_FALSE(valid({f, f}, {Op::exp, f, 1, 2}));           // no such slot
  EXPECT_FALSE(valid({f, i, f}, {Op::add, f, 2, 0, 1}, 2));  // mixed
  EXPECT_FALSE(valid({f, f, f, f}, {Op::select, f, 3, 0, 1, 2}, 3));
  EXPECT_TRUE(valid({b, f, f, f}, {Op::select, f, 3, 0, 1, 2}, 3));
}

/// A single step needs no room of its own where its operands are dense, and makes the same of those
/// that are not.
TEST(Interpret, OneStepWorksOnTheBuffers) {
  const ElementProgram p{
      {DType::f32, DType::f32, DType::b1}, 2, {{Op::less, DType::f32, 2, 0, 1}}, {2}};
  for (auto [rows, cols] : {std::pair<std::size_t, std::size_t>{1, 5}, {1, 40000}, {100, 333}}) {
    const auto a = some<float>(rows * cols, 1), b = some<float>(rows * cols, 2);
    std::vector<unsigned char> y(rows * cols);
    void* const results[] = {y.data()};
    const auto step = std::ptrdiff_t(cols);
    trim();
    const auto before = pool_statistics();
    const ElementOperand dense[] = {{a.data(), step, 1}, {b.data(), step, 1}};
    interpret(p, rows, cols, dense, results);
    EXPECT_EQ(pool_statistics().from_system, before.from_system);
    for (std::size_t i = 0; i < y.size(); ++i) ASSERT_EQ(y[i], a[i] < b[i]) << i;
    const ElementOperand repeated[] = {{a.data(), step, 1}, {b.data(), 0, 1}};
    interpret(p, rows, cols, repeated, results);
    for (std::size_t i = 0; i < y.size(); ++i) ASSERT_EQ(y[i], a[i] < b[i % cols]) << i;
  }
}

TEST(Interpret, WritesOverItsOperand) {
  const ElementProgram p{{DType::f32, DType::f32}, 1, {{Op::exp, DType::f32, 1, 0}}, {1}};
  auto x = some<float>(3000, 1);
  const auto before = x;
  const ElementOperand operands[] = {{x.data(), 3000, 1}};
  void* const results[] = {x.data()};
  interpret(p, 1, 3000, operands, results);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(x[i], detail::lanes::exp(before[i]));
}

}  // namespace
}  // namespace tlaloc::kernel
