#include "runtime/pjrt/host.h"

#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "back/hlo/module.h"
#include "runtime/pjrt/plugin.h"

namespace tlaloc::runtime::pjrt {
namespace {

using base::Result;

// A serialized CompileOptionsProto with one replica and one partition: without both counts plugins
// abort.
constexpr char kCompileOptions[] = {0x1a, 0x04, 0x20, 0x01, 0x28, 0x01};

BufferType buffer_type(DType t) {
  constexpr BufferType kTypes[] = {BufferType::pred, BufferType::s8,  BufferType::s16,
                                   BufferType::s32,  BufferType::s64, BufferType::u8,
                                   BufferType::u16,  BufferType::u32, BufferType::u64,
                                   BufferType::bf16, BufferType::f32, BufferType::f64};
  return kTypes[static_cast<std::size_t>(t)];
}

// What every executable of a client needs to stay alive. Members are destroyed last to first.
struct Context {
  std::shared_ptr<const Plugin> plugin;
  Client client;
  DeviceHandle* device = nullptr;
};

class PjrtExecutable : public Executable {
 public:
  PjrtExecutable(std::shared_ptr<const Context> context, LoadedExecutable program)
      : context_(std::move(context)), program_(std::move(program)) {}

  Result<void> run(std::span<const pen::HostBuffer> x,
                   std::span<const pen::HostBuffer> y) override {
    std::vector<Buffer> owned;
    std::vector<BufferHandle*> arguments;
    for (const pen::HostBuffer& b : x) {
      auto buffer = upload(b);
      if (!buffer) return base::fail(buffer.error());
      arguments.push_back(buffer->get());
      owned.push_back(std::move(*buffer));
    }
    auto results = execute(arguments, y.size());
    if (!results) return base::fail(results.error());
    for (std::size_t i = 0; i < y.size(); ++i)
      if (auto ok = download((*results)[i].get(), y[i]); !ok) return ok;
    return {};
  }

 private:
  Result<Buffer> upload(const pen::HostBuffer& b) const {
    static constexpr char kNothing[64] =
        {};  // a plugin does not take a null pointer, even for no elements
    BufferFromHostBufferArgs args;
    args.client = context_->client.get();
    args.data = b.data == nullptr ? kNothing : b.data;
    args.type = buffer_type(b.dtype);
    args.sizes = b.sizes.data();
    args.rank = b.sizes.size();
    args.device = context_->device;
    if (auto ok = plugin().call(Slot::buffer_from_host_buffer, args); !ok)
      return base::fail(ok.error());
    Buffer buffer(context_->plugin, args.buffer);
    if (auto ok = plugin().await(args.done_with_host_buffer); !ok) return base::fail(ok.error());
    return buffer;
  }

  Result<std::vector<Buffer>> execute(const std::vector<BufferHandle*>& arguments,
                                      std::size_t result_count) const {
    ExecuteOptions options;
    std::vector<BufferHandle*> handles(result_count, nullptr);
    BufferHandle* const* argument_list = arguments.data();
    BufferHandle** output_list = handles.data();
    EventHandle* complete = nullptr;
    ExecuteArgs args;
    args.executable = program_.get();
    args.options = &options;
    args.arguments = &argument_list;
    args.device_count = 1;
    args.argument_count = arguments.size();
    args.outputs = &output_list;
    args.complete_events = &complete;
    if (auto ok = plugin().call(Slot::execute, args); !ok) return base::fail(ok.error());
    std::vector<Buffer> results;
    for (BufferHandle* h : handles) results.emplace_back(context_->plugin, h);
    if (auto ok = plugin().await(complete); !ok) return base::fail(ok.error());
    return results;
  }

  Result<void> download(BufferHandle* buffer, const pen::HostBuffer& y) const {
    BufferDimensionsArgs dimensions;
    dimensions.buffer = buffer;
    if (auto ok = plugin().call(Slot::buffer_dimensions, dimensions); !ok) return ok;
    BufferElementTypeArgs type;
    type.buffer = buffer;
    if (auto ok = plugin().call(Slot::buffer_element_type, type); !ok) return ok;
    const bool same = type.type == buffer_type(y.dtype) && dimensions.rank == y.sizes.size() &&
                      std::equal(y.sizes.begin(), y.sizes.end(), dimensions.sizes);
    if (!same)
      return base::fail(
          "pjrt",
          fmt::format("the plugin's result has sizes [{}] and element type {}, expected [{}] of {}",
                      fmt::join(dimensions.sizes, dimensions.sizes + dimensions.rank, ", "),
                      static_cast<int>(type.type), fmt::join(y.sizes, ", "), name_of(y.dtype)),
          "pjrt.result");
    if (y.count() == 0) return {};
    BufferToHostBufferArgs args;
    args.buffer = buffer;
    args.data = y.data;
    args.data_size = static_cast<std::size_t>(y.count()) * size_of(y.dtype);
    if (auto ok = plugin().call(Slot::buffer_to_host_buffer, args); !ok) return ok;
    return plugin().await(args.event);
  }

  const Plugin& plugin() const { return *context_->plugin; }

  std::shared_ptr<const Context> context_;
  LoadedExecutable program_;
};

class PjrtHost : public Host {
 public:
  PjrtHost(std::shared_ptr<const Context> context, std::string name)
      : context_(std::move(context)), name_(std::move(name)) {}

  std::string name() const override { return name_; }

  Result<std::unique_ptr<Executable>> compile(const ir::Graph& g,
                                              const SymbolValues& sizes) override {
    auto module = back::write_module(g, sizes);
    if (!module) return base::fail(module.error());
    ProgramText text;
    text.code = module->data();
    text.code_size = module->size();
    text.format = "mlir";
    text.format_size = 4;
    ClientCompileArgs args;
    args.client = context_->client.get();
    args.program = &text;
    args.options = kCompileOptions;
    args.options_size = sizeof kCompileOptions;
    if (auto ok = context_->plugin->call(Slot::client_compile, args); !ok)
      return base::fail(
          std::move(ok.error()).note("while compiling @" + g.main().name + " by " + name_));
    LoadedExecutable program(context_->plugin, args.executable);
    if (auto ok = check_output_count(program.get(), g.main().body.results.size()); !ok)
      return base::fail(ok.error());
    return std::make_unique<PjrtExecutable>(context_, std::move(program));
  }

 private:
  // Execute writes as many handles as the program has results, so the list must be long enough.
  Result<void> check_output_count(LoadedExecutableHandle* program, std::size_t expected) const {
    GetExecutableArgs get;
    get.loaded = program;
    if (auto ok = context_->plugin->call(Slot::get_executable, get); !ok) return ok;
    const ExecutableInfo info(context_->plugin, get.executable);
    NumOutputsArgs outputs;
    outputs.executable = info.get();
    if (auto ok = context_->plugin->call(Slot::num_outputs, outputs); !ok) return ok;
    if (outputs.count == expected) return {};
    return base::fail(
        "pjrt",
        fmt::format("the compiled program has {} results, expected {}", outputs.count, expected),
        "pjrt.result");
  }

  std::shared_ptr<const Context> context_;
  std::string name_;
};

Result<Client> make_client(const std::shared_ptr<const Plugin>& plugin) {
  // One device: CPU plugins make four by default. Others do not know the name, and then refuse or
  // ignore it.
  NamedValue device_count;
  device_count.name = "cpu_device_count";
  device_count.name_size = std::strlen(device_count.name);
  device_count.number = 1;
  for (std::size_t options : {1, 0}) {
    ClientCreateArgs args;
    args.options = &device_count;
    args.option_count = options;
    auto ok = plugin->call(Slot::client_create, args);
    if (ok) return Client(plugin, args.client);
    if (options == 0) return base::fail(ok.error());
  }
  return base::fail("pjrt", "no client", "pjrt.load");
}

}  // namespace

Result<std::shared_ptr<Host>> open(const std::string& path) {
  auto plugin = Plugin::load(path);
  if (!plugin) return base::fail(plugin.error());
  auto client = make_client(*plugin);
  if (!client) return base::fail(client.error());
  ClientAddressableDevicesArgs devices;
  devices.client = client->get();
  if (auto ok = (*plugin)->call(Slot::client_addressable_devices, devices); !ok)
    return base::fail(ok.error());
  if (devices.device_count == 0) return base::fail("pjrt", path + " offers no device", "pjrt.load");
  ClientPlatformNameArgs platform;
  platform.client = client->get();
  if (auto ok = (*plugin)->call(Slot::client_platform_name, platform); !ok)
    return base::fail(ok.error());
  const std::string name =
      fmt::format("pjrt {} (API 0.{})", std::string_view(platform.name, platform.name_size),
                  (*plugin)->minor_version());
  auto context =
      std::make_shared<Context>(Context{*plugin, std::move(*client), devices.devices[0]});
  return std::make_shared<PjrtHost>(std::move(context), name);
}

}  // namespace tlaloc::runtime::pjrt
