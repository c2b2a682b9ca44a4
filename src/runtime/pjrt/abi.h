// The part of the PJRT C API that we call, declared by ourselves.
//
// PJRT is a table of function pointers in a versioned struct; every call takes one argument struct
// that begins with its own size. Rules of the ABI (https://openxla.org/xla/pjrt): fields are only
// ever appended, so a struct laid out here is a prefix of every later one; a plugin refuses a size
// smaller than the one it knows, and takes a larger one. Each struct therefore ends in a zeroed
// tail, and its declared size is the one of PJRT 0.81, which every plugin since then accepts.
// abi_test.cc holds these declarations against the header that a plugin's package ships.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tlaloc::runtime::pjrt {

// Handles that only the plugin looks into.
struct ErrorHandle;
struct EventHandle;
struct ClientHandle;
struct DeviceHandle;
struct BufferHandle;
struct ExecutableHandle;
struct LoadedExecutableHandle;

/// Every argument struct begins so. `size` counts up to the end of the last field that we declare.
struct Header {
  std::size_t size = 0;
  void* extensions = nullptr;
};

struct ErrorDestroyArgs {
  Header header{24};
  ErrorHandle* error = nullptr;
};
struct ErrorMessageArgs {
  Header header{40};
  const ErrorHandle* error = nullptr;
  const char* message = nullptr;  // out
  std::size_t message_size = 0;   // out
};
struct PluginInitializeArgs {
  Header header{16};
};
struct EventDestroyArgs {
  Header header{24};
  EventHandle* event = nullptr;
};
struct EventAwaitArgs {
  Header header{24};
  EventHandle* event = nullptr;
};

enum class OptionKind : std::int32_t { string, int64, int64_list, float32, boolean };
struct NamedValue {
  Header header{56};
  const char* name = nullptr;
  std::size_t name_size = 0;
  OptionKind kind = OptionKind::int64;
  std::int64_t number = 0;  // the union's int64
  std::size_t value_size = 1;
};
struct ClientCreateArgs {
  Header header{88};
  const NamedValue* options = nullptr;
  std::size_t option_count = 0;
  void* key_value_get = nullptr;
  void* key_value_get_context = nullptr;
  void* key_value_put = nullptr;
  void* key_value_put_context = nullptr;
  ClientHandle* client = nullptr;  // out
  void* key_value_try_get = nullptr;
  void* key_value_try_get_context = nullptr;
};
struct ClientDestroyArgs {
  Header header{24};
  ClientHandle* client = nullptr;
};
struct ClientPlatformNameArgs {
  Header header{40};
  ClientHandle* client = nullptr;
  const char* name = nullptr;  // out
  std::size_t name_size = 0;   // out
};
struct ClientAddressableDevicesArgs {
  Header header{40};
  ClientHandle* client = nullptr;
  DeviceHandle* const* devices = nullptr;  // out
  std::size_t device_count = 0;            // out
};
struct ProgramText {
  Header header{48};
  char* code = nullptr;
  std::size_t code_size = 0;
  const char* format = nullptr;
  std::size_t format_size = 0;
};
struct ClientCompileArgs {
  Header header{56};
  ClientHandle* client = nullptr;
  const ProgramText* program = nullptr;
  const char* options = nullptr;
  std::size_t options_size = 0;
  LoadedExecutableHandle* executable = nullptr;  // out
};

/// Codes of element types.
enum class BufferType : std::int32_t {
  invalid,
  pred,
  s8,
  s16,
  s32,
  s64,
  u8,
  u16,
  u32,
  u64,
  f16,
  f32,
  f64,
  bf16
};
/// How long the plugin may look at our memory.
enum class HostBufferSemantics : std::int32_t {
  immutable_only_during_call,
  immutable_until_transfer_completes,
  immutable_zero_copy,
  mutable_zero_copy,
};
struct BufferFromHostBufferArgs {
  Header header{120};
  ClientHandle* client = nullptr;
  const void* data = nullptr;
  BufferType type = BufferType::invalid;
  const std::int64_t* sizes = nullptr;
  std::size_t rank = 0;
  const std::int64_t* byte_strides = nullptr;
  std::size_t byte_stride_count = 0;
  HostBufferSemantics semantics = HostBufferSemantics::immutable_only_during_call;
  DeviceHandle* device = nullptr;
  void* memory = nullptr;
  void* device_layout = nullptr;
  EventHandle* done_with_host_buffer = nullptr;  // out
  BufferHandle* buffer = nullptr;                // out
};
struct BufferDestroyArgs {
  Header header{24};
  BufferHandle* buffer = nullptr;
};
struct BufferElementTypeArgs {
  Header header{28};
  BufferHandle* buffer = nullptr;
  BufferType type = BufferType::invalid;  // out
};
struct BufferDimensionsArgs {
  Header header{40};
  BufferHandle* buffer = nullptr;
  const std::int64_t* sizes = nullptr;  // out
  std::size_t rank = 0;                 // out
};
struct BufferToHostBufferArgs {
  Header header{56};
  BufferHandle* buffer = nullptr;
  void* host_layout = nullptr;
  void* data = nullptr;          // null: only the size is told
  std::size_t data_size = 0;     // in and out
  EventHandle* event = nullptr;  // out
};
struct ExecuteOptions {
  Header header{112};
  void* send_callbacks = nullptr;
  void* receive_callbacks = nullptr;
  std::size_t send_count = 0;
  std::size_t receive_count = 0;
  int launch_id = 0;
  const std::int64_t* non_donatable = nullptr;
  std::size_t non_donatable_count = 0;
  void* context = nullptr;
  const char* call_location = nullptr;
  std::size_t task_count = 0;
  int* task_ids = nullptr;
  std::int64_t* incarnation_ids = nullptr;
  char tail[64] = {};  // fields appended later than 0.81
};
struct ExecuteArgs {
  Header header{80};
  LoadedExecutableHandle* executable = nullptr;
  ExecuteOptions* options = nullptr;
  BufferHandle* const* const* arguments = nullptr;
  std::size_t device_count = 0;
  std::size_t argument_count = 0;
  BufferHandle** const* outputs = nullptr;  // out, lists allocated by us
  EventHandle** complete_events = nullptr;  // out
  DeviceHandle* execute_device = nullptr;
};
struct LoadedExecutableDestroyArgs {
  Header header{24};
  LoadedExecutableHandle* executable = nullptr;
};
struct GetExecutableArgs {
  Header header{32};
  LoadedExecutableHandle* loaded = nullptr;
  ExecutableHandle* executable = nullptr;  // out
};
struct ExecutableDestroyArgs {
  Header header{24};
  ExecutableHandle* executable = nullptr;
};
struct NumOutputsArgs {
  Header header{32};
  ExecutableHandle* executable = nullptr;
  std::size_t count = 0;  // out
};

/// Places of the functions in the table.
enum class Slot : std::size_t {
  error_destroy = 0,
  error_message = 1,
  plugin_initialize = 3,
  event_destroy = 5,
  event_await = 8,
  client_create = 10,
  client_destroy = 11,
  client_platform_name = 12,
  client_addressable_devices = 16,
  client_compile = 20,
  buffer_from_host_buffer = 22,
  executable_destroy = 40,
  num_outputs = 44,
  loaded_executable_destroy = 50,
  get_executable = 51,
  execute = 55,
  buffer_destroy = 58,
  buffer_element_type = 59,
  buffer_dimensions = 60,
  buffer_to_host_buffer = 70,
};

/// The table that GetPjrtApi returns: `size` bytes, the functions from offset 40 on.
struct Api {
  std::size_t size;
  void* extensions;
  struct {
    std::size_t size;
    void* extensions;
    int major, minor;
  } version;
  void* slots[1];  // (size - 40) / 8 of them
};
static_assert(offsetof(Api, slots) == 40);

}  // namespace tlaloc::runtime::pjrt
