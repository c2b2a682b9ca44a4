#include "lift/edit.h"

#include <gtest/gtest.h>

namespace tlaloc::lift {
namespace {

TEST(Edit, OwnLinesKeepLineAndColumn) {
  EXPECT_EQ(edit_text("int a;\n\tint b = f(x);\n", "m.cc",
                      {{.offset = 18, .text = "mark("}, {.offset = 19, .text = ")"}}),
            "#line 1 \"m.cc\"\nint a;\n\tint b = f(\n#line 2 \"m.cc\"\nmark(\n#line 2 \"m.cc\"\n\t "
            "         x\n"
            "#line 2 \"m.cc\"\n)\n#line 2 \"m.cc\"\n\t           );\n");
}

TEST(Edit, InLineStaysOnTheLine) {
  EXPECT_EQ(edit_text("M(x)", "m.cc",
                      {{.offset = 2, .text = "f(", .place = Place::in_line},
                       {.offset = 3, .text = ")", .place = Place::in_line}}),
            "#line 1 \"m.cc\"\nM(f(x))");
}

TEST(Edit, AReplacementCountsItsLines) {
  EXPECT_EQ(edit_text("M(1,\n  2) + y\n", "m.cc", {{.offset = 0, .length = 9, .text = "[]{}"}}),
            "#line 1 \"m.cc\"\n\n#line 1 \"m.cc\"\n[]{}\n#line 2 \"m.cc\"\n     + y\n");
}

TEST(Edit, TheUsersOwnLineIsFollowed) {
  EXPECT_EQ(edit_text("a b", "m.cc", {{.offset = 2, .text = "c", .file = "o\"x.cc", .line = 70}}),
            "#line 1 \"m.cc\"\na \n#line 70 \"o\\\"x.cc\"\nc\n#line 70 \"o\\\"x.cc\"\n  b");
}

TEST(Edit, OrderDecidesAtOneOffset) {
  EXPECT_EQ(edit_text("x", "f",
                      {{.offset = 1, .order = 2, .text = "c", .place = Place::in_line},
                       {.offset = 1, .order = 1, .text = "b", .place = Place::in_line}}),
            "#line 1 \"f\"\nxbc");
}

TEST(Edit, PaddingIsAsWideInBytesAndOnTheScreen) {
  EXPECT_EQ(padding("\tab c"), "\t    ");
  EXPECT_EQ(padding("f(\"\xc3\xa9t\xc3\xa9\", "), "/* \xc3\xa9 \xc3\xa9 */");
  EXPECT_EQ(padding("\xc3\xa9"), "  ");
}

}  // namespace
}  // namespace tlaloc::lift
