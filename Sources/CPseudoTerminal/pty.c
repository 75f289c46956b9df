int pseudo_terminal_placeholder(void) { return 0; }
