#include "back/explain/explain.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "back/explain/cost.h"
#include "back/explain/kept.h"
#include "transform/fuse.h"

namespace tlaloc::back {
namespace {

std::string kept_text(const Kept& k) {
  const ir::Size bytes =
      ir::product(k.type.sizes) * ir::Size(static_cast<std::int64_t>(size_of(k.type.dtype)));
  return fmt::format("  {}{}{}: {}, {} bytes\n    read again by {}\n", k.what,
                     k.where.empty() ? "" : " ", k.where, ir::text(k.type), bytes.text(),
                     fmt::join(k.readers, "; "));
}

std::string row(std::string_view what, const ir::Size& a, const ir::Size& b, std::size_t width) {
  return fmt::format("  {:<26}{:<{}}  {}\n", what, a.text(), width, b.text());
}

std::string costs(const Explained& e) {
  const Cost f = cost(e.function), d = cost(e.derivative);
  const Cost f_moved = cost(transform::fuse(e.function)),
             d_moved = cost(transform::fuse(e.derivative));
  const std::size_t width = std::max({std::size_t{12}, f.flops.text().size(),
                                      f_moved.read.text().size(), f_moved.written.text().size()});
  return fmt::format("  {:<26}{:<{}}  {}\n", "", "the function", width, e.name) +
         row("floating-point operations", f.flops, d.flops, width) +
         row("bytes read", f_moved.read, d_moved.read, width) +
         row("bytes written", f_moved.written, d_moved.written, width);
}

}  // namespace

std::string explain(const Explained& e) {
  std::string out = "Kept of the function:\n";
  const auto all = kept(e.function.main(), e.derivative.main());
  for (const Kept& k : all) out += kept_text(k);
  if (all.empty()) out += "  nothing: what it reads are arguments, constants and numbers at hand\n";
  return out + "\nCost:\n" + costs(e);
}

}  // namespace tlaloc::back
