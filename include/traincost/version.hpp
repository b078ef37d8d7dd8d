// SPDX-License-Identifier: BSL-1.0
#pragma once

// The only place with the version: CMake, the package files and the manual read it here.
#define TRAINCOST_VERSION_MAJOR 0
#define TRAINCOST_VERSION_MINOR 1
#define TRAINCOST_VERSION_PATCH 0
