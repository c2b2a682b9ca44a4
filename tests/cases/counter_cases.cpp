// Counters of loops as C++ counts them: small ones that pass their last number, comparisons without
// a sign, steps that jump over the bound. The value is what the plain call gives, the slope what
// the number of turns says.
#include <tlaloc/tlaloc.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.h"

using cases::check;
using tlaloc::value_and_grad;

// value and slope of a function that is linear in x
#define COUNTS(what, f, ...)                                                          \
  do {                                                                                \
    const auto [value, slope] = value_and_grad<0>(f)(2.0 __VA_OPT__(, ) __VA_ARGS__); \
    check(what, value, f(2.0 __VA_OPT__(, ) __VA_ARGS__));                            \
    check(what, slope, f(1.0 __VA_OPT__(, ) __VA_ARGS__));                            \
  } while (false)

namespace {

void small_counters() {
  const auto passes_255 = [](double x) {
    double s = 0;
    for (unsigned char i = 250; i != 3; ++i) s += x * i;
    return s;
  };
  COUNTS("a byte up to a smaller one", passes_255);
  const auto jumps = [](double x) {
    double s = 0;
    for (unsigned char i = 200; i <= 240; i += 20) s += x * i;
    return s;
  };
  COUNTS("a byte in steps past its last", jumps);
  const auto below_zero = [](double x, std::uint16_t n) {
    double s = 0;
    for (std::uint16_t i = n; i != 65533; --i) s += x * i;
    return s;
  };
  COUNTS("16 bits down past zero", below_zero, std::uint16_t(5));
  const auto signed_byte = [](double x) {
    double s = 0;
    for (std::int8_t i = 120; i != -120; ++i) s += x * i;
    return s;
  };
  COUNTS("a signed byte past its last", signed_byte);
  const auto usual = [](double x, std::uint8_t n) {
    double s = 0;
    for (std::uint8_t i = 0; i < n; ++i) s += x * i;
    for (std::uint8_t i = n; i > 2; --i) s += x;
    return s;
  };
  COUNTS("a byte as usual", usual, std::uint8_t(9));
}

void without_a_sign() {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
  const auto below_a_count = [](double x, int first, unsigned n) {
    double s = 0;
    for (int i = first; i < n; ++i) s += x * i;
    return s;
  };
  for (int first : {-2, 0, 2, 5}) COUNTS("int below unsigned", below_a_count, first, 3u);
  const auto below_a_size = [](double x, int first, const std::vector<double>& v) {
    double s = 0;
    for (int i = first; i < v.size(); ++i) s += x * v[i];
    for (int i = first; i <= v.size(); ++i) s += x;
    for (int i = first; i < v.size(); i += 2) s += x;
    return s;
  };
  for (int first : {-2, 0, 1, 5}) COUNTS("int below a size", below_a_size, first, {1.0, 2.0, 3.0});
  const auto known = [](double x) {
    double s = 0;
    for (int i = -2; i < 3u; ++i) s += x;
    for (int i = -1; i != 3u; ++i) s += x;
    return s;
  };
  COUNTS("known ones", known);
  const auto inner = [](double x, const std::vector<double>& v) {
    double s = 0;
    for (int i = 0; i < v.size(); ++i)
      for (int j = i - 1; j < v.size(); ++j) s += x * (i + 1);
    return s;
  };
  COUNTS("an inner loop that begins below zero", inner, {1.0, 2.0, 3.0});
#pragma GCC diagnostic pop
}

void downwards() {
  const auto to_all_ones = [](double x, unsigned n) {
    double s = 0;
    for (unsigned i = n - 1; i != unsigned(-1); --i) s += x * i;
    return s;
  };
  for (unsigned n : {0u, 1u, 4u}) COUNTS("unsigned down past zero", to_all_ones, n);
  const auto sizes = [](double x, std::size_t n) {
    double s = 0;
    for (std::size_t i = n - 1; i != std::size_t(-1); --i) s += x * static_cast<double>(i);
    for (std::size_t i = n - 1; i < n; --i) s += x * static_cast<double>(i);
    for (std::size_t i = n; i-- > 0;) s += x * static_cast<double>(i);
    return s;
  };
  for (std::size_t n : {std::size_t(0), std::size_t(1), std::size_t(4)})
    COUNTS("sizes down past zero", sizes, n);
  const auto up_to = [](double x, unsigned a, unsigned b) {
    double s = 0;
    for (unsigned i = a; i != b; ++i) s += x * i;
    return s;
  };
  COUNTS("unsigned up to a later one", up_to, 2u, 6u);
}

// What keeps a counter's value does not change the counter.
void kept() {
  const auto largest = [](double x, const std::vector<double>& v) {
    long best = 0;
    for (long i = 1; i < long(v.size()); ++i)
      if (v[i] > v[best]) best = i;
    return x * static_cast<double>(best) + x * v[best];
  };
  COUNTS("the place of the largest", largest, {1.0, 4.0, 2.0, 3.0});
  const auto last = [](double x, long n) {
    double s = 0;
    long before = -1;
    for (long i = 0; i < n; ++i) {
      s += x * static_cast<double>(before * i);
      before = i;
    }
    return s + x * static_cast<double>(before);
  };
  COUNTS("the turn before", last, 6L);
}

}  // namespace

int main() {
  kept();
  small_counters();
  without_a_sign();
  downwards();
  return cases::summary("counters");
}
