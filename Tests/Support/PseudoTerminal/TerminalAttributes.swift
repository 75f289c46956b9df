import Glibc

/// The line settings of a terminal, to check that a program restored them.
public struct TerminalAttributes: Equatable, Sendable {
    public let inputFlags: UInt32
    public let outputFlags: UInt32
    public let controlFlags: UInt32
    public let localFlags: UInt32
    public let controlCharacters: [UInt8]

    init(_ settings: termios) {
        inputFlags = settings.c_iflag
        outputFlags = settings.c_oflag
        controlFlags = settings.c_cflag
        localFlags = settings.c_lflag
        controlCharacters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
    }

    /// Whether input is delivered line by line.
    public var isCanonical: Bool { localFlags & UInt32(ICANON) != 0 }
    /// Whether the terminal itself shows what is typed.
    public var echoes: Bool { localFlags & UInt32(ECHO) != 0 }
    /// Whether Ctrl-C and similar keys send signals.
    public var makesSignals: Bool { localFlags & UInt32(ISIG) != 0 }
    /// Whether a line feed in the output also returns the cursor to the first column.
    public var returnsCarriage: Bool { outputFlags & UInt32(OPOST) != 0 && outputFlags & UInt32(ONLCR) != 0 }
}
