#include <stddef.h>
#include <stdint.h>

// LLVM's libFuzzer as a library (FuzzerInterface.h has no such declaration; FuzzerDriver.cpp defines it).
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
