#include "kernel/pool.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

namespace tlaloc::kernel {
namespace {

TEST(Pool, AlignsAndHoldsWhatWasAsked) {
  for (std::size_t n : {0ul, 1ul, 63ul, 64ul, 65ul, 512ul, 513ul, 577ul, 4097ul, 100000ul,
                        (2ul << 20) - 1, 2ul << 20, (2ul << 20) + 1, 5ul << 20}) {
    void* p = acquire(n);
    ASSERT_NE(p, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % (n >= (2ul << 20) ? 2ul << 20 : 64), 0u) << n;
    std::memset(p, 0x5a, n);
    release(p, n);
  }
}

TEST(Pool, GivesTheSameBufferAgain) {
  void* p = acquire(1000);
  release(p, 1000);
  EXPECT_EQ(acquire(1000), p);
  void* q = acquire(1000);
  EXPECT_NE(p, q);
  release(p, 1000);
  release(q, 1000);
}

TEST(Pool, NeverHandsOutLessThanAsked) {
  // A class is reused by every size in it: the largest must fit what the smallest took.
  for (std::size_t n = 1; n < 70000; n += 37) {
    void* p = acquire(n);
    std::memset(p, 1, n);
    release(p, n);
  }
}

TEST(Pool, TakesNothingFromTheSystemOnceWarm) {
  auto step = [] {
    std::vector<void*> held;
    for (std::size_t n : {100ul, 5000ul, 3ul << 20, 100ul, 70000ul}) held.push_back(acquire(n));
    std::size_t i = 0;
    for (std::size_t n : {100ul, 5000ul, 3ul << 20, 100ul, 70000ul}) release(held[i++], n);
  };
  step();
  const auto warm = pool_statistics();
  for (int i = 0; i < 100; ++i) step();
  EXPECT_EQ(pool_statistics().from_system, warm.from_system);
  EXPECT_EQ(pool_statistics().live, warm.live);
}

TEST(Pool, AnEndedThreadLeavesItsBuffersToOthers) {
  trim();
  std::thread([] { release(acquire(12345), 12345); }).join();
  const auto before = pool_statistics();
  release(acquire(12345), 12345);
  EXPECT_EQ(pool_statistics().from_system, before.from_system);
}

TEST(Pool, CountsWhatIsHeldWhoeverTookIt) {
  const auto before = pool_statistics();
  void* held[2];
  std::thread([&] {
    held[0] = acquire(300);
    held[1] = acquire(300);
    EXPECT_EQ(pool_statistics().live, before.live + 2);
  }).join();
  EXPECT_EQ(pool_statistics().live, before.live + 2);
  std::thread([&] { release(held[0], 300); }).join();
  EXPECT_EQ(pool_statistics().live, before.live + 1);
  release(held[1], 300);
  EXPECT_EQ(pool_statistics().live, before.live);
}

/// A thread_local of the user's may die after the thread's cache.
TEST(Pool, WorksInAThreadThatIsEnding) {
  struct Late {
    void* p = nullptr;
    ~Late() {
      release(p, 640);
      release(acquire(640), 640);
    }
  };
  const auto before = pool_statistics();
  std::thread([] {
    thread_local Late late;
    late.p = nullptr;
    late.p = acquire(640);
  }).join();
  EXPECT_EQ(pool_statistics().live, before.live);
}

TEST(Pool, BuffersMayChangeThreads) {
  for (int round = 0; round < 50; ++round) {
    std::vector<void*> held(40);
    std::thread([&] {
      for (auto& p : held) p = acquire(2048);
    }).join();
    for (auto* p : held) release(p, 2048);
  }
  EXPECT_LT(pool_statistics().from_system, 1000u);
}

TEST(Pool, WorksInAForkedChild) {
  void* p = acquire(4096);
  const pid_t child = fork();
  if (child == 0) {
    void* q = acquire(4096);
    std::memset(q, 1, 4096);
    release(q, 4096);
    release(p, 4096);
    std::thread([] { release(acquire(777), 777); }).join();
    _exit(0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  release(p, 4096);
}

TEST(Pool, TrimGivesBack) {
  release(acquire(8ul << 20), 8ul << 20);
  const auto before = pool_statistics();
  trim();
  EXPECT_LE(pool_statistics().system_bytes + (8ul << 20), before.system_bytes);
}

}  // namespace
}  // namespace tlaloc::kernel
