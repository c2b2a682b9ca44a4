// Our declarations of the PJRT ABI against the header that a plugin's package ships (API 0.81).
#include "runtime/pjrt/abi.h"

#include <gtest/gtest.h>

#include "pjrt_c_api.h"

namespace tlaloc::runtime::pjrt {
namespace {

#define SAME_FIELD(ours, our_field, theirs, their_field)                      \
  static_assert(offsetof(ours, our_field) == offsetof(theirs, their_field) && \
                sizeof(ours::our_field) == sizeof(theirs::their_field))
#define SAME_SLOT(ours, theirs)               \
  static_assert(offsetof(PJRT_Api, theirs) == \
                offsetof(Api, slots) + 8 * static_cast<std::size_t>(Slot::ours))

SAME_FIELD(ErrorDestroyArgs, error, PJRT_Error_Destroy_Args, error);
SAME_FIELD(ErrorMessageArgs, error, PJRT_Error_Message_Args, error);
SAME_FIELD(ErrorMessageArgs, message, PJRT_Error_Message_Args, message);
SAME_FIELD(ErrorMessageArgs, message_size, PJRT_Error_Message_Args, message_size);
SAME_FIELD(EventDestroyArgs, event, PJRT_Event_Destroy_Args, event);
SAME_FIELD(EventAwaitArgs, event, PJRT_Event_Await_Args, event);
SAME_FIELD(NamedValue, name, PJRT_NamedValue, name);
SAME_FIELD(NamedValue, name_size, PJRT_NamedValue, name_size);
SAME_FIELD(NamedValue, kind, PJRT_NamedValue, type);
SAME_FIELD(NamedValue, number, PJRT_NamedValue, int64_value);
SAME_FIELD(NamedValue, value_size, PJRT_NamedValue, value_size);
SAME_FIELD(ClientCreateArgs, options, PJRT_Client_Create_Args, create_options);
SAME_FIELD(ClientCreateArgs, option_count, PJRT_Client_Create_Args, num_options);
SAME_FIELD(ClientCreateArgs, client, PJRT_Client_Create_Args, client);
SAME_FIELD(ClientCreateArgs, key_value_try_get_context, PJRT_Client_Create_Args,
           kv_try_get_user_arg);
SAME_FIELD(ClientDestroyArgs, client, PJRT_Client_Destroy_Args, client);
SAME_FIELD(ClientPlatformNameArgs, client, PJRT_Client_PlatformName_Args, client);
SAME_FIELD(ClientPlatformNameArgs, name, PJRT_Client_PlatformName_Args, platform_name);
SAME_FIELD(ClientPlatformNameArgs, name_size, PJRT_Client_PlatformName_Args, platform_name_size);
SAME_FIELD(ClientAddressableDevicesArgs, client, PJRT_Client_AddressableDevices_Args, client);
SAME_FIELD(ClientAddressableDevicesArgs, devices, PJRT_Client_AddressableDevices_Args,
           addressable_devices);
SAME_FIELD(ClientAddressableDevicesArgs, device_count, PJRT_Client_AddressableDevices_Args,
           num_addressable_devices);
SAME_FIELD(ProgramText, code, PJRT_Program, code);
SAME_FIELD(ProgramText, code_size, PJRT_Program, code_size);
SAME_FIELD(ProgramText, format, PJRT_Program, format);
SAME_FIELD(ProgramText, format_size, PJRT_Program, format_size);
SAME_FIELD(ClientCompileArgs, client, PJRT_Client_Compile_Args, client);
SAME_FIELD(ClientCompileArgs, program, PJRT_Client_Compile_Args, program);
SAME_FIELD(ClientCompileArgs, options, PJRT_Client_Compile_Args, compile_options);
SAME_FIELD(ClientCompileArgs, options_size, PJRT_Client_Compile_Args, compile_options_size);
SAME_FIELD(ClientCompileArgs, executable, PJRT_Client_Compile_Args, executable);
SAME_FIELD(BufferFromHostBufferArgs, client, PJRT_Client_BufferFromHostBuffer_Args, client);
SAME_FIELD(BufferFromHostBufferArgs, data, PJRT_Client_BufferFromHostBuffer_Args, data);
SAME_FIELD(BufferFromHostBufferArgs, type, PJRT_Client_BufferFromHostBuffer_Args, type);
SAME_FIELD(BufferFromHostBufferArgs, sizes, PJRT_Client_BufferFromHostBuffer_Args, dims);
SAME_FIELD(BufferFromHostBufferArgs, rank, PJRT_Client_BufferFromHostBuffer_Args, num_dims);
SAME_FIELD(BufferFromHostBufferArgs, byte_strides, PJRT_Client_BufferFromHostBuffer_Args,
           byte_strides);
SAME_FIELD(BufferFromHostBufferArgs, byte_stride_count, PJRT_Client_BufferFromHostBuffer_Args,
           num_byte_strides);
SAME_FIELD(BufferFromHostBufferArgs, semantics, PJRT_Client_BufferFromHostBuffer_Args,
           host_buffer_semantics);
SAME_FIELD(BufferFromHostBufferArgs, device, PJRT_Client_BufferFromHostBuffer_Args, device);
SAME_FIELD(BufferFromHostBufferArgs, memory, PJRT_Client_BufferFromHostBuffer_Args, memory);
SAME_FIELD(BufferFromHostBufferArgs, device_layout, PJRT_Client_BufferFromHostBuffer_Args,
           device_layout);
SAME_FIELD(BufferFromHostBufferArgs, done_with_host_buffer, PJRT_Client_BufferFromHostBuffer_Args,
           done_with_host_buffer);
SAME_FIELD(BufferFromHostBufferArgs, buffer, PJRT_Client_BufferFromHostBuffer_Args, buffer);
SAME_FIELD(BufferDestroyArgs, buffer, PJRT_Buffer_Destroy_Args, buffer);
SAME_FIELD(BufferElementTypeArgs, buffer, PJRT_Buffer_ElementType_Args, buffer);
SAME_FIELD(BufferElementTypeArgs, type, PJRT_Buffer_ElementType_Args, type);
SAME_FIELD(BufferDimensionsArgs, buffer, PJRT_Buffer_Dimensions_Args, buffer);
SAME_FIELD(BufferDimensionsArgs, sizes, PJRT_Buffer_Dimensions_Args, dims);
SAME_FIELD(BufferDimensionsArgs, rank, PJRT_Buffer_Dimensions_Args, num_dims);
SAME_FIELD(BufferToHostBufferArgs, buffer, PJRT_Buffer_ToHostBuffer_Args, src);
SAME_FIELD(BufferToHostBufferArgs, host_layout, PJRT_Buffer_ToHostBuffer_Args, host_layout);
SAME_FIELD(BufferToHostBufferArgs, data, PJRT_Buffer_ToHostBuffer_Args, dst);
SAME_FIELD(BufferToHostBufferArgs, data_size, PJRT_Buffer_ToHostBuffer_Args, dst_size);
SAME_FIELD(BufferToHostBufferArgs, event, PJRT_Buffer_ToHostBuffer_Args, event);
SAME_FIELD(ExecuteOptions, send_callbacks, PJRT_ExecuteOptions, send_callbacks);
SAME_FIELD(ExecuteOptions, receive_callbacks, PJRT_ExecuteOptions, recv_callbacks);
SAME_FIELD(ExecuteOptions, send_count, PJRT_ExecuteOptions, num_send_ops);
SAME_FIELD(ExecuteOptions, receive_count, PJRT_ExecuteOptions, num_recv_ops);
SAME_FIELD(ExecuteOptions, launch_id, PJRT_ExecuteOptions, launch_id);
SAME_FIELD(ExecuteOptions, non_donatable, PJRT_ExecuteOptions, non_donatable_input_indices);
SAME_FIELD(ExecuteOptions, non_donatable_count, PJRT_ExecuteOptions,
           num_non_donatable_input_indices);
SAME_FIELD(ExecuteOptions, context, PJRT_ExecuteOptions, context);
SAME_FIELD(ExecuteOptions, call_location, PJRT_ExecuteOptions, call_location);
SAME_FIELD(ExecuteOptions, task_count, PJRT_ExecuteOptions, num_tasks);
SAME_FIELD(ExecuteOptions, task_ids, PJRT_ExecuteOptions, task_ids);
SAME_FIELD(ExecuteOptions, incarnation_ids, PJRT_ExecuteOptions, incarnation_ids);
SAME_FIELD(ExecuteArgs, executable, PJRT_LoadedExecutable_Execute_Args, executable);
SAME_FIELD(ExecuteArgs, options, PJRT_LoadedExecutable_Execute_Args, options);
SAME_FIELD(ExecuteArgs, arguments, PJRT_LoadedExecutable_Execute_Args, argument_lists);
SAME_FIELD(ExecuteArgs, device_count, PJRT_LoadedExecutable_Execute_Args, num_devices);
SAME_FIELD(ExecuteArgs, argument_count, PJRT_LoadedExecutable_Execute_Args, num_args);
SAME_FIELD(ExecuteArgs, outputs, PJRT_LoadedExecutable_Execute_Args, output_lists);
SAME_FIELD(ExecuteArgs, complete_events, PJRT_LoadedExecutable_Execute_Args,
           device_complete_events);
SAME_FIELD(ExecuteArgs, execute_device, PJRT_LoadedExecutable_Execute_Args, execute_device);
SAME_FIELD(LoadedExecutableDestroyArgs, executable, PJRT_LoadedExecutable_Destroy_Args, executable);
SAME_FIELD(GetExecutableArgs, loaded, PJRT_LoadedExecutable_GetExecutable_Args, loaded_executable);
SAME_FIELD(GetExecutableArgs, executable, PJRT_LoadedExecutable_GetExecutable_Args, executable);
SAME_FIELD(ExecutableDestroyArgs, executable, PJRT_Executable_Destroy_Args, executable);
SAME_FIELD(NumOutputsArgs, executable, PJRT_Executable_NumOutputs_Args, executable);
SAME_FIELD(NumOutputsArgs, count, PJRT_Executable_NumOutputs_Args, num_outputs);

SAME_SLOT(error_destroy, PJRT_Error_Destroy);
SAME_SLOT(error_message, PJRT_Error_Message);
SAME_SLOT(plugin_initialize, PJRT_Plugin_Initialize);
SAME_SLOT(event_destroy, PJRT_Event_Destroy);
SAME_SLOT(event_await, PJRT_Event_Await);
SAME_SLOT(client_create, PJRT_Client_Create);
SAME_SLOT(client_destroy, PJRT_Client_Destroy);
SAME_SLOT(client_platform_name, PJRT_Client_PlatformName);
SAME_SLOT(client_addressable_devices, PJRT_Client_AddressableDevices);
SAME_SLOT(client_compile, PJRT_Client_Compile);
SAME_SLOT(buffer_from_host_buffer, PJRT_Client_BufferFromHostBuffer);
SAME_SLOT(executable_destroy, PJRT_Executable_Destroy);
SAME_SLOT(num_outputs, PJRT_Executable_NumOutputs);
SAME_SLOT(loaded_executable_destroy, PJRT_LoadedExecutable_Destroy);
SAME_SLOT(get_executable, PJRT_LoadedExecutable_GetExecutable);
SAME_SLOT(execute, PJRT_LoadedExecutable_Execute);
SAME_SLOT(buffer_destroy, PJRT_Buffer_Destroy);
SAME_SLOT(buffer_element_type, PJRT_Buffer_ElementType);
SAME_SLOT(buffer_dimensions, PJRT_Buffer_Dimensions);
SAME_SLOT(buffer_to_host_buffer, PJRT_Buffer_ToHostBuffer);

static_assert(offsetof(PJRT_Api, pjrt_api_version) == offsetof(Api, version));
static_assert(static_cast<int>(BufferType::pred) == PJRT_Buffer_Type_PRED);
static_assert(static_cast<int>(BufferType::s64) == PJRT_Buffer_Type_S64);
static_assert(static_cast<int>(BufferType::u64) == PJRT_Buffer_Type_U64);
static_assert(static_cast<int>(BufferType::f32) == PJRT_Buffer_Type_F32);
static_assert(static_cast<int>(BufferType::bf16) == PJRT_Buffer_Type_BF16);
static_assert(static_cast<int>(OptionKind::int64) == PJRT_NamedValue_kInt64);
static_assert(static_cast<int>(HostBufferSemantics::mutable_zero_copy) ==
              PJRT_HostBufferSemantics_kMutableZeroCopy);

// The size that each struct tells the plugin.
TEST(Abi, SizesAreThoseOfTheHeader) {
  EXPECT_EQ(ErrorDestroyArgs{}.header.size, PJRT_Error_Destroy_Args_STRUCT_SIZE);
  EXPECT_EQ(ErrorMessageArgs{}.header.size, PJRT_Error_Message_Args_STRUCT_SIZE);
  EXPECT_EQ(PluginInitializeArgs{}.header.size, PJRT_Plugin_Initialize_Args_STRUCT_SIZE);
  EXPECT_EQ(EventDestroyArgs{}.header.size, PJRT_Event_Destroy_Args_STRUCT_SIZE);
  EXPECT_EQ(EventAwaitArgs{}.header.size, PJRT_Event_Await_Args_STRUCT_SIZE);
  EXPECT_EQ(NamedValue{}.header.size, PJRT_NamedValue_STRUCT_SIZE);
  EXPECT_EQ(ClientCreateArgs{}.header.size, PJRT_Client_Create_Args_STRUCT_SIZE);
  EXPECT_EQ(ClientDestroyArgs{}.header.size, PJRT_Client_Destroy_Args_STRUCT_SIZE);
  EXPECT_EQ(ClientPlatformNameArgs{}.header.size, PJRT_Client_PlatformName_Args_STRUCT_SIZE);
  EXPECT_EQ(ClientAddressableDevicesArgs{}.header.size,
            PJRT_Client_AddressableDevices_Args_STRUCT_SIZE);
  EXPECT_EQ(ProgramText{}.header.size, PJRT_Program_STRUCT_SIZE);
  EXPECT_EQ(ClientCompileArgs{}.header.size, PJRT_Client_Compile_Args_STRUCT_SIZE);
  EXPECT_EQ(BufferFromHostBufferArgs{}.header.size,
            PJRT_Client_BufferFromHostBuffer_Args_STRUCT_SIZE);
  EXPECT_EQ(BufferDestroyArgs{}.header.size, PJRT_Buffer_Destroy_Args_STRUCT_SIZE);
  EXPECT_EQ(BufferElementTypeArgs{}.header.size, PJRT_Buffer_ElementType_Args_STRUCT_SIZE);
  EXPECT_EQ(BufferDimensionsArgs{}.header.size, PJRT_Buffer_Dimensions_Args_STRUCT_SIZE);
  EXPECT_EQ(BufferToHostBufferArgs{}.header.size, PJRT_Buffer_ToHostBuffer_Args_STRUCT_SIZE);
  EXPECT_EQ(ExecuteOptions{}.header.size, PJRT_ExecuteOptions_STRUCT_SIZE);
  EXPECT_EQ(ExecuteArgs{}.header.size, PJRT_LoadedExecutable_Execute_Args_STRUCT_SIZE);
  EXPECT_EQ(LoadedExecutableDestroyArgs{}.header.size,
            PJRT_LoadedExecutable_Destroy_Args_STRUCT_SIZE);
  EXPECT_EQ(GetExecutableArgs{}.header.size, PJRT_LoadedExecutable_GetExecutable_Args_STRUCT_SIZE);
  EXPECT_EQ(ExecutableDestroyArgs{}.header.size, PJRT_Executable_Destroy_Args_STRUCT_SIZE);
  EXPECT_EQ(NumOutputsArgs{}.header.size, PJRT_Executable_NumOutputs_Args_STRUCT_SIZE);
}

}  // namespace
}  // namespace tlaloc::runtime::pjrt
