/// Nothing to call: that this target compiles is the test.
