#include "lift/read_files.h"

#include <sys/stat.h>
#include <ctime>

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

namespace tlaloc::lift {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

bool read_status(const std::string& path, ReadFile& out) {
  struct stat s{};
  if (::stat(path.c_str(), &s) != 0) return false;
  out.path = path;
  out.size = static_cast<std::uint64_t>(s.st_size);
  out.modified = s.st_mtim.tv_sec * kSecond + s.st_mtim.tv_nsec;
  return true;
}

bool read_content(const std::string& path, std::uint64_t& out) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer) return false;
  out = llvm::xxh3_64bits((*buffer)->getBuffer());
  return true;
}

bool is_as_it_was(const ReadFile& then) {
  ReadFile now;
  if (!read_status(then.path, now) || now.size != then.size) return false;
  if (now.modified == then.modified) return true;
  return read_content(then.path, now.content) && now.content == then.content;
}

bool is_missing(const std::string& path) {
  struct stat s{};
  return ::stat(path.c_str(), &s) != 0;
}

std::int64_t now() {
  struct timespec t{};
  ::clock_gettime(CLOCK_REALTIME, &t);
  return t.tv_sec * kSecond + t.tv_nsec;
}

}  // namespace

bool ReadFiles::are_fresh() const {
  for (const ReadFile& f : read)
    if (!is_as_it_was(f)) return false;
  for (const std::string& path : missing)
    if (!is_missing(path)) return false;
  return true;
}

WatchedFiles::WatchedFiles()
    : llvm::vfs::ProxyFileSystem(llvm::vfs::getRealFileSystem()), began_(now()) {}

llvm::ErrorOr<llvm::vfs::Status> WatchedFiles::status(const llvm::Twine& path) {
  auto out = ProxyFileSystem::status(path);
  if (!out) missing_.insert(path.str());
  return out;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> WatchedFiles::openFileForRead(
    const llvm::Twine& path) {
  auto out = ProxyFileSystem::openFileForRead(path);
  (out ? opened_ : missing_).insert(path.str());
  return out;
}

bool WatchedFiles::seen(ReadFiles& out) const {
  for (const std::string& path : opened_) {
    if (llvm::sys::fs::is_directory(path)) continue;
    ReadFile f;
    if (!read_status(path, f) || !read_content(path, f.content)) return false;
    if (f.modified > began_) return false;
    // A file changed twice within a clock's tick looks as if it had changed once.
    if (f.modified > began_ - 2 * kSecond) f.modified = 0;
    out.read.push_back(std::move(f));
  }
  out.missing.assign(missing_.begin(), missing_.end());
  return true;
}

}  // namespace tlaloc::lift
