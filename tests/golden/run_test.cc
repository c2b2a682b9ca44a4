// The goldens, compiled without the tool, compute what the oracle says. `--bits` prints every
// result's bits instead, so that two builds of the same texts can be compared.
#include <cmath>
#include <cstdio>
#include <cstring>

#include <gtest/gtest.h>

#include "back/eval/eval.h"
#include "golden/cases.h"
#include "golden/runners.h"

namespace tlaloc::golden {
namespace {

bool close(double got, double expected) {
  if (std::isnan(expected)) return std::isnan(got);
  return got == expected || std::abs(got - expected) <= 1e-12 * std::max(1.0, std::abs(expected));
}

TEST(Run, EveryGoldenComputesWhatTheOracleSays) {
  for (const Case& c : cases()) {
    ASSERT_TRUE(runners().contains(c.name)) << c.name << " is not compiled: ./dev regen";
    for (const std::vector<Array>& args : c.runs) {
      const auto expected = back::eval(c.program.graph, args);
      ASSERT_TRUE(expected.has_value()) << c.name << ": " << base::text(expected.error());
      const std::vector<Array> got = runners().at(c.name)(args);
      ASSERT_EQ(got.size(), expected->size()) << c.name;
      for (std::size_t i = 0; i < got.size(); ++i) {
        ASSERT_EQ(got[i].sizes, (*expected)[i].sizes) << c.name;
        for (std::int64_t e = 0; e < got[i].count(); ++e)
          EXPECT_TRUE(close(got[i].number(e), (*expected)[i].number(e)))
              << c.name << " result " << i << "[" << e << "]: " << text(got[i]) << ", expected "
              << text((*expected)[i]);
      }
    }
  }
}

int print_bits() {
  for (const Case& c : cases())
    for (const std::vector<Array>& args : c.runs)
      for (const Array& y : runners().at(c.name)(args)) {
        std::printf("%s", c.name.c_str());
        for (std::byte b : y.bytes) std::printf(" %02x", static_cast<unsigned>(b));
        std::printf("\n");
      }
  return 0;
}

}  // namespace
}  // namespace tlaloc::golden

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--bits") == 0) return tlaloc::golden::print_bits();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
