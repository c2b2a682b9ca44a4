// What the preprocessor saw of a preamble, as text: Clang's precompiled form keeps the
// declarations, but tells no callback what it had read.
#pragma once

#include <string>
#include <string_view>

#include "lift/preprocess.h"
#include "lift/read_files.h"

namespace tlaloc::lift {

/// Places are kept as distances from the beginning of the main file; Clang moves a precompiled
/// preamble as one piece.
struct Record {
  Preprocessed seen;
  ReadFiles files;
  std::string precompiled;  ///< the name of its file in the cache; "": it cannot be precompiled
  std::uint64_t size = 0, content = 0;  ///< of that file
};

/// `files` and what belongs to the precompiled file; the rest is only worth reading if those are
/// fresh.
std::string text_of(const Record& r, const clang::SourceManager& sources);
/// Reads the head: `files`, `precompiled`, `size`, `content`. False if it is not the text of a
/// record.
bool read_head(std::string_view& text, Record& r);
/// Reads what is behind the head, once the preamble is loaded into `sources`. False if the text
/// does not go with it.
bool read_seen(std::string_view text, const clang::SourceManager& sources, Preprocessed& seen);

}  // namespace tlaloc::lift
