# tlaloc_target(<target>...): compiles the C++ sources of the targets through Tlaloc and links its library.
#
# The tool stands in front of the compiler, and of whatever launcher (ccache) the target has already. For it to be
# found: TLALOC_EXECUTABLE, set by find_package(Tlaloc), or the target tlaloc when Tlaloc is part of this build.

function(tlaloc_target)
  if(NOT TLALOC_EXECUTABLE AND TARGET tlaloc)
    set(TLALOC_EXECUTABLE ${Tlaloc_BINARY_DIR}/bin/tlaloc)
  endif()
  if(NOT TLALOC_EXECUTABLE)
    message(FATAL_ERROR "tlaloc_target: the tool was not found; use find_package(Tlaloc)")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "tlaloc_target: the generator '${CMAKE_GENERATOR}' has no compiler launchers; use Ninja or "
      "Unix Makefiles")
  endif()
  foreach(target IN LISTS ARGN)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
      message(FATAL_ERROR "tlaloc_target: ${target} is an interface library, which compiles nothing: link it to "
        "Tlaloc::tlaloc, and call tlaloc_target on the targets that include its headers")
    endif()
    get_target_property(launcher ${target} CXX_COMPILER_LAUNCHER)
    if(NOT launcher)
      set(launcher)
    endif()
    if("${TLALOC_EXECUTABLE}" IN_LIST launcher)
      continue()
    endif()
    set_property(TARGET ${target} PROPERTY CXX_COMPILER_LAUNCHER ${TLALOC_EXECUTABLE} --launcher ${launcher})
    target_link_libraries(${target} PRIVATE Tlaloc::tlaloc)
    if(TARGET tlaloc)
      add_dependencies(${target} tlaloc tlaloc-lift)
    endif()
  endforeach()
endfunction()
