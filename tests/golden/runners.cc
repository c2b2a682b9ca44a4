#include "golden/runners.h"

#include "golden/derivatives/all.h"
#include "golden/structs.h"

namespace tlaloc::golden {

const std::map<std::string, Runner>& runners() {
  static const std::map<std::string, Runner> all = [] {
    std::map<std::string, Runner> out;
#define CASE(name) out[#name] = adapt(tlaloc_gen::name);
#include "golden/derivatives/cases.inc"
#undef CASE
    add_struct_runners(out);
    return out;
  }();
  return all;
}

}  // namespace tlaloc::golden
