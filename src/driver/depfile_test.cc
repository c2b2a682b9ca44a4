#include "driver/depfile.h"

#include <gtest/gtest.h>

namespace tlaloc::driver {
namespace {

const CopyMap kCopies{"/b/a.o.tlaloc",
                      {{"/b/a.o.tlaloc/a.cc", "a.cc"}, {"/b/a.o.tlaloc/1_x y.h", "inc/x y.h"}}};

std::string rewrite(const std::string& text) {
  return rewrite_dependencies(
      text, kCopies, [](const std::string& p) { return p.starts_with("/") ? p : "/b/" + p; });
}

TEST(Depfile, CopiesBecomeOriginalsAndGeneratedFilesVanish) {
  EXPECT_EQ(
      rewrite("a.o: a.o.tlaloc/a.cc /usr/x.h \\\n a.o.tlaloc/1_x\\ y.h /b/a.o.tlaloc/sites.h\n"),
      "a.o: a.cc \\\n  /usr/x.h \\\n  inc/x\\ y.h\n");
}

TEST(Depfile, PhonyRulesFollow) {
  EXPECT_EQ(rewrite("a.o: /b/a.o.tlaloc/a.cc h.h\n\nh.h:\n\n/b/a.o.tlaloc/sites.h:\n"),
            "a.o: a.cc \\\n  h.h\nh.h:\n");
}

TEST(Depfile, SeveralTargetsAndDollars) {
  EXPECT_EQ(rewrite("a$$.o a.d: h.h h.h\n"), "a$$.o a.d: h.h\n");
}

TEST(Depfile, TheMapIsTabSeparated) {
  EXPECT_EQ(parse_copy_map("/x/a.cc\ta.cc\n/x/b.h\tsub/b.h\n"),
            (std::map<std::string, std::string>{{"/x/a.cc", "a.cc"}, {"/x/b.h", "sub/b.h"}}));
}

}  // namespace
}  // namespace tlaloc::driver
