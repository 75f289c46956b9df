import Canvas

/// Finds out how a terminal shows pixels where there is no screen of the shop: by the same questions, and from the same
/// replies, as the shop itself.
public struct PixelExamination: Sendable {
    public enum Answer: Hashable, Sendable { case kitty, sixel, none }

    /// What follows from what the terminal sent.
    public enum Step: Hashable, Sendable {
        case wait
        /// Writes these bytes to the terminal, and waits for its replies.
        case ask([UInt8])
        case found(Answer)
    }

    /// What it is asked first.
    public static var question: [UInt8] { PixelQuery.question }

    private var query = PixelQuery(.auto)
    private var decoder = KeyDecoder(sequences: .common)
    /// Whether the system says how large a cell is: sixel needs that.
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

    /// How the terminal behind tmux shows them, which has the program's `colors`.
    public static func answer(of outer: OuterTerminal, hasDirectColor: Bool) -> Answer {
        PixelQuery.pixels(of: outer, hasDirectColor ? .direct : .indexed) == nil ? .none : .kitty
    }
}
