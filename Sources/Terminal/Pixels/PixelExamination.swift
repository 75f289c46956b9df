import Canvas

/// Detects how a terminal shows pixels outside the shop's screen, with the same queries and replies as the shop.
public struct PixelExamination: Sendable {
    public enum Answer: Hashable, Sendable { case kitty, sixel, none }

    /// The next step after input from the terminal.
    public enum Step: Hashable, Sendable {
        case wait
        /// Write these bytes to the terminal, and wait for its replies.
        case ask([UInt8])
        case found(Answer)
    }

    /// The first query.
    public static var question: [UInt8] { PixelQuery.question }

    private var query = PixelQuery(.auto)
    private var decoder = KeyDecoder(sequences: .common)
    /// Whether the system reports the size of a cell in pixels, which sixel needs.
    private let knowsCell: Bool

    public init(knowsCell: Bool) { self.knowsCell = knowsCell }

    public mutating func take(_ bytes: [UInt8]) -> Step {
        _ = decoder.decode(bytes)
        for reply in decoder.takeReplies() {
            switch query.take(reply) {
            case .wait: continue
            case .ask(let question): return .ask(question)
            case .found(let found): return .found(answer(found))
            }
        }
        return .wait
    }

    private func answer(_ found: PixelProtocol?) -> Answer {
        switch found {
        case .kitty: .kitty
        case .sixel where knowsCell || query.cell != nil: .sixel
        case .sixel, nil: .none
        }
    }

    /// Returns how the terminal behind tmux shows pixels. `hasDirectColor` says whether the program uses 24-bit
    /// colour.
    public static func answer(of outer: OuterTerminal, hasDirectColor: Bool) -> Answer {
        PixelQuery.pixels(of: outer, hasDirectColor ? .direct : .indexed) == nil ? .none : .kitty
    }
}
