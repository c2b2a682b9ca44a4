#include "spring.h"

#include <tlaloc/tlaloc.h>

double force(const Spring& spring, double x) { return -tlaloc::grad<1>(energy)(spring, x); }
