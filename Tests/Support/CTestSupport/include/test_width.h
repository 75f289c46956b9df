#ifndef TEST_WIDTH_H
#define TEST_WIDTH_H

/// The maximum number of tests that run at the same time.
long test_width(void);

#endif
