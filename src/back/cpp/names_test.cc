#include "back/cpp/names.h"

#include <gtest/gtest.h>

namespace tlaloc::back {
namespace {

TEST(Names, AreLegalAndOneThingAtATime) {
  Names names;
  EXPECT_EQ(names.fresh("x"), "x");
  EXPECT_EQ(names.fresh("x"), "x2");
  EXPECT_EQ(names.fresh("x2"), "x2_2");
  EXPECT_EQ(names.fresh("model.l1.w"), "model_l1_w");
  EXPECT_EQ(names.fresh("3 days"), "days");
  EXPECT_EQ(names.fresh("__secret__"), "secret");
}

TEST(Names, AreNoWordsOfTheLanguage) {
  Names names;
  EXPECT_EQ(names.fresh("double"), "double2");
  EXPECT_EQ(names.fresh("tlaloc"), "tlaloc2");
}

TEST(Names, OfNothingAreCounted) {
  Names names;
  names.reserve("t1");
  EXPECT_EQ(names.fresh(""), "t0");
  EXPECT_EQ(names.fresh("%"), "t2");
}

TEST(Names, OfABlockAreFreeBehindIt) {
  Names names;
  names.open();
  EXPECT_EQ(names.fresh("i"), "i");
  names.open();
  EXPECT_EQ(names.fresh("i"), "i2");
  names.close();
  names.close();
  EXPECT_EQ(names.fresh("i"), "i");
}

}  // namespace
}  // namespace tlaloc::back
