// Defines the symbol of Foundation's data for ICU, so that the linker leaves the library's own out.
#ifdef WITH_SMALL_ICU
    .section .rodata
    .balign 16
    .globl icudt76_dat
    .hidden icudt76_dat
    .type icudt76_dat, @object
icudt76_dat:
    .incbin "icudt76l.dat"
    .size icudt76_dat, . - icudt76_dat
#endif
    .section .note.GNU-stack, "", @progbits
