// The port: what a place that runs programs looks like. One folder a host: native/, pjrt/.
//
// A Host compiles a graph for one set of sizes; the Executable runs it on host buffers. What a host
// must check before its library sees the arguments is done once, in executable.h, for all of them.
// Thread safety: compile and run may be called from several threads at once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "base/error.h"
#include "ir/graph.h"
#include "pen/host_call.h"

namespace tlaloc::runtime {

/// What each size symbol stands for.
using SymbolValues = std::map<std::string, std::int64_t>;

class Executable {
 public:
  virtual ~Executable() = default;
  /// `x` are the program's leaves in order, `y` its results, allocated by the caller. Buffers are
  /// dense and row-major; types and sizes are right already. Leaves every `x` as it was.
  virtual base::Result<void> run(std::span<const pen::HostBuffer> x,
                                 std::span<const pen::HostBuffer> y) = 0;
};

class Host {
 public:
  virtual ~Host() = default;
  /// "cpu", "pjrt:cpu 1.20": for messages.
  virtual std::string name() const = 0;
  /// Compiles the first function of `g` for these sizes. An op that the host cannot run is refused,
  /// naming its line.
  virtual base::Result<std::unique_ptr<Executable>> compile(const ir::Graph& g,
                                                            const SymbolValues& sizes) = 0;
};

/// Opens a host by its spelling: "cpu" (ours), "pjrt:/path/plugin.so". Never closes a plugin again:
/// plugins do not survive it.
base::Result<std::shared_ptr<Host>> open_host(const std::string& spelling);

/// What the symbols of `f` stand for when its parameters have these types; checks dtypes, ranks,
/// fixed and repeated sizes and the function's requirements. `names` says what to call each
/// parameter in a message ("model.l1.w").
base::Result<SymbolValues> bind_symbols(const ir::Function& f, std::span<const pen::HostBuffer> x,
                                        std::span<const std::string> names);

/// The sizes of the results of `f`.
base::Result<std::vector<std::vector<std::int64_t>>> result_sizes(const ir::Function& f,
                                                                  const SymbolValues& sizes);

}  // namespace tlaloc::runtime
