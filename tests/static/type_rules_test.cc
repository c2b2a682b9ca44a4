// The rules of typed tensors, at compile time: this file passes when it compiles.
#include <tlaloc/axis.h>
#include <tlaloc/type_rules.h>

#include <concepts>

namespace tlaloc {
namespace {

using Batch = Axis<"batch">;
using Feature = Axis<"feature", 784>;
using Hidden = Axis<"hidden", 64>;
using Seq = Axis<"seq", up_to<4096>>;

template <class A, class B>
concept Is = std::same_as<A, B>;

// Axes are the same type exactly when they say the same.
constexpr std::size_t kFeatures = 784;
constexpr long kFeaturesToo = 784;
static_assert(Is<Feature, Axis<"feature", kFeatures>> &&
              Is<Feature, Axis<"feature", kFeaturesToo>>);
static_assert(!Is<Feature, Axis<"feature">> && !Is<Seq, Axis<"seq", 4096>>);
static_assert(axis_info<Seq>.extent.bound == 4096 && axis_info<Feature>.name == "feature");
static_assert(AxisType<Any> && AxisType<Dim<0>> && !AxisType<int>);
static_assert(axis_info<Axis<"x'">>.name == "x'");

namespace pairs {
using rules::meet;
using rules::stretch;
static_assert(Is<meet<Any, Any>, Any>);
static_assert(Is<meet<Batch, Batch>, Batch>);
static_assert(Is<meet<Batch, Any>, Batch> && Is<meet<Any, Batch>, Batch>, "the name stays");
static_assert(Is<meet<Any, Dim<3>>, Dim<3>> && Is<meet<Dim<3>, Any>, Dim<3>>, "the size stays");
static_assert(Is<meet<Batch, Dim<10>>, Axis<"batch", 10>>, "name and size stay");
static_assert(Is<meet<Axis<"feature">, Feature>, Feature>);
static_assert(Is<meet<Dim<784>, Feature>, Feature>);
static_assert(Is<meet<Seq, Axis<"seq">>, Seq> && Is<meet<Seq, Axis<"seq", 7>>, Axis<"seq", 7>>);
static_assert(Is<meet<Seq, Axis<"seq", up_to<100>>>, Axis<"seq", up_to<100>>>);
static_assert(Is<meet<Batch, Feature>, axes_differ<Batch, Feature>>, "two names");
static_assert(Is<meet<Dim<2>, Dim<3>>, axes_differ<Dim<2>, Dim<3>>>);
static_assert(Is<meet<Dim<2>, Feature>, axes_differ<Dim<2>, Feature>>);
static_assert(Is<meet<Seq, Axis<"seq", 5000>>, axes_differ<Seq, Axis<"seq", 5000>>>);
static_assert(Is<meet<Dim<1>, Dim<3>>, axes_differ<Dim<1>, Dim<3>>>,
              "a contraction never stretches");

static_assert(Is<stretch<Dim<1>, Dim<3>>, Dim<3>> && Is<stretch<Dim<3>, Dim<1>>, Dim<3>>);
static_assert(Is<stretch<Dim<1>, Feature>, Feature> && Is<stretch<Dim<1>, Any>, Any>);
static_assert(Is<stretch<Dim<1>, Dim<1>>, Dim<1>>);
static_assert(Is<stretch<Axis<"a", 1>, Axis<"a", 3>>, axes_differ<Axis<"a", 1>, Axis<"a", 3>>>,
              "equal names never stretch");
static_assert(Is<stretch<Axis<"a", 1>, Dim<3>>, axes_differ<Axis<"a", 1>, Dim<3>>>);
static_assert(rules::may_stretch<Any> && rules::may_stretch<Dim<1>>);
static_assert(!rules::may_stretch<Batch> && !rules::may_stretch<Axis<"a", 1>> &&
              !rules::may_stretch<Dim<2>>);
}  // namespace pairs

namespace broadcasting {
using rules::broadcast;
static_assert(Is<broadcast<Axes<Batch, Feature>, Axes<Feature>>, Axes<Batch, Feature>>);
static_assert(Is<broadcast<Axes<Feature>, Axes<Batch, Any>>, Axes<Batch, Feature>>);
static_assert(Is<broadcast<Axes<Any, Dim<1>>, Axes<Batch, Hidden>>, Axes<Batch, Hidden>>);
static_assert(Is<broadcast<Axes<>, Axes<Any>>, Axes<Any>> && Is<broadcast<Axes<>, Axes<>>, Axes<>>);
static_assert(
    Is<broadcast<Axes<Batch, Feature>, Axes<Batch, Hidden>>, axes_differ<Feature, Hidden>>);
static_assert(Is<broadcast<Axes<Batch, Feature>, Axes<Batch>>, axes_differ<Feature, Batch>>,
              "axes align from the right");
static_assert(
    Is<rules::broadcast_all<Axes<Any>, Axes<Batch, Any>, Axes<Hidden>>, Axes<Batch, Hidden>>);
static_assert(
    Is<rules::broadcast_all<Axes<Batch>, Axes<Feature>, Axes<Any>>, axes_differ<Batch, Feature>>);
static_assert(Is<rules::same<Axes<Any, Dim<2>>, Axes<Batch, Any>>, Axes<Batch, Dim<2>>>);
static_assert(Is<rules::same<Axes<Any>, Axes<Any, Any>>, ranks_differ<1, 2>>);
static_assert(Is<rules::same<Axes<Dim<1>>, Axes<Dim<2>>>, axes_differ<Dim<1>, Dim<2>>>);
}  // namespace broadcasting

namespace choosing {
using L = Axes<Batch, Any, Feature>;
static_assert(Is<rules::reduce<L>, Axes<>>, "no axes: all of them");
static_assert(Is<rules::reduce<L, 0>, Axes<Any, Feature>> &&
              Is<rules::reduce<L, -1>, Axes<Batch, Any>>);
static_assert(Is<rules::reduce<L, 2, 0>, Axes<Any>> && Is<rules::reduce<L, 0, 1, 2>, Axes<>>);
static_assert(Is<rules::reduce<L, 3>, no_axis_number<3, 3>>);
static_assert(Is<rules::reduce<L, 0, -4>, no_axis_number<-4, 3>>);
static_assert(Is<rules::reduce<L, 0, -3>, axis_named_twice<L>>);
static_assert(rules::number_named<Feature, L> == 2 && rules::number_named<Axis<"batch">, L> == 0);
static_assert(rules::number_named<Hidden, L> == 3 && rules::number_named<Any, L> == 3, "not there");
static_assert(Is<rules::reduce_named<L, Feature>, Axes<Batch, Any>>);
static_assert(Is<rules::reduce_named<L, Axis<"feature">, Batch>, Axes<Any>>);
static_assert(Is<rules::reduce_named<L, Batch, Hidden>, no_axis_named<Hidden, L>>);
static_assert(Is<rules::reduce_named<L, Hidden, Batch>, no_axis_named<Hidden, L>>);
static_assert(Is<rules::permute<L, 2, 0, 1>, Axes<Feature, Batch, Any>>);
static_assert(Is<rules::permute<L, 2, 0>, ranks_differ<2, 3>>);
static_assert(Is<rules::permute<L, 2, 0, 0>, axis_named_twice<L>>);
static_assert(Is<rules::permute<L, 2, 0, 5>, no_axis_number<5, 3>>);
static_assert(Is<rules::reversed<L>, Axes<Feature, Any, Batch>>);
}  // namespace choosing

namespace moving {
using L = Axes<Batch, Feature>;
static_assert(Is<rules::slice<L, 1>, Axes<Batch, Axis<"feature">>>,
              "the name stays, the size does not");
static_assert(Is<rules::slice<Axes<Dim<3>>, 0>, Axes<Any>>);
static_assert(Is<rules::slice<L, 2>, no_axis_number<2, 2>>);
static_assert(
    Is<rules::concat<1, L, Axes<Batch, Axis<"feature", 16>>>, Axes<Batch, Axis<"feature", 800>>>);
static_assert(Is<rules::concat<0, Axes<Dim<2>>, Axes<Dim<3>>, Axes<Dim<4>>>, Axes<Dim<9>>>);
static_assert(Is<rules::concat<0, Axes<Dim<2>>, Axes<Any>>, Axes<Any>>);
static_assert(Is<rules::concat<0, L, Axes<Batch, Hidden>>, axes_differ<Feature, Hidden>>);
static_assert(Is<rules::concat<1, L, Axes<Batch, Hidden>>, axes_differ<Feature, Hidden>>);
static_assert(Is<rules::concat<0, L, Axes<Batch>>, ranks_differ<2, 1>>);
static_assert(Is<rules::concat<2, L, L>, no_axis_number<2, 2>>);
static_assert(Is<rules::take<L, Axes<Dim<5>, Seq>, 1>, Axes<Batch, Dim<5>, Seq>>);
static_assert(Is<rules::append<L, Dim<10>>, Axes<Batch, Feature, Dim<10>>>);
}  // namespace moving

namespace products {
using rules::matmul;
static_assert(Is<matmul<Axes<Batch, Feature>, Axes<Feature, Dim<10>>>, Axes<Batch, Dim<10>>>);
static_assert(Is<matmul<Axes<Any, Any>, Axes<Feature, Hidden>>, Axes<Any, Hidden>>);
static_assert(Is<matmul<Axes<Batch, Seq, Hidden>, Axes<Hidden, Any>>, Axes<Batch, Seq, Any>>);
static_assert(
    Is<matmul<Axes<Batch, Any, Any>, Axes<Dim<1>, Any, Dim<2>>>, Axes<Batch, Any, Dim<2>>>);
static_assert(Is<matmul<Axes<Batch, Seq>, Axes<Hidden, Any>>, axes_differ<Seq, Hidden>>);
static_assert(Is<matmul<Axes<Batch, Dim<1>>, Axes<Dim<3>, Any>>, axes_differ<Dim<1>, Dim<3>>>);
static_assert(Is<matmul<Axes<Batch, Any, Any>, Axes<Seq, Any, Any>>, axes_differ<Batch, Seq>>);
static_assert(Is<matmul<Axes<Batch>, Axes<Batch, Any>>, ranks_differ<1, 2>>);
static_assert(Is<rules::dot<Axes<Batch>, Axes<Any>>, Axes<>>);
static_assert(Is<rules::dot<Axes<Batch>, Axes<Feature>>, axes_differ<Batch, Feature>>);
static_assert(Is<rules::dot<Axes<Batch, Any>, Axes<Feature>>, ranks_differ<2, 1>>);

template <class L, class R, class LC, class RC, class LB = Numbers<>, class RB = Numbers<>>
using contract = rules::contract<L, R, LC, RC, LB, RB>;
using N0 = Numbers<0>;
using N1 = Numbers<1>;
static_assert(
    Is<contract<Axes<Batch, Feature>, Axes<Batch, Hidden>, N0, N0>, Axes<Feature, Hidden>>);
static_assert(Is<contract<Axes<Batch, Seq, Any>, Axes<Batch, Any, Hidden>, Numbers<2>, N1, N0, N0>,
                 Axes<Batch, Seq, Hidden>>);
static_assert(Is<contract<Axes<Batch>, Axes<Any>, N0, N0>, Axes<>>);
static_assert(Is<contract<Axes<Batch>, Axes<Seq>, Numbers<>, Numbers<>>, Axes<Batch, Seq>>);
static_assert(Is<contract<Axes<Batch>, Axes<Seq>, N0, N0>, axes_differ<Batch, Seq>>);
static_assert(Is<contract<Axes<Batch>, Axes<Batch>, N1, N0>, no_axis_number<1, 1>>);
static_assert(Is<contract<Axes<Batch>, Axes<Batch>, N0, N1>, no_axis_number<1, 1>>);
}  // namespace products

}  // namespace
}  // namespace tlaloc

int main() {}
