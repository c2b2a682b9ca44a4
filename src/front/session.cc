// Sessions: the typed door's untyped half.
#include <tlaloc/session.h>

#include <mutex>

#include "back/hlo/module.h"
#include "base/check.h"
#include "front/raise.h"
#include "ir/text.h"
#include "ops/table.h"
#include "runtime/runtime.h"
#include "transform/checks_as_result.h"

namespace tlaloc {
namespace detail {
namespace {

pen::HostBuffer buffer(const View& v) {
  return {v.dtype, {v.sizes, v.rank}, const_cast<void*>(v.data)};
}

template <class T>
T value_or_raise(base::Result<T> r) {
  if (!r) front::raise(r.error());
  return std::move(*r);
}

std::vector<std::string> parameter_names(const ir::Function& f) {
  std::vector<std::string> out;
  for (ir::Value p : f.body.params) out.push_back(f.values[p.id].name);
  return out;
}

}  // namespace

class Host {
 public:
  explicit Host(std::shared_ptr<runtime::Host> host) : host(std::move(host)) {}
  std::shared_ptr<runtime::Host> host;
};

std::shared_ptr<Host> open_host(const std::string& spelling, std::string& name) {
  auto host = value_or_raise(runtime::open_host(spelling));
  name = host->name();
  return std::make_shared<Host>(std::move(host));
}

namespace {

class CompiledProgram : public HostProgram {
 public:
  CompiledProgram(std::shared_ptr<Host> host, ir::Graph graph)
      : host_(std::move(host)),
        checked_(transform::has_checks(graph)),
        graph_(transform::checks_as_result(std::move(graph))),
        names_(parameter_names(graph_.main())) {}

  std::optional<std::vector<ResultLeaf>> run(std::span<const View> x) override {
    std::vector<pen::HostBuffer> operands;
    for (const View& v : x) operands.push_back(buffer(v));
    const auto sizes = value_or_raise(runtime::bind_symbols(graph_.main(), operands, names_));
    runtime::Executable& program = executable(sizes);
    std::vector<ResultLeaf> results = allocate(sizes);
    std::vector<pen::HostBuffer> y;
    for (ResultLeaf& r : results) y.push_back({r.dtype, r.sizes, r.storage.data()});
    if (auto ok = program.run(operands, y); !ok) front::raise(ok.error());
    if (checked_) {
      if (!*static_cast<const bool*>(results.back().storage.data())) return std::nullopt;
      results.pop_back();
    }
    return results;
  }

 private:
  runtime::Executable& executable(const runtime::SymbolValues& sizes) {
    const std::lock_guard lock(mutex_);
    auto& slot = executables_[sizes];
    if (slot == nullptr) slot = value_or_raise(host_->host->compile(graph_, sizes));
    return *slot;
  }

  std::vector<ResultLeaf> allocate(const runtime::SymbolValues& sizes) const {
    const ir::Function& f = graph_.main();
    auto all = value_or_raise(runtime::result_sizes(f, sizes));
    std::vector<ResultLeaf> out;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const DType dtype = f.type(f.body.results[i]).dtype;
      Storage storage(bytes_of(dtype, all[i].data(), all[i].size()));
      out.push_back({dtype, std::move(all[i]), std::move(storage)});
    }
    return out;
  }

  std::shared_ptr<Host> host_;
  const bool checked_;  ///< the last result says whether all checks held
  const ir::Graph graph_;
  const std::vector<std::string> names_;
  std::mutex mutex_;
  std::map<runtime::SymbolValues, std::unique_ptr<runtime::Executable>> executables_;
};

}  // namespace

std::shared_ptr<HostProgram> HostProgram::load(std::shared_ptr<Host> host, const char* text) {
  return std::make_shared<CompiledProgram>(std::move(host),
                                           value_or_raise(ir::parse(text, ops::find)));
}

std::string stablehlo_of(const char* text, const std::vector<std::vector<std::int64_t>>& sizes) {
  const ir::Graph g = transform::checks_as_result(value_or_raise(ir::parse(text, ops::find)));
  const ir::Function& f = g.main();
  std::vector<pen::HostBuffer> x;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    x.push_back({i < f.body.params.size() ? f.type(f.body.params[i]).dtype : DType::f32, sizes[i],
                 nullptr});
  const auto symbols = value_or_raise(runtime::bind_symbols(f, x, parameter_names(f)));
  return value_or_raise(back::write_module(g, symbols));
}

}  // namespace detail

Session Session::open(const std::string& host) {
  if (host == "cpu") return Session("cpu", nullptr);
  std::string name;
  auto opened = detail::open_host(host, name);
  return Session(std::move(name), std::move(opened));
}

}  // namespace tlaloc
