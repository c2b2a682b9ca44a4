#pragma once
#include "../headers/shared.h"
#include "./shared.h"
