// How many threads tensor functions may use. Results never depend on it.
#pragma once

namespace tlaloc {

/// Uses at most n threads from now on; 0: as many as TLALOC_THREADS says, else one a usable core.
void set_threads(int n);
/// The most threads in use at a time.
int threads();

}  // namespace tlaloc
