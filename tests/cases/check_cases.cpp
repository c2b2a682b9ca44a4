// throw and assert in functions that are differentiated: where the check holds the derivative is
// right, where it fails the user's own exception arrives.
// flags: -UNDEBUG
#include <tlaloc/tlaloc.h>

#include <sys/wait.h>
#include <unistd.h>
#include <cassert>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.h"

using cases::check;
using tlaloc::grad;
using tlaloc::jvp;

namespace {

/// What `run` throws, as text; "" if nothing.
template <class F>
std::string thrown(F run) {
  try {
    run();
  } catch (const tlaloc::Error& e) {
    return std::string("tlaloc: ") + e.what();
  } catch (const std::exception& e) {
    return e.what();
  } catch (int n) {
    return "int " + std::to_string(n);
  }
  return "";
}

double checked_root(double x) {
  if (x < 0) throw std::domain_error("below zero: " + std::to_string(x));
  return std::sqrt(x);
}

void throws() {
  check("throw, holds", grad(checked_root)(4.0), 0.25);
  check("throw, holds forward", jvp(checked_root)(4.0, 1.0), 0.25);
  check("throw, fails", thrown([] { (void)grad(checked_root)(-4.0); }) == "below zero: -4.000000",
        1);
  check("throw, fails forward",
        thrown([] { (void)jvp(checked_root)(-4.0, 1.0); }) == "below zero: -4.000000", 1);

  const auto called = [](double x) { return x * checked_root(x - 1); };
  check("throw in a callee", grad(called)(5.0), 2 + 5 / 4.0);
  check("throw in a callee, fails",
        thrown([&] { (void)grad(called)(0.0); }) == "below zero: -1.000000", 1);

  const auto otherwise = [](double x) {
    if (x > 1) {
      x *= 2;
    } else {
      throw 7;
    }
    return x * x;
  };
  check("throw in else", grad(otherwise)(2.0), 16);
  check("throw in else, fails", thrown([&] { (void)grad(otherwise)(1.0); }) == "int 7", 1);

  const auto chosen = [](double x) { return x > 0 ? std::log(x) : throw std::range_error("log"); };
  check("throw as a side of ?:", grad(chosen)(4.0), 0.25);
  check("throw as a side of ?:, fails", thrown([&] { (void)grad(chosen)(0.0); }) == "log", 1);

  const auto kinds = [](double x, int k) {
    switch (k) {
      case 0:
        return x * x;
      case 1:
        return std::sin(x);
      default:
        throw std::invalid_argument("kind " + std::to_string(k));
    }
  };
  check("throw in a switch", grad(kinds)(3.0, 0), 6);
  check("throw in a switch", grad(kinds)(3.0, 1), std::cos(3.0));
  check("throw in a switch, fails", thrown([&] { (void)grad(kinds)(3.0, 5); }) == "kind 5", 1);

  const auto last = [](double x, int n) -> double {
    for (int i = 0; i < n; ++i) {
      x *= x;
      if (x > 100) return x;
    }
    throw std::runtime_error("not reached");
  };
  check("throw at the end", grad(last)(3.0, 9), 8 * std::pow(3.0, 7));
  check("throw at the end, fails", thrown([&] { (void)grad(last)(1.0, 4); }) == "not reached", 1);

  const auto logs = [](std::span<const double> x) {
    double s = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] <= 0) {
        const std::string where = std::to_string(i);
        throw std::domain_error("element " + where);
      }
      s += std::log(x[i]);
    }
    return s;
  };
  const std::vector<double> good{1, 2, 4}, bad{1, 2, -4};
  check("throw in a loop", grad(logs)(good)[2], 0.25);
  check("throw in a loop, fails", thrown([&] { (void)grad(logs)(bad); }) == "element 2", 1);

  const auto third = [](const std::vector<double>& x) { return x.at(2) * x.at(0); };
  check("at", grad(third)(good)[2], 1);
  check("at, fails",
        thrown([&] { (void)grad(third)(std::vector<double>{1}); }).starts_with("vector::"), 1);
}

/// Whether `run` ends by abort.
template <class F>
bool aborts(F run) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    (void)std::freopen("/dev/null", "w", stderr);
    run();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

void asserts() {
  const auto root = [](double x) {
    assert(x >= 0 && "a root needs a number that is not negative");
    return std::sqrt(x);
  };
  check("assert, holds", grad(root)(4.0), 0.25);
  check("assert, holds forward", jvp(root)(4.0, 1.0), 0.25);
  check("assert, fails", aborts([&] { (void)grad(root)(-1.0); }), 1);
  const auto must = [](double x) {
    if (x == 0) std::abort();
    return 1 / x;
  };
  check("abort, holds", grad(must)(2.0), -0.25);
  check("abort, fails", aborts([&] { (void)grad(must)(0.0); }), 1);
}

}  // namespace

// From here on as with -DNDEBUG: an assert is nothing.
#define NDEBUG
#include <cassert>

namespace {

void released() {
  const auto root = [](double x) {
    assert(x >= 0);
    return x * x;
  };
  check("assert under NDEBUG", grad(root)(-4.0), -8);
}

}  // namespace

int main() {
  throws();
  asserts();
  released();
  return cases::summary("check cases");
}
