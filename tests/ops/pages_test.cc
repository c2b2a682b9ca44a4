// What is checked in is what the table says now.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

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

/// String literals of the sources that look like an error's id: "word.word" or "word.c3".
std::set<std::string> ids_in_sources() {
  static const std::regex id("\"([a-z_]+\\.[a-z_]+[0-9]*)\"");
  static const std::regex file_name(".*\\.(h|cc|cpp|txt|rsp|def|so|d|md|json|dxir)");
  std::set<std::string> out;
  for (const char* folder : {"src", "include/tlaloc"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / folder)) {
      const std::string name = entry.path().string();
      if (!std::regex_match(name, std::regex(".*\\.(h|cc)")) || name.ends_with("_test.cc"))
        continue;
      const std::string text = read(entry.path());
      for (auto m = std::sregex_iterator(text.begin(), text.end(), id); m != std::sregex_iterator();
           ++m)
        if (const std::string found = (*m)[1]; !std::regex_match(found, file_name))
          out.insert(found);
    }
  }
  return out;
}

TEST(pages, every_error_of_the_sources_is_on_the_errors_page) {
  // Paths of leaves and names of device ops, in comments.
  const std::set<std::string> no_ids = {"model.heads", "model.l1", "stablehlo.gather"};
  const std::string page = errors_page();
  const std::set<std::string> ids = ids_in_sources();
  EXPECT_GT(ids.size(), 100u);
  for (const std::string& id : ids)
    EXPECT_TRUE(no_ids.contains(id) || page.find("| `" + id + "` |") != std::string::npos)
        << id
        << " is in no table: src/lift/diagnostics.def, an op's .refuses, src/base/error_ids.def";
}

TEST(pages, every_error_that_is_listed_is_raised_somewhere) {
  const std::set<std::string> ids = ids_in_sources();
#define ERROR_ID(id, text, help) EXPECT_TRUE(ids.contains(id)) << id << ": no source says it";
#include "base/error_ids.def"
#undef ERROR_ID
}

}  // namespace
}  // namespace tlaloc::ops_test
