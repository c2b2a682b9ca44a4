// The heap of a program that fills hundreds of megabytes with small nodes and ends soon.
#pragma once

namespace tlaloc::driver {

/// Asks for the heap in huge pages, and keeps it: a syntax tree is walked from node to node, each
/// in another page, and a machine that looks up pages in tables of tables (a guest) spends about a
/// tenth of its time there. Memory is taken as it is written, as before. Call it before anything
/// large is allocated; where the system or its limits do not allow it, nothing changes.
void keep_heap_in_huge_pages();

}  // namespace tlaloc::driver
