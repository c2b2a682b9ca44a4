// The MNIST digits as tensors, from the four idx files.
#pragma once

#include <tlaloc/tlaloc.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "model.h"

struct Digits {
  Images images;  ///< 0 is paper and 1 is ink
  Labels labels;  ///< 0 to 9
};

/// The folder with the files: the one asked for; else that of the environment's TLALOC_MNIST; else
/// the cache that fetch_mnist.py fills. Nothing if none was asked for and the cache has none.
std::optional<std::filesystem::path> find_digits(const std::string& asked);

/// "train" (60,000 digits) or "t10k" (10,000). Throws std::runtime_error that names the file at
/// fault.
Digits read_digits(const std::filesystem::path& folder, const std::string& which);
