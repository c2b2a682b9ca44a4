#include "driver/install.h"

#include <filesystem>

#include "driver/files.h"

namespace tlaloc::driver {

Install find_install() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return {self.parent_path().parent_path().string()};
}

Words Install::flags(const std::string& name) const {
  if (prefix == "/usr" && name == "compile.rsp")
    return {};  // the compilers look there anyway, in their own order
  std::string text;
  for (const char* folder : {"/lib/tlaloc/", "/lib/x86_64-linux-gnu/tlaloc/", "/lib64/tlaloc/"})
    if (read_file(prefix + folder + name, text)) break;
  const std::string variable = "{prefix}";
  for (std::size_t at = 0; (at = text.find(variable, at)) != std::string::npos; at += prefix.size())
    text.replace(at, variable.size(), prefix);
  return split_response(text);
}

}  // namespace tlaloc::driver
