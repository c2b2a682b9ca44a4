#include "driver/explain.h"

#include <gtest/gtest.h>

namespace tlaloc::driver {
namespace {

TEST(Explain, AQuestionNamesFileAndLine) {
  const auto q = parse_question("a b/main.cpp:12");
  ASSERT_TRUE(q);
  EXPECT_EQ(q->file, "a b/main.cpp");
  EXPECT_EQ(q->line, 12);
  for (const char* wrong : {"main.cpp", "main.cpp:", "main.cpp:x", ":12", "main.cpp:0", ""})
    EXPECT_FALSE(parse_question(wrong)) << wrong;
}

TEST(Explain, TheDatabaseSaysHowAFileIsCompiled) {
  const char* text = R"([
{ "directory": "/p/build", "command": "/usr/bin/c++ -DTEXT=\\\"a\\\" -c ../a.cpp", "file": "../a.cpp", "output": "a.o" },
{ "directory": "/p", "arguments": ["g++", "-I", "x y", "-c", "b.cpp"], "file": "/p/b.cpp" }
])";
  const auto a = find_in_database(text, "/p/a.cpp");
  ASSERT_TRUE(a);
  EXPECT_EQ(a->directory, "/p/build");
  EXPECT_EQ(a->command, (Words{"/usr/bin/c++", "-DTEXT=\"a\"", "-c", "../a.cpp"}));
  const auto b = find_in_database(text, "/p/b.cpp");
  ASSERT_TRUE(b);
  EXPECT_EQ(b->command, (Words{"g++", "-I", "x y", "-c", "b.cpp"}));
  EXPECT_FALSE(find_in_database(text, "/p/c.cpp"));
  EXPECT_FALSE(find_in_database("[{ \"file\": 3 }]", "/p/a.cpp"));
  EXPECT_FALSE(find_in_database("[{ \"file\": \"a", "/p/a.cpp"));
}

}  // namespace
}  // namespace tlaloc::driver
