// Short names from long ones; the same on every machine and in every run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tlaloc::lift {

/// FNV-1a.
constexpr std::uint64_t hash(std::string_view text, std::uint64_t seed = 1469598103934665603ull) {
  for (char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return seed;
}

/// The first `digits` hexadecimal digits of a hash, folded.
inline std::string short_hash(std::string_view text, int digits = 8) {
  std::uint64_t h = hash(text);
  h ^= h >> 32;
  std::string out;
  for (int i = 0; i < digits; ++i, h >>= 4) out += "0123456789abcdef"[h & 15];
  return out;
}

}  // namespace tlaloc::lift
