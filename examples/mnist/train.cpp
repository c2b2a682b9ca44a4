#include "train.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "adam.h"
#include "progress.h"

using namespace tlaloc;

namespace {

constexpr std::uint64_t kSeed = 20260922;
constexpr std::int64_t kFullBatch = 4096, kMiniBatch = 128;

/// From `first` in a straight line to nothing.
float falling(float first, int step, int steps) {
  return first * float(steps - step + 1) / float(steps);
}

/// Deals out batches of the numbers of digits, each once before any comes again.
class Deck {
 public:
  explicit Deck(std::int64_t rows) : rows_(rows), next_(rows) {
    order_.resize(std::size_t(rows));
    std::iota(order_.begin(), order_.end(), 0);
  }
  Labels deal(std::int64_t count) {
    if (next_ + count > rows_) {
      std::shuffle(order_.begin(), order_.end(), shuffler_);
      next_ = 0;
    }
    const auto first = order_.begin() + next_;
    next_ += count;
    Labels rows = Labels::uninitialized({count});
    std::copy_n(first, count, rows.mutable_span().begin());
    return rows;
  }

 private:
  std::vector<std::int32_t> order_;
  std::mt19937 shuffler_{kSeed};
  std::int64_t rows_, next_;
};

}  // namespace

Model train_full_batch(const Digits& digits, int steps) {
  const Images x = slice<0>(digits.images, 0, kFullBatch);
  const Scores y = one_hot<float, Digit>(slice<0>(digits.labels, 0, kFullBatch));
  // snippet: train
  const auto step = value_and_grad<0>(squared_error);
  Model model = initial_model(kSeed);
  Adam adam(model);
  Progress progress(steps);
  for (int i = 1; i <= steps; ++i) {
    const auto [loss, gradient] = step(model, x, y);
    adam.step(model, gradient, falling(1e-3f, i, steps));
    progress.done(i, loss);
  }
  // end snippet
  progress.finish();
  return model;
}

Model train_mini_batches(const Digits& digits, int steps) {
  const auto step = value_and_grad<0>(cross_entropy_loss);
  Model model = initial_model(kSeed);
  Adam adam(model);
  Deck deck(digits.labels.size(0));
  Progress progress(steps);
  for (int i = 1; i <= steps; ++i) {
    const auto rows = deck.deal(kMiniBatch);
    const auto [loss, gradient] =
        step(model, take<0>(digits.images, rows), take<0>(digits.labels, rows));
    adam.step(model, gradient, falling(3e-3f, i, steps));
    progress.done(i, loss);
  }
  progress.finish();
  return model;
}
