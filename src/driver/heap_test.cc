#include "driver/heap.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace tlaloc::driver {
namespace {

/// Runs f in a child, whose heap may be changed, and returns what it exits with.
template <class F>
int in_child(F f) {
  const pid_t child = fork();
  if (child == 0) ::_exit(f());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// Whether the address lies in a mapping that asks for huge pages ("hg"), as the kernel says.
bool asks_for_huge_pages(const void* at) {
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    unsigned long from = 0, to = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &from, &to) == 2)
      inside =
          from <= reinterpret_cast<unsigned long>(at) && reinterpret_cast<unsigned long>(at) < to;
    if (inside && line.starts_with("VmFlags:")) return line.find(" hg") != std::string::npos;
  }
  return false;
}
bool has_huge_pages() {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string text;
  std::getline(file, text);
  return !text.empty() && text.find("[never]") == std::string::npos;
}

/// Small nodes, many megabytes of them; those of the last half.
std::vector<void*> nodes() {
  std::vector<void*> all;
  for (int i = 0; i < 40000; ++i) {
    all.push_back(std::malloc(1000));
    std::memset(all.back(), i, 1000);
  }
  return {all.begin() + 20000, all.end()};
}

TEST(Heap, AsksForHugePages) {
  const bool there = has_huge_pages();  // where there are none, memory is there all the same
  EXPECT_EQ(
      in_child([there] {
        const std::vector<void*> before = nodes();
        if (asks_for_huge_pages(before.back())) return 1;
        keep_heap_in_huge_pages();
        for (int i = 0; i < 4; ++i) {
          const std::vector<void*> some = nodes();
          if (there && (!asks_for_huge_pages(some.front()) || !asks_for_huge_pages(some.back())))
            return 2;
        }
        const void* const large = std::malloc(4 << 20);
        return large && (!there || asks_for_huge_pages(large)) ? 0 : 3;
      }),
      0);
}

TEST(Heap, TakesWhatALimitLeaves) {
  EXPECT_EQ(in_child([] {
              std::ifstream statm("/proc/self/statm");
              rlim_t pages = 0;
              statm >> pages;
              const rlim_t bytes = pages * rlim_t(::sysconf(_SC_PAGESIZE)) + (rlim_t(256) << 20);
              const rlimit limit{bytes, bytes};
              if (::setrlimit(RLIMIT_AS, &limit) != 0) return 1;
              keep_heap_in_huge_pages();
              return nodes().back() != nullptr ? 0 : 2;
            }),
            0);
}

}  // namespace
}  // namespace tlaloc::driver
