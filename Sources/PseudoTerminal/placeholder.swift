enum PseudoTerminalPlaceholder {}
