// What a trained model makes of the test digits.
#pragma once

#include "digits.h"
#include "model.h"

/// Prints the accuracy on all test digits and a few of them beside their verdicts; returns the
/// share that is right.
double report(const Model& model, const Digits& test);
