#include "report.h"

#include <vector>

#include "picture.h"

using namespace tlaloc;

namespace {

constexpr int kShown = 3;  // side by side

/// The digits at `rows` as text, each under what it is taken for and how sure the model is.
void show(const std::vector<std::int64_t>& rows, const Digits& test, const Scores& sure,
          const Labels& verdicts) {
  std::vector<std::vector<std::string>> pictures;
  std::vector<std::string> captions;
  for (const std::int64_t row : rows) {
    const int verdict = int(verdicts(row)), label = int(test.labels(row));
    pictures.push_back(picture(test.images.span().subspan(std::size_t(row) * 784, 784)));
    captions.push_back(fmt::format("{} ({:.0f} %): {}", verdict, 100 * sure(row, verdict),
                                   verdict == label ? "right" : fmt::format("wrong, a {}", label)));
  }
  if (!rows.empty()) fmt::print("\n{}", gallery(pictures, captions));
}

}  // namespace

double report(const Model& model, const Digits& test) {
  const Scores given = scores(model, test.images);
  const Scores sure = softmax<Digit>(given);
  const Labels verdicts = argmax<Digit>(given);
  std::vector<std::int64_t> right, wrong;
  for (std::int64_t row = 0; row < verdicts.size(0); ++row)
    (verdicts(row) == test.labels(row) ? right : wrong).push_back(row);
  const double share = double(right.size()) / double(verdicts.size(0));
  fmt::print("  test: {} of {} right, {:.2f} %\n", right.size(), verdicts.size(0), 100 * share);
  right.resize(std::min<std::size_t>(right.size(), kShown));
  wrong.resize(std::min<std::size_t>(wrong.size(), kShown));
  show(right, test, sure, verdicts);
  show(wrong, test, sure, verdicts);
  fmt::print("\n");
  return share;
}
