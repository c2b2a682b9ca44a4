// What map.h and lane_math.h leave to the library besides the walk (map_rows.cc): the choice of the
// instruction level, and the far ends of sin and cos.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>

#include <tlaloc/map.h>

namespace tlaloc::detail {
namespace {

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

}  // namespace tlaloc::detail

namespace tlaloc::detail::lanes {

float far_sin(float x) noexcept { return float(std::sin(double(x))); }
double far_sin(double x) noexcept { return std::sin(x); }
float far_cos(float x) noexcept { return float(std::cos(double(x))); }
double far_cos(double x) noexcept { return std::cos(x); }

}  // namespace tlaloc::detail::lanes
