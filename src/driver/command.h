// A compiler's command line as the launcher sees it: which words are C++ sources, what is made of
// them, and where output and dependency file go. Knows options that take a value, and nothing else
// about the compiler.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tlaloc::driver {

using Words = std::vector<std::string>;

/// How far the compiler goes.
enum class Stage { preprocess, syntax, assembly, object, link };

struct Command {
  Words wrappers;  ///< ccache and its like, in front of the compiler
  std::string compiler;
  Words args;             ///< after the compiler, response files expanded
  bool expanded = false;  ///< whether there was a response file

  Stage stage = Stage::link;
  std::vector<std::size_t> sources;  ///< indices into args of the C++ sources
  bool makes_header = false;         ///< a precompiled header is made
  bool has_inputs = false;           ///< sources, objects or libraries are named
  std::string output;                ///< of -o; empty: none
  bool writes_dependencies = false;  ///< -MD or -MMD
  std::string dependency_file;       ///< of -MF; empty: the compiler's default

  bool is_clang() const;
  bool has_cxx() const { return !sources.empty() || makes_header; }
};

/// `words` begins with wrappers or the compiler. A response file that cannot be read stays as it
/// is.
Command parse_command(const Words& words);

/// Whether the option takes the next word as its value.
bool takes_value(std::string_view option);

/// Where the compiler writes the dependencies of a source, given no -MF.
std::string default_dependency_file(const Command& c, const std::string& source);

/// Splits the text of a response file as the compilers do: quotes and backslashes.
Words split_response(std::string_view text);

}  // namespace tlaloc::driver
