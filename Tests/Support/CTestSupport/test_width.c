#include "test_width.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// Most tests wait for something; more of them at once would wait for the processor, and run out of their limits.
static const long TESTS_PER_CORE = 3;
static const char VARIABLE[] = "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH";

/// Swift Testing starts all tests at once, unless this variable is set before it begins. There is no option for it that
/// `swift test` would read from the package.
__attribute__((constructor)) static void limit_tests(void) {
    char width[24];
    snprintf(width, sizeof width, "%ld", TESTS_PER_CORE * sysconf(_SC_NPROCESSORS_ONLN));
    setenv(VARIABLE, width, 0);
}

long test_width(void) {
    const char *width = getenv(VARIABLE);
    return width ? atol(width) : 0;
}
