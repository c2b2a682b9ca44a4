// A program on a host, its types forgotten: leaves in, leaves out. Implemented in
// src/front/session.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tlaloc/detail/storage.h>

namespace tlaloc::detail {

/// An opened host.
class Host;
std::shared_ptr<Host> open_host(const std::string& spelling, std::string& name);

/// One result of a program. A scalar has no sizes.
struct ResultLeaf {
  DType dtype;
  std::vector<std::int64_t> sizes;
  Storage storage;
};

/// A parsed program and its executables, one for each set of sizes seen.
class HostProgram {
 public:
  virtual ~HostProgram() = default;
  /// Throws Error if `text` is not a program of this version, or holds an op that the host cannot
  /// run.
  static std::shared_ptr<HostProgram> load(std::shared_ptr<Host> host, const char* text);
  /// Checks the leaves, compiles if these sizes are new, runs. Nothing where a check of the user's
  /// (throw, assert) did not hold. Throws Error before the host sees leaves that do not fit.
  virtual std::optional<std::vector<ResultLeaf>> run(std::span<const View> x) = 0;
};

}  // namespace tlaloc::detail
