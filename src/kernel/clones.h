// For loops that the compiler vectorises well by itself: one clone a level, chosen by the loader.
// The elements of such a loop are independent, and this folder is built without contraction, so
// the clones agree to the bit.
#pragma once

#define TLALOC_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
