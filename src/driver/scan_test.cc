#include "driver/scan.h"
#include "driver/words.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "driver/files.h"

namespace tlaloc::driver {
namespace {

class ScanTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "tlaloc_scan_" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_ + "/inc");
  }
  std::string file(const std::string& name, const std::string& text) {
    EXPECT_TRUE(write_file(folder_ + "/" + name, text));
    return folder_ + "/" + name;
  }
  bool scan(const std::string& source, Words more = {}) {
    Words words = {"g++", "-c", source};
    words.insert(words.end(), more.begin(), more.end());
    return Scan(parse_command(words)).names_transformation(source);
  }
  std::string folder_;
};

TEST_F(ScanTest, NeedsTheHeaderAndAWord) {
  EXPECT_TRUE(scan(file("a.cc", "#include <tlaloc/tlaloc.h>\nauto g = grad(f);\n")));
  EXPECT_FALSE(scan(file("b.cc", "#include <tlaloc/tlaloc.h>\nint gradient, upgrad;\n")));
  EXPECT_FALSE(scan(file("c.cc", "#include <vector>\nauto g = grad(f);\n")));
}

TEST_F(ScanTest, FollowsQuotesBesideTheFile) {
  file("inc/b.h", "#include <tlaloc/grad.h>\n");
  file("a.h", "#  include \"inc/b.h\"\n");
  EXPECT_TRUE(scan(file("a.cc", "#include \"a.h\"\nauto g = jvp(f);\n")));
}

TEST_F(ScanTest, FollowsDirectoriesOfTheCommand) {
  file("inc/b.h",
       "#include <tlaloc/grad.h>\ntemplate <class F> auto d(F f) { return tlaloc::grad(f); }\n");
  const std::string source = file("a.cc", "#include <b.h>\n");
  EXPECT_FALSE(scan(source));
  EXPECT_TRUE(scan(source, {"-I", folder_ + "/inc"}));
  EXPECT_TRUE(scan(source, {"-isystem" + folder_ + "/inc"}));
}

TEST_F(ScanTest, ReadsForcedIncludes) {
  const std::string header = file("pch.h", "#include <tlaloc/tlaloc.h>\n");
  EXPECT_TRUE(scan(file("a.cc", "auto g = fused(f);\n"), {"-include", header}));
}

TEST_F(ScanTest, IncludesThatGoRoundEnd) {
  file("a.h", "#include \"b.h\"\n");
  file("b.h", "#include \"a.h\"\n");
  EXPECT_FALSE(scan(file("a.cc", "#include \"a.h\"\n")));
}

TEST(Scan, WordsAreWhole) {
  EXPECT_TRUE(has_transformation_word("tlaloc::value_and_grad<0>(f)"));
  EXPECT_TRUE(has_transformation_word("check_derivatives(f, 1.0)"));
  EXPECT_FALSE(has_transformation_word("gradient upgrade jvp_"));
}

TEST(Scan, OnlyCodeCounts) {
  EXPECT_FALSE(has_transformation_word("// compile this program\nint x; /* grad(f)\n grad */"));
  EXPECT_FALSE(has_transformation_word("// a comment that goes on \\\n grad(f)\n"));
  EXPECT_FALSE(has_transformation_word("f(\"grad\", \"a\\\"grad\", R\"x( grad \" )\" grad )x\");"));
  EXPECT_FALSE(has_transformation_word("#  include <tlaloc/grad.h>\n"));
  EXPECT_TRUE(has_transformation_word("f(\"http://x\", grad(f));"));
  EXPECT_TRUE(has_transformation_word("int n = 1'000'000; auto g = grad(f); char c = 'x';"));
  EXPECT_TRUE(has_transformation_word("char c = '\"', d = L'\\''; auto g = grad(f);"));
  EXPECT_TRUE(has_transformation_word("auto s = R\"(a // )\"; auto g = grad(f);"));
  EXPECT_TRUE(has_transformation_word("int a = b / c; auto g = grad(f);"));
  EXPECT_TRUE(has_transformation_word("#define G grad\n"));
}

/// A transformation that is missing among the words would leave its files unread.
TEST(Words, HoldEveryTransformationOfTheHeaders) {
  const std::regex declared("TLALOC_TRANSFORM typename [^;{]*::type (\\w+)\\(F f");
  int found = 0;
  for (const auto& header : std::filesystem::directory_iterator(TLALOC_HEADERS)) {
    std::stringstream text;
    text << std::ifstream(header.path()).rdbuf();
    const std::string all = text.str();
    for (std::sregex_iterator at(all.begin(), all.end(), declared), end; at != end; ++at, ++found)
      EXPECT_TRUE(has_transformation_word(at->str(1) + "(f)")) << at->str(1);
  }
  EXPECT_GE(found, 11);
}

}  // namespace
}  // namespace tlaloc::driver
