#include <fmt/format.h>

#include "runtime/pjrt/host.h"
#include "runtime/runtime.h"

namespace tlaloc::runtime {

base::Result<std::shared_ptr<Host>> open_host(const std::string& spelling) {
  if (spelling.starts_with("pjrt:")) return pjrt::open(spelling.substr(5));
  return base::fail("session",
                    fmt::format("got host '{}', expected \"pjrt:/path/to/plugin.so\"", spelling),
                    "session.host");
}

}  // namespace tlaloc::runtime
