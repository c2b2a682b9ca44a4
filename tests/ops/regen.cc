// tlaloc-regen ROOT: writes everything that is made from the op table.
// tlaloc-regen --cpp-texts FILE: writes the source of cpp_texts_test.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "ops/pages.h"

namespace {

bool write(const std::filesystem::path& path, const std::string& text) {
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (file.flush()) return true;
  std::fprintf(stderr, "tlaloc-regen: cannot write %s\n", path.c_str());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--cpp-texts")
    return write(argv[2], tlaloc::ops_test::cpp_texts_source()) ? 0 : 1;
  if (argc != 2) {
    std::fprintf(stderr, "usage: tlaloc-regen ROOT | --cpp-texts FILE\n");
    return 2;
  }
  const std::filesystem::path root = argv[1];
  for (const auto& [name, text] : tlaloc::ops_test::pages())
    if (!write(root / name, text)) return 1;
}
