// What is checked in is what the table says now.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "ops/pages.h"

namespace tlaloc::ops_test {
namespace {

const std::filesystem::path kRoot = TLALOC_ROOT;

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(pages, are_fresh) {
  for (const auto& [name, text] : pages())
    EXPECT_EQ(read(kRoot / name), text) << name << " is stale: ./dev regen";
}

TEST(pages, no_golden_is_left_of_an_op_that_went) {
  const auto written = pages();
  for (const auto& entry : std::filesystem::directory_iterator(kRoot / "tests/golden/ops"))
    EXPECT_TRUE(written.contains("tests/golden/ops/" + entry.path().filename().string()))
        << entry.path();
}

}  // namespace
}  // namespace tlaloc::ops_test
