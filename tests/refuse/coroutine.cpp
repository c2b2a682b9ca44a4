// refuse: lift.coroutine
#include <coroutine>
#include <tlaloc/grad.h>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
inline Task task() {
  co_return;
}

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    task();  // <- here
    return x;
  });
  return g(x);
}
