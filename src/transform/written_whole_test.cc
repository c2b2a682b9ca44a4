// Loops that write every element, and need not know what was there.
#include "transform/written_whole.h"

#include <string>

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/verify.h"
#include "transform/pass_text.h"

namespace tlaloc::transform {
namespace {

/// y[i] = ... in a loop over all or part of a copy of x; `body` gives %q from %p, the tensor so
/// far.
ir::Graph writes(const std::string& trip, const std::string& body) {
  return parse("func @main(%x: f64[n]) -> f64[n] {\n  %n = size() {size = size n} : i64[]\n" +
               ("  %trip = " + trip + " : i64[]\n  %y = for(%trip, %x)") +
               " do (%i: i64[], %p: f64[n]) {\n" + body +
               "    yield %q\n  } : f64[n]\n  return %y\n}\n");
}
bool begins_with_room(ir::Graph g) {
  const bool changed = written_whole(g);
  ir::check_valid(g, "written_whole");
  EXPECT_EQ(changed, ir::print(g).find("room") != std::string::npos);
  EXPECT_FALSE(written_whole(g)) << "a second time";
  return changed;
}

TEST(WrittenWhole, a_loop_over_all_elements_begins_with_room) {
  EXPECT_TRUE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %s = sin(%e) : f64[]
    %q = update(%p, %i, %s) : f64[n]
)")));
  EXPECT_TRUE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %w = update(%p, %i, %e) : f64[n]
    %s = index(%w, %i) : f64[]
    %q = add_at(%w, %i, %s) : f64[n]
)"))) << "its own element, read once it is written";
  EXPECT_TRUE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %c = lt(%e, %e) : b1[]
    %q = if(%c) do () {
      %a = update(%p, %i, %e) : f64[n]
      yield %a
    } do () {
      %s = sin(%e) : f64[]
      %b = update(%p, %i, %s) : f64[n]
      yield %b
    } : f64[n]
)")));
}

TEST(WrittenWhole, what_may_be_read_stays) {
  const std::string write = R"(    %e = index(%x, %i) : f64[]
    %q = update(%p, %i, %e) : f64[n]
)";
  EXPECT_FALSE(begins_with_room(writes("size() {size = size n - 1}", write))) << "not all elements";
  EXPECT_FALSE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%p, %i) : f64[]
    %q = update(%p, %i, %e) : f64[n]
)"))) << "read before it is written";
  EXPECT_FALSE(begins_with_room(
      writes("size() {size = size n}", R"(    %z = constant() {dtype = dtype i64, value = 0} : i64[]
    %e = index(%p, %z) : f64[]
    %q = update(%p, %i, %e) : f64[n]
)"))) << "another element is read";
  EXPECT_FALSE(begins_with_room(
      writes("size() {size = size n}", R"(    %z = constant() {dtype = dtype i64, value = 0} : i64[]
    %e = index(%x, %i) : f64[]
    %w = update(%p, %i, %e) : f64[n]
    %o = index(%w, %z) : f64[]
    %q = add_at(%w, %i, %o) : f64[n]
)"))) << "another element is read afterwards";
  EXPECT_FALSE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %q = add_at(%p, %i, %e) : f64[n]
)"))) << "added to what was there";
  EXPECT_FALSE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %c = lt(%e, %e) : b1[]
    %q = if(%c) do () {
      %a = update(%p, %i, %e) : f64[n]
      yield %a
    } do () {
      yield %p
    } : f64[n]
)"))) << "written on one side alone";
  EXPECT_FALSE(begins_with_room(writes("size() {size = size n}", R"(    %e = index(%x, %i) : f64[]
    %j = convert(%i) {dtype = dtype i8} : i8[]
    %q = update(%p, %j, %e) : f64[n]
)"))) << "an index that wraps";
}

}  // namespace
}  // namespace tlaloc::transform
