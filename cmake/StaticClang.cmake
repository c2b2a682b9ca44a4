# Clang 19 as static libraries, behind the target tlaloc_clang. Debian's CMake packages link the shared LLVM, whose
# start alone costs 20 ms; llvm-config knows the static ones.
find_program(TLALOC_LLVM_CONFIG NAMES llvm-config-19 REQUIRED)

function(tlaloc_ask_llvm out)
  execute_process(COMMAND ${TLALOC_LLVM_CONFIG} ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(text UNIX_COMMAND "${text}")
  set(${out} ${text} PARENT_SCOPE)
endfunction()

tlaloc_ask_llvm(llvm_include --includedir)
tlaloc_ask_llvm(llvm_libdir --libdir)
tlaloc_ask_llvm(llvm_libs --link-static --libs option frontendopenmp frontendhlsl windowsdriver profiledata bitreader
  support targetparser core mcparser)
tlaloc_ask_llvm(llvm_system --link-static --system-libs)
list(FILTER llvm_libs EXCLUDE REGEX "Polly")

# z3 is an option of LLVM's that nothing here reaches; zstd has no link name without its development package.
list(FILTER llvm_system EXCLUDE REGEX "z3")
find_library(TLALOC_ZSTD NAMES zstd libzstd.so.1 REQUIRED)
list(TRANSFORM llvm_system REPLACE "^-lzstd$" "${TLALOC_ZSTD}")

set(clang_libs)
foreach(part Frontend Serialization Driver Parse Sema Analysis Edit AST APINotes ASTMatchers Support Lex Basic)
  list(APPEND clang_libs ${llvm_libdir}/libclang${part}.a)
endforeach()

# Cached: src/driver installs it.
set(TLALOC_CLANG_RESOURCES ${llvm_libdir}/clang/19 CACHE INTERNAL "Clang's builtin headers")

add_library(tlaloc_clang INTERFACE)
target_include_directories(tlaloc_clang SYSTEM INTERFACE ${llvm_include})
target_compile_definitions(tlaloc_clang INTERFACE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS
  __STDC_LIMIT_MACROS)
target_link_libraries(tlaloc_clang INTERFACE ${clang_libs} -L${llvm_libdir} ${llvm_libs} ${llvm_system})
target_link_options(tlaloc_clang INTERFACE -Wl,--gc-sections -Wl,--as-needed)
# Fast, and safe here: nothing that is linked with Clang throws.
if(EXISTS ${llvm_libdir}/../bin/ld.lld)
  target_link_options(tlaloc_clang INTERFACE -fuse-ld=lld -B${llvm_libdir}/../bin)
endif()
