#include <stddef.h>
#include <stdint.h>

// The entry point of LLVM's libFuzzer as a library. FuzzerInterface.h does not declare it; FuzzerDriver.cpp defines it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
