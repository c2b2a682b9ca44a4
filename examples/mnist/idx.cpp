#include "idx.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace {

constexpr std::uint32_t kUnsignedBytes = 0x0800;  // the magic number without its rank

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw std::runtime_error(name + ": " + why);
}

std::uint32_t big_endian(std::span<const std::uint8_t> four) {
  return std::uint32_t(four[0]) << 24 | std::uint32_t(four[1]) << 16 | std::uint32_t(four[2]) << 8 |
         std::uint32_t(four[3]);
}

}  // namespace

Idx parse_idx(std::span<const std::uint8_t> bytes, std::size_t rank, const std::string& name) {
  const std::size_t header = 4 + 4 * rank;
  if (bytes.size() < header)
    refuse(name,
           fmt::format("truncated: {} bytes, the header alone takes {}", bytes.size(), header));
  const std::uint32_t magic = big_endian(bytes), wanted = kUnsignedBytes | std::uint32_t(rank);
  if (magic != wanted)
    refuse(name, fmt::format("magic number is {:#010x}, expected {:#010x}", magic, wanted));
  Idx idx;
  std::size_t count = 1;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    idx.sizes.push_back(big_endian(bytes.subspan(4 + 4 * axis)));
    // Sizes come from the file: a product that overflows would promise too little.
    if (__builtin_mul_overflow(count, idx.sizes.back(), &count))
      refuse(name, "sizes are too large");
  }
  if (bytes.size() - header != count)
    refuse(name, fmt::format("{}: {} bytes of elements, the header promises {}",
                             bytes.size() - header < count ? "truncated" : "too long",
                             bytes.size() - header, count));
  idx.elements.assign(bytes.begin() + std::ptrdiff_t(header), bytes.end());
  return idx;
}

Idx read_idx(const std::filesystem::path& file, std::size_t rank) {
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse(file.string(), "cannot be opened");
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  return parse_idx(bytes, rank, file.string());
}
