#include "options.h"

#include <charconv>
#include <stdexcept>
#include <string_view>

namespace {

constexpr const char* kUsage = "usage: mnist [--data FOLDER] [--run a|b|both] [--steps N]";

int whole_number(std::string_view text) {
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < 1)
    throw std::runtime_error(kUsage);
  return n;
}

}  // namespace

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view word = argv[i];
    if (i + 1 == argc) throw std::runtime_error(kUsage);
    const std::string_view value = argv[i + 1];
    if (word == "--data") {
      options.data = value;
    } else if (word == "--steps") {
      options.steps = whole_number(value);
    } else if (word == "--run" && (value == "a" || value == "b" || value == "both")) {
      options.a = value != "b";
      options.b = value != "a";
    } else {
      throw std::runtime_error(kUsage);
    }
  }
  return options;
}
