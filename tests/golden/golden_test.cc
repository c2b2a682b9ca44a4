// Every derivative is printed and held against the text that is checked in. `golden_test --regen`
// rewrites the texts.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "back/cpp/print.h"
#include "golden/cases.h"

namespace tlaloc::golden {
namespace {

const std::filesystem::path kFolder = TLALOC_GOLDEN_FOLDER;
bool regen = false;

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

void hold(const std::string& file, const std::string& text) {
  if (regen) {
    if (read(kFolder / file) != text) std::ofstream(kFolder / file) << text;
    return;
  }
  EXPECT_EQ(read(kFolder / file), text) << file << " has another text: ./dev regen";
}

std::string printed(const Case& c) {
  const auto p = back::print_cpp(c.program, {.name = c.name, .source = {}});
  EXPECT_TRUE(p.has_value()) << (p ? "" : base::text(p.error()));
  return p ? p->derivative : std::string();
}

bool is_template(const std::string& text) { return text.find("template <") != std::string::npos; }

TEST(Golden, EveryDerivativeIsTheTextThatIsCheckedIn) {
  std::string includes =
      "// Every golden, for run.cc: written by golden_test --regen.\n#pragma once\n\n";
  std::string list =
      "// CASE(name) for every golden that is no template: written by golden_test --regen.\n";
  for (const Case& c : cases()) {
    const std::string text = printed(c);
    hold(c.name + ".h", text);
    includes += fmt::format("#include \"golden/derivatives/{}.h\"\n", c.name);
    if (!is_template(text)) list += fmt::format("CASE({})\n", c.name);
  }
  hold("all.h", includes);
  hold("cases.inc", list);
}

std::size_t vectors_in(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("std::vector<double>("); at != std::string::npos;
       at = text.find("std::vector<double>(", at + 1))
    ++count;
  return count;
}

TEST(Golden, ASumOfSquaresAndAnElementwiseLoopStoreNothing) {
  std::size_t seen = 0;
  for (const Case& c : cases()) {
    if (c.name != "loop_sum_of_squares_grad" && c.name != "loop_elementwise_grad") continue;
    ++seen;
    const std::string text = printed(c);
    EXPECT_EQ(vectors_in(text), 1u) << text;  // the gradient itself
  }
  EXPECT_EQ(seen, 2u);
}

}  // namespace
}  // namespace tlaloc::golden

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) tlaloc::golden::regen |= std::string(argv[i]) == "--regen";
  return RUN_ALL_TESTS();
}
