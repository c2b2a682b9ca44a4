// The version of these headers, and a check that the tool that compiles the file has the same one.
#pragma once

/// major * 10000 + minor * 100 + patch
#define TLALOC_VERSION 100

#ifdef TLALOC_ACTIVE
// Both compilers print the two numbers beside the sentence.
static_assert(TLALOC_ACTIVE == TLALOC_VERSION,
              "tlaloc: the tool that compiles this file (left) is of another version than the "
              "headers (right)");
#endif
