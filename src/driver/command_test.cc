#include "driver/command.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "driver/files.h"
#include "driver/launch.h"

namespace tlaloc::driver {
namespace {

Words sources_of(const Command& c) {
  Words names;
  for (std::size_t i : c.sources) names.push_back(c.args[i]);
  return names;
}

TEST(Command, AnObjectFromASource) {
  const Command c = parse_command(
      {"ccache", "/usr/bin/g++", "-c", "-O2", "-MD", "-MF", "a.d", "a.cpp", "-o", "x/a.o"});
  EXPECT_EQ(c.wrappers, Words{"ccache"});
  EXPECT_EQ(c.compiler, "/usr/bin/g++");
  EXPECT_EQ(sources_of(c), Words{"a.cpp"});
  EXPECT_EQ(c.stage, Stage::object);
  EXPECT_EQ(c.output, "x/a.o");
  EXPECT_TRUE(c.writes_dependencies);
  EXPECT_EQ(c.dependency_file, "a.d");
}

TEST(Command, ValuesOfOptionsAreNoInputs) {
  const Command c =
      parse_command({"g++", "-include", "p.cpp", "-D", "x.cpp", "-Xlinker", "y.cc", "m.cc"});
  EXPECT_EQ(sources_of(c), Words{"m.cc"});
}

TEST(Command, SeveralSourcesAndObjectsLink) {
  const Command c = parse_command({"clang++", "a.cc", "b.cpp", "c.o", "-lm"});
  EXPECT_EQ(sources_of(c), (Words{"a.cc", "b.cpp"}));
  EXPECT_EQ(c.stage, Stage::link);
  EXPECT_TRUE(c.is_clang());
}

TEST(Command, LinkOnlyHasNoSource) {
  const Command c = parse_command({"g++", "a.o", "-o", "app"});
  EXPECT_TRUE(c.sources.empty());
  EXPECT_FALSE(c.has_cxx());
  EXPECT_TRUE(c.has_inputs);
}

TEST(Command, LanguageIsSaid) {
  EXPECT_EQ(sources_of(parse_command({"g++", "-x", "c++", "-c", "a.inc"})), Words{"a.inc"});
  EXPECT_TRUE(sources_of(parse_command({"g++", "-xc", "-c", "a.cc"})).empty());
  EXPECT_TRUE(
      parse_command({"g++", "-x", "c++-header", "-c", "a.hxx", "-o", "a.gch"}).makes_header);
  EXPECT_TRUE(sources_of(parse_command({"gcc", "-c", "a.c"})).empty());
}

TEST(Command, StagesThatMakeNoCode) {
  EXPECT_EQ(parse_command({"g++", "-E", "a.cc"}).stage, Stage::preprocess);
  EXPECT_EQ(parse_command({"g++", "-MM", "a.cc"}).stage, Stage::preprocess);
  EXPECT_EQ(parse_command({"g++", "-fsyntax-only", "a.cc"}).stage, Stage::syntax);
}

TEST(Command, ResponseFilesAreRead) {
  const std::string path = testing::TempDir() + "tlaloc_words.rsp";
  ASSERT_TRUE(write_file(path, "-c 'my file.cc'\n\"-DX=\\\"q\\\"\" -o a\\ b.o"));
  const Command c = parse_command({"g++", "@" + path});
  EXPECT_TRUE(c.expanded);
  EXPECT_EQ(c.args, (Words{"-c", "my file.cc", "-DX=\"q\"", "-o", "a b.o"}));
}

TEST(Command, AMissingResponseFileIsAWord) {
  EXPECT_EQ(parse_command({"g++", "@none"}).args, Words{"@none"});
}

TEST(Command, DefaultDependencyFiles) {
  EXPECT_EQ(default_dependency_file(parse_command({"g++", "-c", "d/a.cc"}), "d/a.cc"), "a.d");
  EXPECT_EQ(default_dependency_file(parse_command({"g++", "-c", "a.cc", "-o", "x/b.o"}), "a.cc"),
            "x/b.d");
  EXPECT_EQ(default_dependency_file(parse_command({"g++", "a.cc", "-o", "x/app"}), "a.cc"),
            "x/app-a.d");
  EXPECT_EQ(default_dependency_file(parse_command({"clang++", "a.cc", "-o", "x/app"}), "a.cc"),
            "x/app.d");
}

TEST(Launch, CopiesStandBesideWhatIsMade) {
  EXPECT_EQ(copies_folder(parse_command({"g++", "-c", "a.cc", "-o", "x/a.o"}), "a.cc"),
            "x/a.o.tlaloc");
  EXPECT_EQ(copies_folder(parse_command({"g++", "a.cc", "b.cc", "-o", "app"}), "b.cc"),
            "app.tlaloc/b.cc");
}

}  // namespace
}  // namespace tlaloc::driver
