// Axes with names: what is contracted, summed or batched is said by name, and checked by the
// compiler.
#include <tlaloc/tlaloc.h>

using namespace tlaloc;

// snippet: axes
using Batch = Axis<"batch">;
using Seq = Axis<"seq">;
using Head = Axis<"head", 2>;
using Feature = Axis<"feature", 3>;
// end snippet

int main() {
  // snippet: contract
  const Tensor<float, Seq, Feature> x = {{1, 2, 3}, {4, 5, 6}};
  const Tensor<float, Feature, Head> w = {{0.5f, 1}, {0.25f, 0}, {0, -1}};
  const Tensor<float, Seq, Head> y = matmul(x, w);  // over feature
  const Tensor<float, Head> total = sum<Seq>(y);
  // end snippet
  fmt::print("{}\n{}\n", y, total);

  // snippet: batch
  // A function of one sequence, over a batch of them: the new axis has a name too.
  const auto score = [](const Tensor<float, Seq, Feature>& s,
                        const Tensor<float, Feature, Head>& m) { return sum(tanh(matmul(s, m))); };
  const auto scores = vmap<Batch>(score, batched, shared);
  const auto slopes = vmap<Batch>(grad<0>(score), batched, shared);
  const auto both = stack<Batch>(std::vector{x, 2 * x});
  const Tensor<float, Batch> s = scores(both, w);
  const Tensor<float, Batch, Seq, Feature> ds = slopes(both, w);
  // end snippet
  fmt::print("{:.4f} {:.4f}\n{} x {} x {}\n", s(0), s(1), ds.size(0), ds.size(1), ds.size(2));
}
