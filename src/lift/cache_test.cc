#include "lift/cache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tlaloc::lift {
namespace {

namespace fs = std::filesystem;

class CacheTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "tlaloc_cache_" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
  }
  void age(const std::string& name, int hours) {
    const fs::path path = folder_ + "/" + name;
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(hours));
  }
  bool has(const std::string& name) { return fs::exists(folder_ + "/" + name); }
  std::string folder_;
};

TEST_F(CacheTest, GivesBackWhatItWasGiven) {
  const Cache cache(folder_);
  std::string text;
  EXPECT_FALSE(cache.read("a", text));
  EXPECT_TRUE(cache.write("a", "one\n"));
  EXPECT_TRUE(cache.write("a", "two\n"));
  EXPECT_TRUE(cache.read("a", text));
  EXPECT_EQ(text, "two\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(CacheTest, MakesRoomForWhatWasUsedLast) {
  const Cache probe(folder_);
  probe.write("a", "0123456789");
  const std::uint64_t one = fs::file_size(folder_ + "/a");
  const Cache cache(folder_, 2 * one);
  for (const char* name : {"a", "b", "c"}) cache.write(name, "0123456789");
  age("a", 3);
  age("b", 2);
  age("c", 1);
  std::string text;
  EXPECT_TRUE(cache.read("a", text));
  cache.make_room();
  EXPECT_TRUE(has("a") && !has("b") && has("c"));
}

TEST_F(CacheTest, SweepsWhatWasLeftHalfWritten) {
  const Cache cache(folder_);
  const std::string old = fs::path(cache.fresh_path("x")).filename();
  const std::string young = fs::path(cache.fresh_path("x")).filename();
  for (const std::string& name : {old, young}) std::ofstream(folder_ + "/" + name) << "half";
  age(old, 2);
  cache.make_room();
  EXPECT_TRUE(!has(old) && has(young));
}

TEST_F(CacheTest, IsOffWhereNothingCanBeWritten) {
  std::ofstream(folder_) << "a file stands in the way";
  const Cache cache(folder_ + "/inside");
  EXPECT_FALSE(cache.is_on());
  EXPECT_FALSE(cache.write("a", "x"));
}

TEST_F(CacheTest, TheEnvironmentSaysWhere) {
  ::setenv("TLALOC_CACHE_DIR", folder_.c_str(), 1);
  EXPECT_EQ(Cache::from_environment().path("a"), folder_ + "/a");
  ::setenv("TLALOC_CACHE", "off", 1);
  EXPECT_FALSE(Cache::from_environment().is_on());
  ::unsetenv("TLALOC_CACHE");
  ::unsetenv("TLALOC_CACHE_DIR");
  ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  EXPECT_EQ(Cache::from_environment().path("a"), folder_ + "/tlaloc/a");
  ::unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace tlaloc::lift
