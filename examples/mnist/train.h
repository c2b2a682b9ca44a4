// The two ways to train.
#pragma once

#include "digits.h"
#include "model.h"

/// Squared error; the first 4,096 digits, all of them in each step.
Model train_full_batch(const Digits& digits, int steps);

/// Cross-entropy; 128 digits in each step, shuffled anew each time through all of them.
Model train_mini_batches(const Digits& digits, int steps);
