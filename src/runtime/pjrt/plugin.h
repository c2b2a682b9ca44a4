// A loaded PJRT plugin: the function table, calls that turn its errors into ours, and owners for
// its handles.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/error.h"
#include "runtime/pjrt/abi.h"

namespace tlaloc::runtime::pjrt {

/// A plugin stays loaded until the process ends: its threads and registrations do not survive an
/// unload.
class Plugin {
 public:
  /// Loads the shared object at `path` and initialises it.
  static base::Result<std::shared_ptr<const Plugin>> load(const std::string& path);

  int minor_version() const { return api_->version.minor; }
  const std::string& path() const { return path_; }

  /// Calls the function at `slot`; an error of the plugin becomes ours, with its text.
  template <class Args>
  base::Result<void> call(Slot slot, Args& args) const {
    return checked(reinterpret_cast<ErrorHandle* (*)(Args*)>(function(slot))(&args));
  }
  /// For functions that cannot fail (destroyers of errors).
  template <class Args>
  void call_void(Slot slot, Args& args) const {
    reinterpret_cast<void (*)(Args*)>(function(slot))(&args);
  }
  /// Waits for the event and destroys it.
  base::Result<void> await(EventHandle* event) const;

 private:
  Plugin(std::string path, const Api* api) : path_(std::move(path)), api_(api) {}
  void* function(Slot slot) const { return api_->slots[static_cast<std::size_t>(slot)]; }
  base::Result<void> checked(ErrorHandle* error) const;
  base::Result<void> has_every_slot() const;

  std::string path_;
  const Api* api_;
};

/// Owns a handle; destroys it through the plugin.
template <class Handle, class Args, Slot kSlot, Handle* Args::* kField>
class Owned {
 public:
  Owned() = default;
  Owned(std::shared_ptr<const Plugin> plugin, Handle* handle)
      : plugin_(std::move(plugin)), handle_(handle) {}
  Owned(Owned&& o) noexcept
      : plugin_(std::move(o.plugin_)), handle_(std::exchange(o.handle_, nullptr)) {}
  Owned& operator=(Owned&& o) noexcept {
    std::swap(plugin_, o.plugin_);
    std::swap(handle_, o.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_ == nullptr) return;
    Args args;
    args.*kField = handle_;
    (void)plugin_->call(kSlot, args);
  }
  Handle* get() const { return handle_; }

 private:
  std::shared_ptr<const Plugin> plugin_;
  Handle* handle_ = nullptr;
};

using Client =
    Owned<ClientHandle, ClientDestroyArgs, Slot::client_destroy, &ClientDestroyArgs::client>;
using Buffer =
    Owned<BufferHandle, BufferDestroyArgs, Slot::buffer_destroy, &BufferDestroyArgs::buffer>;
using LoadedExecutable =
    Owned<LoadedExecutableHandle, LoadedExecutableDestroyArgs, Slot::loaded_executable_destroy,
          &LoadedExecutableDestroyArgs::executable>;
using ExecutableInfo = Owned<ExecutableHandle, ExecutableDestroyArgs, Slot::executable_destroy,
                             &ExecutableDestroyArgs::executable>;

}  // namespace tlaloc::runtime::pjrt
