#include "base/cpp_words.h"

#include <algorithm>
#include <array>

namespace tlaloc::base {
namespace {

constexpr auto kWords =
    std::to_array<std::string_view>({"alignas",       "alignof",      "and",
                                     "and_eq",        "asm",          "auto",
                                     "bitand",        "bitor",        "bool",
                                     "break",         "case",         "catch",
                                     "char",          "char16_t",     "char32_t",
                                     "char8_t",       "class",        "co_await",
                                     "co_return",     "co_yield",     "compl",
                                     "concept",       "const",        "const_cast",
                                     "consteval",     "constexpr",    "constinit",
                                     "continue",      "decltype",     "default",
                                     "delete",        "do",           "double",
                                     "dynamic_cast",  "else",         "enum",
                                     "explicit",      "export",       "extern",
                                     "false",         "float",        "for",
                                     "friend",        "goto",         "if",
                                     "inline",        "int",          "long",
                                     "mutable",       "namespace",    "new",
                                     "noexcept",      "not",          "not_eq",
                                     "nullptr",       "operator",     "or",
                                     "or_eq",         "private",      "protected",
                                     "public",        "register",     "reinterpret_cast",
                                     "requires",      "return",       "short",
                                     "signed",        "sizeof",       "static",
                                     "static_assert", "static_cast",  "std",
                                     "struct",        "switch",       "template",
                                     "this",          "thread_local", "throw",
                                     "tlaloc",        "tlaloc_gen",   "true",
                                     "try",           "typedef",      "typeid",
                                     "typename",      "union",        "unsigned",
                                     "using",         "virtual",      "void",
                                     "volatile",      "wchar_t",      "while",
                                     "xor",           "xor_eq"});

}  // namespace

bool is_cpp_word(std::string_view s) {
  return std::find(kWords.begin(), kWords.end(), s) != kWords.end();
}

}  // namespace tlaloc::base
