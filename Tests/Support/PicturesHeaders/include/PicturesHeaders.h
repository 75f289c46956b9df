/// Declares nothing: the test is that this target compiles.
