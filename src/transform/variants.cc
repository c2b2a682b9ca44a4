#include "transform/variants.h"

#include <fmt/format.h>

#include "ir/op_def.h"

namespace tlaloc::transform {
namespace {

bool is_called(const ir::Graph& g, const std::string& name) {
  bool found = false;
  for (const ir::Function& f : g.functions)
    ir::for_each_node(f.body, [&](const ir::Node& n) {
      found |= n.op->control == ir::Control::call && n.attrs.string("callee") == name;
    });
  return found;
}

}  // namespace

Variants::Variants(const ir::Graph& g, std::string suffix) : g_(g), suffix_(std::move(suffix)) {}

std::string Variants::unused(const std::string& callee) const {
  for (int i = 1;; ++i) {
    std::string name = i == 1 ? fmt::format("{}_{}", callee, suffix_)
                              : fmt::format("{}_{}_{}", callee, suffix_, i);
    bool taken = g_.find(name) != nullptr;
    for (const auto& [key, made] : names_) taken |= made == name;
    if (!taken) return name;
  }
}

const std::string& Variants::name(const std::string& callee, std::vector<bool> params,
                                  std::vector<bool> results) {
  auto key = std::pair(callee, std::pair(params, results));
  if (const auto at = names_.find(key); at != names_.end()) return at->second;
  std::string made = unused(callee);
  queue_.push_back({callee, made, std::move(params), std::move(results)});
  return names_.emplace(std::move(key), std::move(made)).first->second;
}

bool Variants::next(Request& out) {
  if (queue_.empty()) return false;
  out = std::move(queue_.front());
  queue_.pop_front();
  return true;
}

std::string Variants::main_name() const {
  return is_called(g_, g_.main().name) ? unused(g_.main().name) : g_.main().name;
}

void Variants::append_originals(ir::Graph& to) const {
  for (const ir::Function& f : g_.functions)
    if (to.find(f.name) == nullptr) to.functions.push_back(f);
}

}  // namespace tlaloc::transform
