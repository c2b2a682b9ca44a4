// The idx format of the MNIST files: a magic number that says the element type and rank, a
// big-endian size an axis, then the elements, row-major. Only unsigned bytes are read. A file that
// is not exactly what its header promises is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

struct Idx {
  std::vector<std::size_t> sizes;
  std::vector<std::uint8_t> elements;
};

/// Reads a whole file's bytes; `name` is for messages. Throws std::runtime_error.
Idx parse_idx(std::span<const std::uint8_t> bytes, std::size_t rank, const std::string& name);
Idx read_idx(const std::filesystem::path& file, std::size_t rank);
