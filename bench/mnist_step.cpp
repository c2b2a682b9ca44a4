// MNIST step (a), forward, gradient and Adam on 4,096 images, over the floor: its five matrix
// products alone, each by the faster of oneDNN's matmul primitive and its sgemm on plain layouts,
// on all cores. With the word `serve` it is our side of a contest instead (contest.h).
#include <tlaloc/tlaloc.h>
#include <oneapi/dnnl/dnnl.hpp>

#include <algorithm>
#include <deque>
#include <vector>

#include "adam.h"
#include "contest.h"
#include "model.h"
#include "ratio.h"

using namespace tlaloc;

namespace {

// C[m, n] = op(A) op(B), dense row-major; `ta`, `tb`: the operand is stored transposed.
struct Product {
  std::int64_t m, k, n;
  bool ta, tb;
};

class Floor {
 public:
  explicit Floor(const Product& p)
      : p_(p),
        a_(p.m * p.k, 0.5f),
        b_(p.k * p.n, 0.25f),
        c_(p.m * p.n),
        engine_(dnnl::engine::kind::cpu, 0),
        stream_(engine_) {
    using dnnl::memory;
    const auto desc = [](std::int64_t rows, std::int64_t columns, bool transposed) {
      return transposed
                 ? memory::desc({rows, columns}, memory::data_type::f32, memory::dims{1, rows})
                 : memory::desc({rows, columns}, memory::data_type::f32, memory::dims{columns, 1});
    };
    const auto da = desc(p.m, p.k, p.ta), db = desc(p.k, p.n, p.tb), dc = desc(p.m, p.n, false);
    primitive_ =
        dnnl::matmul(dnnl::matmul::primitive_desc(dnnl::matmul::desc(da, db, dc), engine_));
    arguments_ = {{DNNL_ARG_SRC, memory(da, engine_, a_.data())},
                  {DNNL_ARG_WEIGHTS, memory(db, engine_, b_.data())},
                  {DNNL_ARG_DST, memory(dc, engine_, c_.data())}};
    const double by_primitive = bench::seconds_of([&] { primitive(); }),
                 by_sgemm = bench::seconds_of([&] { sgemm(); });
    sgemm_is_faster_ = by_sgemm < by_primitive;
  }
  void operator()() { sgemm_is_faster_ ? sgemm() : primitive(); }

 private:
  void primitive() {
    primitive_.execute(stream_, arguments_);
    stream_.wait();
  }
  void sgemm() {
    dnnl::sgemm(p_.ta ? 'T' : 'N', p_.tb ? 'T' : 'N', p_.m, p_.n, p_.k, 1.0f, a_.data(),
                p_.ta ? p_.m : p_.k, b_.data(), p_.tb ? p_.k : p_.n, 0.0f, c_.data(), p_.n);
  }
  Product p_;
  std::vector<float> a_, b_, c_;
  dnnl::engine engine_;
  dnnl::stream stream_;
  dnnl::matmul primitive_;
  std::unordered_map<int, dnnl::memory> arguments_;
  bool sgemm_is_faster_ = false;
};

constexpr std::int64_t kImages = 4096;

Model start_model() {
  const auto weights = [](auto like) {
    const auto n = static_cast<std::int64_t>(like.mutable_span().size());
    const std::vector<float> values = bench::contest_numbers(n);
    std::ranges::copy(values, like.mutable_span().begin());
    return 0.1 * (like - 0.5);
  };
  return {{weights(zeros<Tensor<float, Pixel, Hidden>>()), zeros<Tensor<float, Hidden>>()},
          {weights(zeros<Tensor<float, Hidden, Digit>>()), zeros<Tensor<float, Digit>>()}};
}

void serve() {
  const Images x = from<Images>(bench::contest_numbers(kImages * 784), kImages);
  const Scores y = from<Scores>(bench::contest_numbers(kImages * 10), kImages);
  const auto step = value_and_grad<0>(squared_error);
  Model model = start_model();
  Adam adam(model);
  bench::serve([&] {
    auto [loss, gradient] = step(model, x, y);
    adam.step(model, gradient, 1e-3f);
    return loss;
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "serve") {
    serve();
    return 0;
  }
  std::deque<Floor> floor;  // they hold pointers into themselves
  for (const Product& p :
       {Product{kImages, 784, 128, false, false}, Product{kImages, 128, 10, false, false},
        Product{128, kImages, 10, true, false}, Product{kImages, 10, 128, false, true},
        Product{784, kImages, 128, true, false}})
    floor.emplace_back(p);

  const Images x = uniform<float>(Key(1), kImages, 784);
  const Scores y = uniform<float>(Key(2), kImages, 10);
  const auto step = value_and_grad<0>(squared_error);
  Model model = initial_model(1);
  Adam adam(model);
  const auto ours = [&] {
    auto [loss, gradient] = step(model, x, y);
    bench::keep(loss);
    adam.step(model, gradient, 1e-3f);
  };
  const auto products = [&] {
    for (Floor& f : floor) f();
  };
  bench::print("mnist_step_over_its_products", bench::compare(ours, products, 11, 0.1), 1.15);
}
