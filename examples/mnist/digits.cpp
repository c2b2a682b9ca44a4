#include "digits.h"

#include <cstdlib>
#include <stdexcept>

#include "idx.h"

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPixels = 28 * 28;

/// The files are spelled with a dot or with a dash, by whom they come from.
fs::path file_in(const fs::path& folder, const std::string& stem, const std::string& kind) {
  const fs::path dashed = folder / (stem + "-" + kind);
  return fs::exists(dashed) ? dashed : folder / (stem + "." + kind);
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

fs::path cache_folder() {
  const std::string cache = environment("XDG_CACHE_HOME");
  return (cache.empty() ? fs::path(environment("HOME")) / ".cache" : fs::path(cache)) /
         "tlaloc/mnist";
}

}  // namespace

std::optional<fs::path> find_digits(const std::string& asked) {
  if (!asked.empty()) return asked;
  if (const std::string folder = environment("TLALOC_MNIST"); !folder.empty()) return folder;
  if (fs::exists(file_in(cache_folder(), "train-images", "idx3-ubyte"))) return cache_folder();
  return std::nullopt;
}

Digits read_digits(const fs::path& folder, const std::string& which) {
  const fs::path image_file = file_in(folder, which + "-images", "idx3-ubyte");
  const Idx images = read_idx(image_file, 3);
  const Idx labels = read_idx(file_in(folder, which + "-labels", "idx1-ubyte"), 1);
  if (images.sizes[1] * images.sizes[2] != kPixels || images.sizes[0] != labels.sizes[0])
    throw std::runtime_error(fmt::format(
        "{}: {} pictures of {} x {} and {} labels do not belong together", image_file.string(),
        images.sizes[0], images.sizes[1], images.sizes[2], labels.sizes[0]));
  const auto count = std::int64_t(images.sizes[0]);
  Digits digits{Images::uninitialized({count, std::int64_t(kPixels)}),
                Labels::uninitialized({count})};
  const auto pixels = digits.images.mutable_span();
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = float(images.elements[i]) / 255.0f;
  const auto written = digits.labels.mutable_span();
  for (std::size_t i = 0; i < written.size(); ++i) written[i] = labels.elements[i];
  return digits;
}
