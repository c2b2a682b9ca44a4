#include "lift/header_directories.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/own_folder.h"
#include "lift/hash.h"

namespace tlaloc::lift {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& word) {
  std::string out = "'";
  for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

base::Result<std::string> output_of(const Words& words) {
  std::string line;
  for (const std::string& w : words) line += quoted(w) + " ";
  std::FILE* pipe = ::popen((line + "2>&1 </dev/null").c_str(), "r");
  std::string out;
  std::array<char, 4096> buffer;
  std::size_t n = 0;
  while (pipe && (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0)
    out.append(buffer.data(), n);
  if (!pipe || ::pclose(pipe) != 0)
    return base::fail("", "cannot ask '" + words[0] + "' for its header directories");
  return out;
}

fs::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    const std::size_t end = rest.find(':');
    const fs::path found = fs::path(rest.substr(0, end)) / name;
    if (::access(found.c_str(), X_OK) == 0) return found;
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  return {};
}

/// What the answer depends on; "" if nobody can tell, as of a script that calls another compiler.
std::string key_of(const Words& words) {
  std::error_code error;
  const fs::path program = fs::canonical(find_program(words[0]), error);
  std::array<char, 4> magic{};
  if (error || !std::ifstream(program, std::ios::binary).read(magic.data(), magic.size()) ||
      std::string_view(magic.data(), magic.size()) != "\177ELF")
    return {};
  std::string key = program.string() + "|" + std::to_string(fs::file_size(program, error)) + "|" +
                    std::to_string(fs::last_write_time(program, error).time_since_epoch().count()) +
                    "|" + fs::current_path(error).string();
  for (const std::string& w : words) key += "|" + w;
  for (const char* name : {"CPATH", "CPLUS_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH"})
    if (const char* value = std::getenv(name)) key += std::string("|") + name + "=" + value;
  return key;
}

/// Directories that the compiler would have looked into if they were there.
bool are_still_missing(std::string_view text) {
  const std::string_view says = "ignoring nonexistent directory \"";
  std::error_code error;
  for (std::size_t at = 0; (at = text.find(says, at)) != std::string_view::npos;) {
    at += says.size();
    if (fs::exists(text.substr(at, text.find('"', at) - at), error)) return false;
  }
  return true;
}

base::Result<std::string> answer(const Words& words, const Cache& cache) {
  const std::string key = cache.is_on() ? key_of(words) : std::string();
  const std::string name = "directories-" + short_hash(key, 16);
  const std::string head = key + "\n";
  std::string kept;
  if (!key.empty() && cache.read(name, kept) && kept.starts_with(head) && are_still_missing(kept))
    return kept.substr(head.size());
  auto text = output_of(words);
  if (text && !key.empty()) cache.write(name, head + *text);
  return text;
}

/// A folder with links to GCC's headers of its run-time libraries. Its folder itself cannot be
/// searched: Clang's headers would find GCC's behind them.
std::string gcc_only_headers(const fs::path& own, const Cache& cache) {
  const std::string name = "gcc-headers-" + short_hash(own.string(), 16);
  std::error_code error;
  const std::string shared = base::own_temporary_folder();
  if (!cache.is_on() && !base::make_own_folder(shared)) return {};
  const fs::path folder = cache.is_on() ? fs::path(cache.path(name)) : fs::path(shared) / name;
  for (const char* header : {"omp.h", "quadmath.h", "quadmath_weak.h", "openacc.h"}) {
    if (!fs::exists(own / header, error) || fs::exists(folder / header, error)) continue;
    fs::create_directories(folder, error);
    fs::create_symlink(own / header, folder / header, error);
  }
  return fs::exists(folder, error) ? folder.string() : std::string();
}

}  // namespace

Words directories_in(std::string_view text) {
  Words out;
  std::size_t at = text.find("#include <...>");
  const std::size_t stop = text.find("End of search list.", at == std::string_view::npos ? 0 : at);
  if (at == std::string_view::npos || stop == std::string_view::npos) return out;
  while ((at = text.find("\n ", at)) < stop) {
    at += 2;
    out.emplace_back(text.substr(at, text.find('\n', at) - at));
  }
  return out;
}

bool is_builtin_directory(std::string_view path) {
  const bool gcc = path.find("/gcc/") != std::string_view::npos &&
                   (path.ends_with("/include") || path.ends_with("/include-fixed"));
  return gcc || (path.find("/lib/clang/") != std::string_view::npos && path.ends_with("/include"));
}

base::Result<HeaderDirectories> header_directories(const std::string& compiler, const Words& args,
                                                   const std::string& builtin, const Cache& cache) {
  Words words = {compiler};
  for (std::string& w : flags_for_directories(args)) words.push_back(std::move(w));
  for (const char* w : {"-v", "-E", "-x", "c++", "/dev/null"}) words.push_back(w);
  auto text = answer(words, cache);
  if (!text) return base::fail(std::move(text.error()));
  HeaderDirectories out;
  for (std::string& d : directories_in(*text)) {
    if (!is_builtin_directory(d)) {
      out.searched.push_back(std::move(d));
      continue;
    }
    if (out.for_gcc.empty() && d.find("/gcc/") != std::string::npos)
      out.for_gcc = gcc_only_headers(d, cache);
    if (std::find(out.searched.begin(), out.searched.end(), builtin) == out.searched.end())
      out.searched.push_back(builtin);
  }
  return out;
}

}  // namespace tlaloc::lift
