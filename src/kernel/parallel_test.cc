#include "kernel/parallel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace tlaloc::kernel {
namespace {

struct Threads {
  explicit Threads(int n) { set_threads(n); }
  ~Threads() { set_threads(0); }
};

TEST(ParallelFor, RunsEveryBlockOnce) {
  for (int n_threads : {1, 2, 5}) {
    Threads threads(n_threads);
    for (std::size_t n : {0u, 1u, 2u, 7u, 1000u}) {
      std::vector<std::atomic<int>> ran(n);
      parallel_for(n, [&](std::size_t i) { ++ran[i]; });
      for (auto& r : ran) EXPECT_EQ(r, 1);
    }
  }
}

TEST(ParallelFor, UsesATeam) {
  Threads threads(2);
  std::atomic<int> arrived{0};
  // Each block waits for the other: only two threads can finish this.
  parallel_for(2, [&](std::size_t) {
    ++arrived;
    for (int spins = 0; arrived < 2 && spins < 100000000; ++spins) std::this_thread::yield();
  });
  EXPECT_EQ(arrived, 2);
}

TEST(ParallelFor, NestsSerially) {
  Threads threads(2);
  std::atomic<int> inner{0};
  std::atomic<bool> moved{false};
  parallel_for(4, [&](std::size_t) {
    const auto me = std::this_thread::get_id();
    EXPECT_TRUE(in_region());
    parallel_for(8, [&](std::size_t) {
      ++inner;
      if (std::this_thread::get_id() != me) moved = true;
    });
  });
  EXPECT_EQ(inner, 32);
  EXPECT_FALSE(moved);
  EXPECT_FALSE(in_region());
}

TEST(ParallelFor, ASecondUserThreadRunsSerially) {
  Threads threads(2);
  std::atomic<bool> moved{false};
  parallel_for(2, [&](std::size_t block) {
    if (block != 0) return;
    std::thread([&] {
      const auto me = std::this_thread::get_id();
      parallel_for(16, [&](std::size_t) {
        if (std::this_thread::get_id() != me) moved = true;
      });
    }).join();
  });
  EXPECT_FALSE(moved);
}

TEST(ParallelFor, ManyUserThreadsAtOnce) {
  Threads threads(2);
  std::atomic<long> sum{0};
  std::vector<std::thread> users;
  for (int t = 0; t < 6; ++t)
    users.emplace_back([&] {
      for (int round = 0; round < 50; ++round)
        parallel_for(10, [&](std::size_t i) { sum += long(i); });
    });
  for (auto& u : users) u.join();
  EXPECT_EQ(sum, 6 * 50 * 45);
}

TEST(ParallelFor, AForkedChildRunsSerially) {
  Threads threads(2);
  parallel_for(4, [](std::size_t) {});
  const pid_t child = fork();
  if (child == 0) {
    const auto me = std::this_thread::get_id();
    int ran = 0;
    bool moved = false;
    parallel_for(8, [&](std::size_t) {
      ++ran;
      moved = moved || std::this_thread::get_id() != me;
    });
    _exit(ran == 8 && !moved ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(TeamLock, OneHolderAtATime) {
  TeamLock first;
  EXPECT_TRUE(first.held());
  EXPECT_TRUE(in_region());
  TeamLock second;
  EXPECT_FALSE(second.held());
  std::thread([] { EXPECT_FALSE(TeamLock().held()); }).join();
}

}  // namespace
}  // namespace tlaloc::kernel
