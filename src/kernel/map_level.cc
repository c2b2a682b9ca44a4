// What map.h and lane_math.h leave to the library: the choice of the instruction level, the cut of
// a map into blocks, and the far ends of sin and cos.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>

#include <tlaloc/map.h>

#include "kernel/parallel.h"

namespace tlaloc::detail {
namespace {

constexpr std::size_t kBlockBytes = std::size_t(256) << 10;  // per block: fits a second-level cache

std::atomic<int> g_lowered{0};

int usual_level() {
  static const int level = [] {
    const int machine = machine_level();
    const char* text = std::getenv("TLALOC_ISA");
    const int asked = text ? std::atoi(text) : 0;
    return asked >= 2 && asked < machine ? asked : machine;
  }();
  return level;
}

}  // namespace

int machine_level() noexcept {
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                  __builtin_cpu_supports("avx512cd");
  return v4 ? 4 : v3 ? 3 : 2;
}

int map_level() noexcept {
  const int lowered = g_lowered.load(std::memory_order_relaxed);
  return lowered ? std::min(lowered, usual_level()) : usual_level();
}

void set_map_level(int level) noexcept { g_lowered = level == 0 ? 0 : std::clamp(level, 2, 4); }

void map_blocks(Extent e, std::size_t bytes, void (*body)(void*, const Block&),
                void* context) noexcept {
  const std::size_t total = e.rows * e.cols;
  if (total * bytes <= kBlockBytes) return body(context, Block{0, e.rows, 0, e.cols});
  // Multiples of 64: neighbours do not share a cache line, and short rows stay in full groups.
  const std::size_t elements = std::max<std::size_t>(kBlockBytes / bytes / 64 * 64, 64);
  const bool by_rows = e.cols <= elements;
  const std::size_t rows = by_rows ? (elements / e.cols + 63) / 64 * 64 : 1;
  const std::size_t cols = by_rows ? e.cols : elements;
  const std::size_t across = (e.cols + cols - 1) / cols;
  const std::size_t down = (e.rows + rows - 1) / rows;
  kernel::parallel_for(across * down, [&](std::size_t i) {
    const std::size_t r = i / across * rows, c = i % across * cols;
    body(context, Block{r, std::min(r + rows, e.rows), c, std::min(c + cols, e.cols)});
  });
}

}  // namespace tlaloc::detail

namespace tlaloc::detail::lanes {

float far_sin(float x) noexcept { return float(std::sin(double(x))); }
double far_sin(double x) noexcept { return std::sin(x); }
float far_cos(float x) noexcept { return float(std::cos(double(x))); }
double far_cos(double x) noexcept { return std::cos(x); }

}  // namespace tlaloc::detail::lanes
