enum TerminalEmulatorPlaceholder {}
