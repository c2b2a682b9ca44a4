// `tlaloc explain FILE:LINE [COMPILER ARGS...]`: which file, which line, and how it is compiled.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "driver/command.h"

namespace tlaloc::driver {

struct Question {
  std::string file;
  int line = 0;
};

/// Reads "main.cpp:12".
std::optional<Question> parse_question(std::string_view text);

/// A file's entry in a compilation database.
struct DatabaseEntry {
  std::string directory;
  Words command;
};

/// The entry of the file with this absolute path, in the text of a compile_commands.json.
std::optional<DatabaseEntry> find_in_database(std::string_view json, const std::string& path);

/// How `file` is compiled: by the compile_commands.json in a folder above it, or in a folder
/// "build" there; else as `c++ -std=c++20 -c file`. Changes to the folder in which the compiler
/// would run.
Words command_for(const std::string& file);

}  // namespace tlaloc::driver
