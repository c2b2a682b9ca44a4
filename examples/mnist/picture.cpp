#include "picture.h"

#include <algorithm>

#include <fmt/format.h>

namespace {
constexpr std::string_view kInk = " .:-=+*#%@";
}

std::vector<std::string> picture(std::span<const float> pixels) {
  std::vector<std::string> lines;
  for (int row = 0; row < kSide; row += 2) {
    std::string line;
    for (int column = 0; column < kSide; ++column) {
      const float upper = pixels[row * kSide + column], lower = pixels[(row + 1) * kSide + column];
      const auto shade = std::size_t((upper + lower) / 2 * float(kInk.size()));
      line += kInk[std::min(shade, kInk.size() - 1)];
    }
    lines.push_back(line);
  }
  return lines;
}

std::string gallery(const std::vector<std::vector<std::string>>& pictures,
                    const std::vector<std::string>& captions) {
  std::string out;
  for (const std::string& caption : captions) out += fmt::format("  {:<{}}", caption, kSide);
  out += '\n';
  for (int row = 0; row < kSide / 2; ++row) {
    for (const auto& lines : pictures) out += "  " + lines[row];
    out += '\n';
  }
  return out;
}
