// tlaloc-regen ROOT: writes everything that is made from the op table.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "ops/pages.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: tlaloc-regen ROOT\n");
    return 2;
  }
  const std::filesystem::path root = argv[1];
  for (const auto& [name, text] : tlaloc::ops_test::pages()) {
    std::filesystem::create_directories((root / name).parent_path());
    std::ofstream file(root / name, std::ios::binary);
    file << text;
    if (!file.flush()) {
      std::fprintf(stderr, "tlaloc-regen: cannot write %s\n", (root / name).c_str());
      return 1;
    }
  }
}
