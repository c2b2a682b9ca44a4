#include "runtime/pjrt/plugin.h"

#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <mutex>

#include <fmt/format.h>

namespace tlaloc::runtime::pjrt {
namespace {

constexpr Slot kLastSlot = Slot::buffer_to_host_buffer;
constexpr Slot kSlots[] = {Slot::error_destroy,
                           Slot::error_message,
                           Slot::plugin_initialize,
                           Slot::event_destroy,
                           Slot::event_await,
                           Slot::client_create,
                           Slot::client_destroy,
                           Slot::client_platform_name,
                           Slot::client_addressable_devices,
                           Slot::client_compile,
                           Slot::buffer_from_host_buffer,
                           Slot::executable_destroy,
                           Slot::num_outputs,
                           Slot::loaded_executable_destroy,
                           Slot::get_executable,
                           Slot::execute,
                           Slot::buffer_destroy,
                           Slot::buffer_element_type,
                           Slot::buffer_dimensions,
                           Slot::buffer_to_host_buffer};

// Initialising a plugin twice is not promised to work, so a path is loaded once.
struct Loaded {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const Plugin>> by_path;
};
Loaded& loaded() {
  static Loaded* all = new Loaded;  // outlives every user
  return *all;
}

}  // namespace

base::Result<std::shared_ptr<const Plugin>> Plugin::load(const std::string& path) {
  Loaded& all = loaded();
  const std::lock_guard lock(all.mutex);
  if (const auto at = all.by_path.find(path); at != all.by_path.end()) return at->second;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return base::fail("pjrt", fmt::format("cannot load {}: {}", path, dlerror()), "pjrt.load");
  const auto get_api = reinterpret_cast<const Api* (*)()>(dlsym(library, "GetPjrtApi"));
  const Api* api = get_api == nullptr ? nullptr : get_api();
  if (api == nullptr)
    return base::fail("pjrt", fmt::format("{} is no PJRT plugin: it has no GetPjrtApi", path),
                      "pjrt.load");
  std::shared_ptr<Plugin> plugin(new Plugin(path, api));
  if (auto ok = plugin->has_every_slot(); !ok) return base::fail(ok.error());
  PluginInitializeArgs args;
  if (auto ok = plugin->call(Slot::plugin_initialize, args); !ok) return base::fail(ok.error());
  return all.by_path[path] = plugin;
}

base::Result<void> Plugin::has_every_slot() const {
  const std::size_t count = (api_->size - offsetof(Api, slots)) / sizeof(void*);
  const bool complete = api_->size >= offsetof(Api, slots) &&
                        count > static_cast<std::size_t>(kLastSlot) &&
                        std::all_of(std::begin(kSlots), std::end(kSlots),
                                    [&](Slot s) { return function(s) != nullptr; });
  if (complete) return {};
  return base::fail(
      "pjrt",
      fmt::format(
          "{} speaks PJRT {}.{} without the functions that are needed; 0.81 or later has them",
          path_, api_->version.major, api_->version.minor),
      "pjrt.version");
}

base::Result<void> Plugin::checked(ErrorHandle* error) const {
  if (error == nullptr) return {};
  ErrorMessageArgs message;
  message.error = error;
  call_void(Slot::error_message, message);
  std::string text(message.message, message.message_size);
  ErrorDestroyArgs destroy;
  destroy.error = error;
  call_void(Slot::error_destroy, destroy);
  return base::fail("pjrt", std::move(text), "pjrt.plugin");
}

base::Result<void> Plugin::await(EventHandle* event) const {
  if (event == nullptr) return {};
  EventAwaitArgs wait;
  wait.event = event;
  auto result = call(Slot::event_await, wait);
  EventDestroyArgs destroy;
  destroy.event = event;
  (void)call(Slot::event_destroy, destroy);
  return result;
}

}  // namespace tlaloc::runtime::pjrt
