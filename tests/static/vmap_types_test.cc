// What vmap makes of a signature: this file passes when it compiles.
#include <tlaloc/grad.h>
#include <tlaloc/vmap.h>

#include <concepts>
#include <string>

namespace tlaloc::vmap_types {

using Batch = Axis<"batch">;
using Seq = Axis<"seq">;
using Feature = Axis<"feature", 4>;

struct Model {
  Tensor<float, Feature> w;
  int heads;
};
struct Moved {
  float x;
};

template <class F, class R, class... A>
concept Signed = std::same_as<typename F::tlaloc_signature, detail::Signature<R, A...>>;
#define VMAPPED(axis, ...) decltype(vmap<axis>(__VA_ARGS__))

float product(float, float);
Tensor<float, Feature> row(const Tensor<float, Feature>&, float);
float loss(const Model&, Vector<float>);
std::pair<float, Tensor<double, Seq>> two(double, int);
Moved moved(Moved);
float of_span(std::span<const float>, std::vector<float>);

using B = Tensor<float, Batch>;
static_assert(Signed<VMAPPED(Batch, product), B, B, B>);
static_assert(Signed<VMAPPED(Batch, product, batched, shared), B, B, float>);
static_assert(Signed<VMAPPED(Any, product), Vector<float>, Vector<float>, Vector<float>>);

using Rows = Tensor<float, Batch, Feature>;
using Columns = Tensor<float, Feature, Batch>;
static_assert(Signed<VMAPPED(Batch, row), Rows, const Rows&, B>);
static_assert(Signed<VMAPPED(Batch, row, batched_at<1>, shared), Rows, const Columns&, float>);
static_assert(Signed<VMAPPED(Batch, row, batched, shared, out_at<1>), Columns, const Rows&, float>);

static_assert(
    Signed<VMAPPED(Batch, loss, shared, batched), B, const Model&, Tensor<float, Batch, Any>>);
static_assert(
    Signed<VMAPPED(Batch, loss), B, const Batched<Batch, Model>&, Tensor<float, Batch, Any>>);
static_assert(Signed<VMAPPED(Batch, grad<0>(loss), shared, batched), Batched<Batch, Model>,
                     const Model&, Tensor<float, Batch, Any>>);
static_assert(Signed<VMAPPED(Batch, moved), Batched<Batch, Moved>, Batched<Batch, Moved>>);
static_assert(Signed<VMAPPED(Batch, two), std::pair<B, Tensor<double, Batch, Seq>>,
                     Tensor<double, Batch>, Tensor<int, Batch>>);
static_assert(
    Signed<VMAPPED(Batch, of_span), B, Tensor<float, Batch, Any>, Tensor<float, Batch, Any>>);

// Nested: the outer axis stands in front.
using Both = Tensor<float, Seq, Batch>;
static_assert(Signed<VMAPPED(Seq, vmap<Batch>(product)), Both, Both, Both>);
static_assert(Signed<VMAPPED(Seq, vmap<Batch>(product, batched, shared), shared, batched), Both, B,
                     Tensor<float, Seq>>);

}  // namespace tlaloc::vmap_types
