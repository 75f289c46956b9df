import Glibc

/// The line settings of a terminal, for asserting that a program left them as it found them.
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

    /// Whether input arrives by lines.
    public var isCanonical: Bool { localFlags & UInt32(ICANON) != 0 }
    /// Whether what is typed is shown by the terminal itself.
    public var echoes: Bool { localFlags & UInt32(ECHO) != 0 }
    /// Whether Ctrl-C and its like become signals.
    public var makesSignals: Bool { localFlags & UInt32(ISIG) != 0 }
    /// Whether a line feed on output also returns the carriage.
    public var returnsCarriage: Bool { outputFlags & UInt32(OPOST) != 0 && outputFlags & UInt32(ONLCR) != 0 }
}
