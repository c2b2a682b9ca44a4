// The signatures of transformed functions, at compile time: this file passes when it compiles.
#include <tlaloc/tlaloc.h>

#include <array>
#include <concepts>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tlaloc {
namespace {

template <class A, class B>
concept Is = std::same_as<A, B>;

/// The signature of Op(f) for f with this one.
template <class Op, class R, class... A>
using Of = typename detail::ApplyOp<Op, detail::Signature<R, A...>>::type;
using detail::Signature;

struct In {
  float a;
  Vector<float> b;
  int n;
};
struct Out {
  Matrix<float> m;
  std::string name;
  float s;
};

// vjp: the arguments, then a cotangent of the result's type
static_assert(Is<Of<VjpOp<>, double, double>, Signature<double, double, double>>);
static_assert(Is<Of<VjpOp<>, Out, const In&, int, double>,
                 Signature<std::tuple<In, double>, const In&, int, double, const Out&>>);
static_assert(
    Is<Of<VjpOp<1>, Vector<float>, float, std::span<const float>>,
       Signature<std::vector<float>, float, std::span<const float>, const Vector<float>&>>);

// hvp
static_assert(Is<Of<HvpOp, double, double, int>, Signature<double, double, int, double>>);
static_assert(Is<Of<HvpOp, float, const In&>, Signature<In, const In&, const In&>>);

// jacobian: axes of the result, then of the argument
using B = Axis<"batch">;
using F = Axis<"feature", 3>;
static_assert(Is<Jacobian<double, double>, double>);
static_assert(Is<Jacobian<Vector<double>, double>, Vector<double>>);
static_assert(Is<Jacobian<double, Tensor<double, B, F>>, Tensor<double, B, F>>);
static_assert(Is<Jacobian<Tensor<double, B>, Tensor<double, F>>, Tensor<double, B, F>>);
static_assert(Is<Jacobian<Tensor<double, B, F>, Tensor<double, F>>,
                 Tensor<double, B, F, Axis<"feature'", 3>>>);
static_assert(Is<Jacobian<Tensor<double, F, Axis<"feature'", 3>>, Tensor<double, F>>,
                 Tensor<double, F, Axis<"feature'", 3>, Axis<"feature''", 3>>>);
static_assert(Is<Jacobian<std::vector<double>, std::span<const double>>, Matrix<double>>);
static_assert(Is<Jacobian<double, std::span<const double>>, std::vector<double>>);
static_assert(Is<Jacobian<std::vector<double>, double>, std::vector<double>>);
static_assert(Is<Of<JacobianOp, Vector<float>, const Vector<float>&, int>,
                 Signature<Matrix<float>, const Vector<float>&, int>>);
static_assert(Is<Of<JacobianReverseOp, float, float, float>,
                 Signature<Blocks<float, std::tuple<float, float>>, float, float>>);
static_assert(Is<Of<HessianOp, double, const Tensor<double, F>&>,
                 Signature<Tensor<double, F, Axis<"feature'", 3>>, const Tensor<double, F>&>>);
static_assert(Is<Of<HessianOp, double, std::span<const double>>,
                 Signature<Matrix<double>, std::span<const double>>>);

// Blocks: members without a derivative have none
using J = Jacobian<Out, In>;
static_assert(Is<J, Blocks<Out, In>>);
static_assert(
    Is<J::Leaves, std::tuple<Matrix<float>, Tensor<float, Any, Any, Any>, float, Vector<float>>>);
static_assert(Is<decltype(J().block<&Out::m, &In::b>()), Tensor<float, Any, Any, Any>>);
static_assert(Is<decltype(J().block<&Out::s, &In::a>()), float>);
static_assert(Is<decltype(J().dense()), Matrix<float>>);
static_assert(Is<decltype(Jacobian<float, In>().block<&In::b>()), Vector<float>>);
static_assert(Is<decltype(Jacobian<Out, float>().block<&Out::m>()), Matrix<float>>);
using Two = Jacobian<std::pair<In, float>, std::tuple<float, Out>>;
static_assert(Is<decltype(Two().block<0, 1>()), Blocks<In, Out>>);
static_assert(Is<decltype(Two().block<1, 1>().block<&Out::m>()), Matrix<float>>);
static_assert(Is<decltype(Jacobian<std::array<float, 2>, float>().block<1>()), float>);

}  // namespace
}  // namespace tlaloc

int main() {}
