// Where symbols of sizes live, in programs of the op table.
#include <string>

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ops/table.h"

namespace tlaloc::transform {
namespace {

TEST(Verify, a_symbol_lives_in_the_region_of_its_birth) {
  const auto says = [](const std::string& body) {
    const auto g =
        ir::parse("dxir 1\n\nfunc @main(%k: i64[]) -> i64[] {\n" + body + "}\n", ops::find);
    return g ? "" : base::text(g.error());
  };
  const std::string loop = R"(  %c = for(%k, %k) do (%i: i64[], %p: i64[]) {
    bind_size(%i) {symbol = "n"}
    %s = size() {size = size n} : i64[]
    yield %s
  } : i64[]
)";
  const std::string read = "  %t = size() {size = size n} : i64[]\n  return %t\n";
  const std::string bind = "  bind_size(%k) {symbol = \"n\"}\n";
  EXPECT_EQ(says(bind + read), "");
  EXPECT_EQ(says(loop + "  return %c\n"), "");
  EXPECT_NE(says(loop + read).find("n is not born there"), std::string::npos);
  EXPECT_NE(says(bind + loop + read).find("born where it stands already"), std::string::npos);
  EXPECT_EQ(says(loop + bind + read), "");
}

}  // namespace
}  // namespace tlaloc::transform
