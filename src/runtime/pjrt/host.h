// A PJRT plugin as a Host: one client, its first device.
#pragma once

#include <memory>
#include <string>

#include "runtime/runtime.h"

namespace tlaloc::runtime::pjrt {

/// Opens the plugin at `path` with one device.
base::Result<std::shared_ptr<Host>> open(const std::string& path);

}  // namespace tlaloc::runtime::pjrt
