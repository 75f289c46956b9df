import Platform

/// Writes to the terminal past curses, after curses has written all of its own output.
struct TerminalOutput: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Writes all of `bytes`, unless the terminal is gone.
    func write(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) } }
}
