// Trains a classifier on the real MNIST digits, twice:
//   (a) squared error on one-hot targets, 600 steps over one batch of 4,096 digits;
//   (b) cross-entropy over shuffled batches of all 60,000 digits.
// Then it reads the 10,000 test digits and says how many it got right.
#include <exception>
#include <string>

#include <fmt/format.h>

#include "digits.h"
#include "options.h"
#include "report.h"
#include "train.h"

namespace {

constexpr int kFullBatchSteps = 600;
constexpr int kMiniBatchSteps = 4690;  // ten times through 60,000 digits, 128 at a time

/// Whether the run reached its goal; a shortened run is not asked to.
bool is_good(const char* run, double right, double goal, const Options& options) {
  if (options.steps || right >= goal) return true;
  fmt::print("run ({}) reached {:.2f} %, less than {:.1f} %\n", run, 100 * right, 100 * goal);
  return false;
}

bool run_a(const Digits& train, const Digits& test, const Options& options) {
  const int steps = options.steps.value_or(kFullBatchSteps);
  fmt::print("(a) squared error on one-hot targets, all of 4,096 digits in each of {} steps\n",
             steps);
  const Model model = train_full_batch(train, steps);
  return is_good("a", report(model, test), 0.93, options);
}

bool run_b(const Digits& train, const Digits& test, const Options& options) {
  const int steps = options.steps.value_or(kMiniBatchSteps);
  fmt::print("(b) cross-entropy, 128 of 60,000 shuffled digits in each of {} steps\n", steps);
  const Model model = train_mini_batches(train, steps);
  return is_good("b", report(model, test), 0.975, options);
}

int run(const Options& options) {
  const auto folder = find_digits(options.data);
  if (!folder) {
    fmt::print(
        "SKIP mnist: the MNIST files are not on this machine. To get them, run fetch_mnist.py (in "
        "share/tlaloc of\n"
        "the installed package, in tools of the sources); or name their folder: mnist --data "
        "FOLDER\n");
    return 0;
  }
  const Digits train = read_digits(*folder, "train"), test = read_digits(*folder, "t10k");
  fmt::print("MNIST from {}: {} digits to learn from, {} to be tested on\n", folder->string(),
             train.labels.size(0), test.labels.size(0));
  const bool a = !options.a || run_a(train, test, options);
  const bool b = !options.b || run_b(train, test, options);
  return a && b ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(read_options(argc, argv));
  } catch (const std::exception& e) {
    fmt::print(stderr, "mnist: {}\n", e.what());
    return 2;
  }
}
