#include "back/cpp/writer.h"

#include <gtest/gtest.h>

namespace tlaloc::back {
namespace {

TEST(Writer, IndentsBlocks) {
  Writer w;
  w.open("if (c)");
  w.line("x = 1;");
  w.reopen("else");
  w.line("x = 2;");
  w.close();
  EXPECT_EQ(w.text(), "if (c) {\n  x = 1;\n} else {\n  x = 2;\n}\n");
}

TEST(Writer, BreaksLongLinesOutsideOfInnerBrackets) {
  Writer w;
  const std::string half(45, 'a');
  w.line("f(" + half + ", g(b, c), " + half + ");");
  EXPECT_EQ(w.text(), "f(" + half + ", g(b, c),\n    " + half + ");\n");
}

TEST(Writer, NeverBreaksAString) {
  Writer w;
  const std::string text = "\"" + std::string(60, 'a') + ", " + std::string(60, 'b') + "\"";
  w.line(text);
  EXPECT_EQ(w.text(), text + "\n");
}

TEST(Writer, SaysASourceOnlyWhenItChanges) {
  Writer w;
  w.source({"main.cpp", 7, 3});
  w.line("a;");
  w.source({"main.cpp", 7, 9});
  w.line("b;");
  w.source({"main.cpp", 8, 1});
  w.source({});
  EXPECT_EQ(w.text(), "// main.cpp:7\na;\nb;\n// main.cpp:8\n");
}

TEST(Writer, ForgetsWhatIsRolledBack) {
  Writer w;
  const Writer::Mark mark = w.mark();
  w.open("while (true)");
  w.rollback(mark);
  w.line("x;");
  EXPECT_EQ(w.text(), "x;\n");
}

}  // namespace
}  // namespace tlaloc::back
