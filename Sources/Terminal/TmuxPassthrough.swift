/// tmux's passthrough to the terminal behind it, which needs `allow-passthrough`.
enum TmuxPassthrough {
    private static let begin = Array("\u{1B}Ptmux;".utf8)
    private static let end = Array("\u{1B}\\".utf8)

    /// Wraps `bytes` in the passthrough sequence, with every Esc doubled.
    static func marked(_ bytes: [UInt8]) -> [UInt8] {
        begin + bytes.flatMap { $0 == KeyDecoder.esc ? [$0, $0] : [$0] } + end
    }
}
