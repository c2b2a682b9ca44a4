// A free throw, simulated step by step, and solved by the gradient of the simulation.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace tlaloc;

// snippet: throw
struct Throw {
  float angle, speed;  // radians, metres a second
};
struct Place {
  float x, y;  // metres
};

constexpr int kSteps = 38;
constexpr float kStep = 0.025f, kDrag = 0.24f, kGravity = 9.81f, kHand = 2.0f;

// Where the ball is after 38 steps of Euler's method.
Place flight(const Throw& t) {
  Place ball{0, kHand};
  float vx = t.speed * std::cos(t.angle), vy = t.speed * std::sin(t.angle);
  for (int i = 0; i < kSteps; ++i) {
    vx -= kStep * kDrag * vx;
    vy -= kStep * (kGravity + kDrag * vy);
    ball.x += kStep * vx;
    ball.y += kStep * vy;
  }
  return ball;
}

// The square of the distance by which it misses the hoop.
float miss(const Throw& t, const Place& hoop) {
  const Place ball = flight(t);
  return (ball.x - hoop.x) * (ball.x - hoop.x) + (ball.y - hoop.y) * (ball.y - hoop.y);
}
// end snippet

void show(const char* when, const Throw& t, float square) {
  fmt::print("{} {:.2f}° {:.3f} m/s misses by {:.4f} m\n", when,
             t.angle * 180 / std::numbers::pi_v<float>, t.speed, std::sqrt(square));
}

// The larger difference between the gradient and central differences of the same function, all of
// it in float.
float gap(const Throw& t, const Place& hoop, const Throw& slope) {
  const float h = 0.01f;
  const auto f = [&](float da, float ds) { return miss({t.angle + da, t.speed + ds}, hoop); };
  const float by_angle = (f(h, 0) - f(-h, 0)) / (2 * h), by_speed = (f(0, h) - f(0, -h)) / (2 * h);
  return std::max(std::fabs(by_angle - slope.angle), std::fabs(by_speed - slope.speed));
}

int main() {
  // snippet: solve
  const Place hoop{4.6f, 3.05f};
  const auto step = value_and_grad([hoop](const Throw& t) { return miss(t, hoop); });
  Throw t{0.62f, 6.4f};
  show("first:         ", t, miss(t, hoop));
  float worst = 0;
  for (int i = 0; i < 60; ++i) {
    const auto [square, slope] = step(t);  // slope is a Throw too
    worst = std::max(worst, gap(t, hoop, slope));
    t.angle -= 0.008f * slope.angle;
    t.speed -= 0.4f * slope.speed;
  }
  show("after 60 turns:", t, miss(t, hoop));
  // end snippet
  fmt::print("worst gap to central differences on the way: {:.1e}{}\n", worst,
             worst <= 8.5e-4f ? "" : ", TOO LARGE");
}
