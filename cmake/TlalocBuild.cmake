# How this project builds itself: flags, one library a folder, one test program a folder.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)  # a folder's libraries reach whoever links the folder
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")  # -O3 costs compile time; the kernels choose their own

# Two links at a time: those with LLVM inside take gigabytes.
set_property(GLOBAL APPEND PROPERTY JOB_POOLS tlaloc_link_pool=2)
set(CMAKE_JOB_POOL_LINK tlaloc_link_pool)

# The compiler's own linker, but for what is linked with all of Clang (StaticClang.cmake): lld's table of unwinding
# entries keeps g++'s empty ones in the place of real ones that start at the same address, and then a thrown
# tlaloc::Error aborts; mold 1.10 hangs now and then on a loaded machine.

add_library(tlaloc_flags INTERFACE)
target_compile_options(tlaloc_flags INTERFACE -Wall -Wextra -Werror
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # g++ 12 warns about std::string itself (GCC bug 105651)
target_include_directories(tlaloc_flags INTERFACE
  ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
if(TLALOC_SANITIZE)
  target_compile_options(tlaloc_flags INTERFACE -fsanitize=${TLALOC_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(tlaloc_flags INTERFACE -fsanitize=${TLALOC_SANITIZE})
endif()

# tlaloc_folder(<name> SOURCES … [DEPS …]): the library of src/<name>, linked along the arrows of the design.
function(tlaloc_folder name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS")
  add_library(tlaloc_${name} STATIC ${arg_SOURCES})
  target_link_libraries(tlaloc_${name} PUBLIC tlaloc_flags ${arg_DEPS})
endfunction()

# tlaloc_test(<name> SOURCES … [DEPS …] [LABEL …]): a GoogleTest program; nothing if tests are off.
function(tlaloc_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "SOURCES;DEPS")
  if(NOT TLALOC_TESTS)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE tlaloc_flags ${arg_DEPS} GTest::gtest_main)
  if(NOT arg_LABEL)
    set(arg_LABEL unit)
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS ${arg_LABEL})
endfunction()
