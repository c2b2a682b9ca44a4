// A digit as text: two rows of pixels a line, darker for more ink.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

inline constexpr int kSide = 28;

/// kSide / 2 lines of kSide characters.
std::vector<std::string> picture(std::span<const float> pixels);

/// Several digits side by side, each under its caption.
std::string gallery(const std::vector<std::vector<std::string>>& pictures,
                    const std::vector<std::string>& captions);
