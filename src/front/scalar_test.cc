#include <tlaloc/scalar.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>

// As a user's file: nothing of std in sight, and the functions found beside those of <math.h>.
using namespace tlaloc;

namespace {

template <class T, class U>
constexpr bool same = std::is_same_v<T, U>;

static_assert(same<decltype(exp(1.0f)), float> && same<decltype(exp(1.0)), double>);
static_assert(same<decltype(exp(1)), double> && same<decltype(abs(-1)), int>);
static_assert(same<decltype(pow(2.0f, 3)), float> && same<decltype(pow(2.0f, 3.0)), double>);
static_assert(same<decltype(pow(2, 3)), double> && same<decltype(atan2(1, 2.0f)), float>);
static_assert(same<decltype(fma(1.0f, 2.0f, 3.0f)), float> &&
              same<decltype(hypot(3.0f, 4.0f)), float>);
static_assert(same<decltype(floor(1.5f)), float> && same<decltype(lround(1.5f)), long>);
static_assert(same<decltype(max(1.0f, 2.0f)), float> && same<decltype(min(1, 2)), int>);
static_assert(same<decltype(abs(1.0f)), float> && same<decltype(tanh(1.0L)), long double>);

const double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Scalar, EveryNameOfCmathComputesAsThere) {
  volatile float hidden = 0.3f;  // or one side is computed by the compiler, to other last bits
  const float x = hidden;
  EXPECT_EQ(exp(x), std::exp(x));
  EXPECT_EQ(exp2(x), std::exp2(x));
  EXPECT_EQ(expm1(x), std::expm1(x));
  EXPECT_EQ(log(x), std::log(x));
  EXPECT_EQ(log2(x), std::log2(x));
  EXPECT_EQ(log10(x), std::log10(x));
  EXPECT_EQ(log1p(x), std::log1p(x));
  EXPECT_EQ(sqrt(x), std::sqrt(x));
  EXPECT_EQ(cbrt(x), std::cbrt(x));
  EXPECT_EQ(sin(x), std::sin(x));
  EXPECT_EQ(cos(x), std::cos(x));
  EXPECT_EQ(tan(x), std::tan(x));
  EXPECT_EQ(asin(x), std::asin(x));
  EXPECT_EQ(acos(x), std::acos(x));
  EXPECT_EQ(atan(x), std::atan(x));
  EXPECT_EQ(sinh(x), std::sinh(x));
  EXPECT_EQ(cosh(x), std::cosh(x));
  EXPECT_EQ(tanh(x), std::tanh(x));
  EXPECT_EQ(asinh(x), std::asinh(x));
  EXPECT_EQ(acosh(x + 1), std::acosh(x + 1));
  EXPECT_EQ(atanh(x), std::atanh(x));
  EXPECT_EQ(erf(x), std::erf(x));
  EXPECT_EQ(erfc(x), std::erfc(x));
  EXPECT_EQ(tgamma(x), std::tgamma(x));
  EXPECT_EQ(lgamma(x), std::lgamma(x));
  EXPECT_EQ(pow(x, 2.5f), std::pow(x, 2.5f));
  EXPECT_EQ(pow(x, 3), std::pow(x, 3.0f));
  EXPECT_EQ(hypot(x, 1.0f), std::hypot(x, 1.0f));
  EXPECT_EQ(atan2(x, 2.0f), std::atan2(x, 2.0f));
  EXPECT_EQ(fmod(7.5f, 2), 1.5f);
  EXPECT_EQ(remainder(7.5, 2.0), std::remainder(7.5, 2.0));
  EXPECT_EQ(copysign(1.0f, -2), -1.0f);
  EXPECT_EQ(nextafter(1.0f, 2.0f), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(fdim(3.0, 1.0), 2);
  EXPECT_EQ(fmax(kNan, 1.0), 1);
  EXPECT_EQ(fmin(1.0, kNan), 1);
  EXPECT_EQ(floor(-1.5f), -2);
  EXPECT_EQ(ceil(-1.5f), -1);
  EXPECT_EQ(trunc(-1.5f), -1);
  EXPECT_EQ(round(-1.5f), -2);
  EXPECT_EQ(rint(2.5), 2);
  EXPECT_EQ(nearbyint(2.5), 2);
  EXPECT_EQ(lround(2.5f), 3);
  EXPECT_EQ(llround(2.5f), 3);
  EXPECT_EQ(lrint(2.5f), 2);
  EXPECT_EQ(llrint(2.5f), 2);
  EXPECT_EQ(ilogb(8.0f), 3);
  EXPECT_EQ(logb(8.0f), 3);
  EXPECT_EQ(fabs(-2), 2.0);
  EXPECT_EQ(ldexp(1.5f, 2), 6);
  EXPECT_EQ(scalbn(1.5, 2), 6);
  EXPECT_EQ(scalbln(1.5, 2L), 6);
  EXPECT_EQ(fma(2, 3.0f, 4), 10);
  int power = 0, quotient = 0;
  float whole = 0;
  EXPECT_EQ(frexp(6.0f, &power), 0.75f);
  EXPECT_EQ(power, 3);
  EXPECT_EQ(modf(2.5f, &whole), 0.5f);
  EXPECT_EQ(whole, 2);
  EXPECT_EQ(remquo(7.0, 2.0, &quotient), std::remquo(7.0, 2.0, &power));
  EXPECT_EQ(quotient, power);
  EXPECT_EQ(nexttoward(1.0, 2.0L), std::nexttoward(1.0, 2.0L));
  EXPECT_TRUE(isnan(kNan) && isinf(kInf) && isfinite(1) && isnormal(1.0f) && signbit(-0.0));
  EXPECT_EQ(fpclassify(0.0), FP_ZERO);
  EXPECT_TRUE(isless(1, 2.0f) && islessequal(1, 1) && isgreater(2, 1) && isgreaterequal(2.0, 2));
  EXPECT_TRUE(islessgreater(1, 2) && isunordered(kNan, 1.0));
}

TEST(Scalar, ExtremesKeepNanAndOrderZeros) {
  EXPECT_EQ(max(1.0f, 2.0f), 2);
  EXPECT_EQ(min(-1, 2), -1);
  EXPECT_TRUE(std::isnan(max(kNan, 1.0)) && std::isnan(max(1.0, kNan)));
  EXPECT_TRUE(std::isnan(min(kNan, 1.0)) && std::isnan(min(1.0, kNan)));
  EXPECT_FALSE(std::signbit(max(-0.0, 0.0)) || std::signbit(max(0.0, -0.0)));
  EXPECT_TRUE(std::signbit(min(-0.0, 0.0)) && std::signbit(min(0.0, -0.0)));
  EXPECT_EQ(max(-kInf, kInf), kInf);
}

TEST(Scalar, HasWhatTensorsHave) {
  EXPECT_EQ(relu(-1.0f), 0);
  EXPECT_EQ(relu(2), 2);
  EXPECT_TRUE(std::isnan(relu(kNan)));
  EXPECT_EQ(sigmoid(0.0f), 0.5f);
  EXPECT_EQ(sigmoid(-1000.0), 0);
  EXPECT_EQ(sigmoid(1000.0), 1);
  EXPECT_EQ(sign(-3), -1);
  EXPECT_TRUE(std::isnan(sign(kNan)));
  EXPECT_EQ(abs(-2.5), 2.5);
  EXPECT_EQ(abs(5u), 5u);
  EXPECT_EQ(mul_masked(0.0, kInf), 0);
  EXPECT_EQ(mul_masked(2.0, 3.0), 6);
  EXPECT_EQ(where(true, 1, 2), 1);
  EXPECT_EQ(clamp(5.0f, 0, 1), 1);
  EXPECT_TRUE(std::isnan(clamp(kNan, 0, 1)));
  EXPECT_EQ(stop_gradient(2.5f), 2.5f);
}

}  // namespace
