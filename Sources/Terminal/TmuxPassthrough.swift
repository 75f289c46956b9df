/// What tmux hands on to the terminal behind it, where `allow-passthrough` lets it.
enum TmuxPassthrough {
    private static let begin = Array("\u{1B}Ptmux;".utf8)
    private static let end = Array("\u{1B}\\".utf8)

    /// `bytes`, marked for that terminal.
    static func marked(_ bytes: [UInt8]) -> [UInt8] {
        begin + bytes.flatMap { $0 == KeyDecoder.esc ? [$0, $0] : [$0] } + end
    }
}
