#include "lift/flags.h"
#include "lift/header_directories.h"

#include <gtest/gtest.h>

namespace tlaloc::lift {
namespace {

TEST(Flags, OnlyWhatChangesTheTextIsKept) {
  EXPECT_EQ(
      flags_for_parse({"-c", "-Wall", "-std=c++20", "-O2", "-DA=1", "-I", "inc", "-isystem", "/s",
                       "-fipa-pta", "-fno-exceptions", "-fopt-info", "-o", "-x.o", "-MD", "-MF",
                       "d", "a.cc"}),
      (Words{"-std=c++20", "-O2", "-DA=1", "-I", "inc", "-isystem", "/s", "-fno-exceptions"}));
}

TEST(Flags, MacrosOfDroppedFlags) {
  EXPECT_EQ(flags_for_parse({"-fsanitize=address,undefined", "-fopenmp", "-std=c++20"}),
            (Words{"-D__SANITIZE_ADDRESS__=1", "-D_OPENMP=201511", "-std=c++20"}));
}

TEST(Flags, TheDefaultStandardIsTheCompilers) {
  EXPECT_EQ(flags_for_parse({"-c"}), Words{"-std=gnu++17"});
}

TEST(Flags, AForcedIncludeThroughXclang) {
  EXPECT_EQ(flags_for_parse({"-Xclang", "-include", "-Xclang", "/b/pch.hxx", "-std=c++20"}),
            (Words{"-include", "/b/pch.hxx", "-std=c++20"}));
}

TEST(Flags, DirectoriesAreReadFromWhatTheCompilerSays) {
  EXPECT_EQ(
      directories_in(
          "x\n#include \"...\" search starts here:\n#include <...> search starts here:\n "
          "/usr/include/c++/12\n"
          " /usr/lib/gcc/x86_64-linux-gnu/12/include\n /usr/include\nEnd of search list.\n# 1\n"),
      (Words{"/usr/include/c++/12", "/usr/lib/gcc/x86_64-linux-gnu/12/include", "/usr/include"}));
}

TEST(Flags, BuiltinHeadersAreReplaced) {
  const auto found = header_directories("g++", {"-std=c++20", "-I", "x"}, "/mine", Cache());
  ASSERT_TRUE(found) << base::text(found.error());
  EXPECT_EQ(std::count(found->searched.begin(), found->searched.end(), "/mine"), 1);
  for (const std::string& d : found->searched) EXPECT_FALSE(is_builtin_directory(d)) << d;
}

TEST(Flags, ACompilerThatIsNotThereIsSaid) {
  const auto found = header_directories("no-such-compiler", {}, "/mine", Cache());
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().what.find("no-such-compiler"), std::string::npos);
}

}  // namespace
}  // namespace tlaloc::lift
