// exp, log and what is made of them.
#include <cmath>

#include "ops/build.h"
#include "ops/element_kernel.h"
#include "ops/families.h"
#include "ops/pointwise.h"
#include "ops/source_args.h"

namespace tlaloc::ops {
namespace {

using pen::Dtypes;

Value number_like(Builder& b, double v, Value y) { return build::full(b, v, Type(b.type(y))); }

constexpr auto kExpElement = [](auto x) { return std::exp(x); };

constexpr OpDef kExp = pointwise_op<"exp", 1, Takes::floating>({
    .name = "exp",
    .doc = "e to the power x.",
    .derivative = ir::Pointwise{[](Builder&, const Values&, Value y) { return Values{y}; }},
    .reference = pen::each1<Dtypes::floating, kExpElement>,
    .kernel = element_kernel<kernel::ElementOp::exp, pen::each1<Dtypes::floating, kExpElement>>,
    .hlo = hlo_same<"exponential">,
    .cpp = cpp_call<"exp">,
    .costly = true,
});

constexpr auto kLogElement = [](auto x) { return std::log(x); };

constexpr OpDef kLog = pointwise_op<"log", 1, Takes::floating, ir::Domain::positive>({
    .name = "log",
    .doc = "Natural logarithm.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value y) {
                                  return Values{build::div(b, number_like(b, 1, y), x[0])};
                                },
                                true},
    .reference = pen::each1<Dtypes::floating, kLogElement>,
    .kernel = element_kernel<kernel::ElementOp::log, pen::each1<Dtypes::floating, kLogElement>>,
    .hlo = hlo_same<"log">,
    .cpp = cpp_call<"log">,
    .costly = true,
});

constexpr auto kExpm1Element = [](auto x) { return std::expm1(x); };

constexpr OpDef kExpm1 = pointwise_op<"expm1", 1, Takes::floating>({
    .name = "expm1",
    .doc = "exp(x) - 1, exact near 0.",
    .derivative = ir::Pointwise{[](Builder& b, const Values&, Value y) {
      return Values{build::add(b, y, number_like(b, 1, y))};
    }},
    .reference = pen::each1<Dtypes::floating, kExpm1Element>,
    .kernel = element_kernel<kernel::ElementOp::expm1, pen::each1<Dtypes::floating, kExpm1Element>>,
    .hlo = hlo_same<"exponential_minus_one">,
    .cpp = cpp_call<"expm1">,
    .costly = true,
});

constexpr auto kLog1pElement = [](auto x) { return std::log1p(x); };

constexpr OpDef kLog1p = pointwise_op<"log1p", 1, Takes::floating, ir::Domain::positive>({
    .name = "log1p",
    .doc = "log(1 + x), exact near 0.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value y) {
                                  const Value one = number_like(b, 1, y);
                                  return Values{build::div(b, one, build::add(b, one, x[0]))};
                                },
                                true},
    .reference = pen::each1<Dtypes::floating, kLog1pElement>,
    .kernel = element_kernel<kernel::ElementOp::log1p, pen::each1<Dtypes::floating, kLog1pElement>>,
    .hlo = hlo_same<"log_plus_one">,
    .cpp = cpp_call<"log1p">,
    .costly = true,
});

constexpr auto kTanhElement = [](auto x) { return std::tanh(x); };

constexpr OpDef kTanh = pointwise_op<"tanh", 1, Takes::floating>({
    .name = "tanh",
    .doc = "Hyperbolic tangent.",
    .derivative = ir::Pointwise{[](Builder& b, const Values&, Value y) {
      return Values{build::sub(b, number_like(b, 1, y), build::mul(b, y, y))};
    }},
    .reference = pen::each1<Dtypes::floating, kTanhElement>,
    .kernel = element_kernel<kernel::ElementOp::tanh, pen::each1<Dtypes::floating, kTanhElement>>,
    .hlo = hlo_same<"tanh">,
    .cpp = cpp_call<"tanh">,
    .costly = true,
});

constexpr auto kSigmoidElement = [](auto x) {
  return decltype(x)(1) / (decltype(x)(1) + std::exp(-x));
};

constexpr OpDef kSigmoid = pointwise_op<"sigmoid", 1, Takes::floating>({
    .name = "sigmoid",
    .doc = "1 / (1 + exp(-x)), between 0 and 1.",
    .derivative = ir::Pointwise{[](Builder& b, const Values&, Value y) {
      return Values{build::mul(b, y, build::sub(b, number_like(b, 1, y), y))};
    }},
    .reference = pen::each1<Dtypes::floating, kSigmoidElement>,
    .kernel =
        element_kernel<kernel::ElementOp::sigmoid, pen::each1<Dtypes::floating, kSigmoidElement>>,
    .hlo = hlo_same<"logistic">,
    .cpp = cpp_call<"sigmoid">,
    .costly = true,
});

constexpr const OpDef* kOps[] = {&kExp, &kLog, &kExpm1, &kLog1p, &kTanh, &kSigmoid};

constexpr Source kSources[] = {
    {"exp", pointwise_source<kExp, 1>},     {"log", pointwise_source<kLog, 1>},
    {"expm1", pointwise_source<kExpm1, 1>}, {"log1p", pointwise_source<kLog1p, 1>},
    {"tanh", pointwise_source<kTanh, 1>},   {"sigmoid", pointwise_source<kSigmoid, 1>},
};

}  // namespace

namespace build {
Value exp(Builder& b, Value x) { return b.add(kExp, {x}); }
Value log(Builder& b, Value x) { return b.add(kLog, {x}); }
Value expm1(Builder& b, Value x) { return b.add(kExpm1, {x}); }
Value log1p(Builder& b, Value x) { return b.add(kLog1p, {x}); }
Value tanh(Builder& b, Value x) { return b.add(kTanh, {x}); }
Value sigmoid(Builder& b, Value x) { return b.add(kSigmoid, {x}); }
}  // namespace build

const Family kExponentialFamily{kOps, kSources};

}  // namespace tlaloc::ops
