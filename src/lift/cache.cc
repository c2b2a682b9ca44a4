#include "lift/cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "lift/hash.h"

namespace tlaloc::lift {
namespace {

namespace fs = std::filesystem;

constexpr int kChecksum = 16;  // letters in front of a text

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string default_folder() {
  if (std::string named = variable("TLALOC_CACHE_DIR"); !named.empty()) return named;
  if (std::string base = variable("XDG_CACHE_HOME"); !base.empty()) return base + "/tlaloc";
  const std::string home = variable("HOME");
  return home.empty() ? home : home + "/.cache/tlaloc";
}

/// What a tool that was killed left half written, if it is older than an hour.
bool is_abandoned(const fs::path& path, fs::file_time_type written) {
  return path.filename().string().find(".tmp") != std::string::npos &&
         fs::file_time_type::clock::now() - written > std::chrono::hours(1);
}

struct Entry {
  fs::path path;
  std::uint64_t size;
  fs::file_time_type used;
};

std::vector<Entry> entries(const std::string& folder) {
  std::vector<Entry> out;
  std::error_code error;
  for (const auto& e : fs::directory_iterator(folder, error)) {
    std::error_code gone;
    const Entry entry{e.path(), e.file_size(gone), e.last_write_time(gone)};
    if (gone) continue;
    if (is_abandoned(entry.path, entry.used))
      fs::remove(entry.path, gone);
    else
      out.push_back(entry);
  }
  return out;
}

}  // namespace

Cache::Cache(std::string folder, std::uint64_t limit) : folder_(std::move(folder)), limit_(limit) {
  std::error_code error;
  if (!folder_.empty()) fs::create_directories(folder_, error);
  if (error || (!folder_.empty() && ::access(folder_.c_str(), W_OK | X_OK) != 0)) folder_.clear();
}

Cache Cache::from_environment() {
  if (variable("TLALOC_CACHE") == "off") return {};
  const std::string megabytes = variable("TLALOC_CACHE_MB");
  const std::uint64_t limit =
      megabytes.empty() ? kLimit : std::strtoull(megabytes.c_str(), nullptr, 10) << 20;
  return Cache(default_folder(), limit);
}

bool Cache::read(std::string_view name, std::string& text) const {
  if (!is_on()) return false;
  std::ifstream in(path(name), std::ios::binary);
  std::ostringstream all;
  if (!in || !(all << in.rdbuf())) return false;
  text = all.str();
  // Whatever is not whole is as good as not there.
  const std::size_t head = kChecksum + 1;
  if (text.size() < head ||
      text.substr(0, kChecksum) != short_hash(std::string_view(text).substr(head), kChecksum))
    return false;
  text.erase(0, head);
  used(name);
  return true;
}

std::string Cache::fresh_path(std::string_view name) const {
  static std::atomic<int> count = 0;
  return path(name) + ".tmp" + std::to_string(::getpid()) + "-" + std::to_string(count++);
}

bool Cache::write(std::string_view name, std::string_view text) const {
  if (!is_on()) return false;
  const std::string fresh = fresh_path(name);
  std::ofstream out(fresh, std::ios::binary);
  out << short_hash(text, kChecksum) << '\n' << text;
  out.close();
  return out ? keep(fresh, name) : (::unlink(fresh.c_str()), false);
}

bool Cache::keep(const std::string& fresh, std::string_view name) const {
  if (::rename(fresh.c_str(), path(name).c_str()) == 0) return true;
  ::unlink(fresh.c_str());
  return false;
}

void Cache::used(std::string_view name) const {
  ::utimensat(AT_FDCWD, path(name).c_str(), nullptr, 0);
}

void Cache::make_room() const {
  if (!is_on()) return;
  std::vector<Entry> all = entries(folder_);
  std::uint64_t total = 0;
  for (const Entry& e : all) total += e.size;
  std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  std::error_code ignored;
  for (const Entry& e : all) {
    if (total <= limit_) return;
    if (fs::remove(e.path, ignored)) total -= e.size;
  }
}

}  // namespace tlaloc::lift
