import Canvas

/// The user's choice of how pictures are shown.
public enum PictureChoice: String, Sendable, CaseIterable {
    /// As pixels if the terminal is known to show them well, otherwise as cells.
    case auto
    /// As pixels if the terminal reports any support, otherwise as cells.
    case pixels
    /// As coloured characters.
    case cells
    /// Not at all.
    case none

    /// Whether the terminal is queried for pixel support.
    var asksForPixels: Bool { self == .auto || self == .pixels }
}

enum PixelProtocol: Hashable {
    /// kitty's graphics protocol with Unicode placeholders (https://sw.kovidgoyal.net/kitty/graphics-protocol/), with
    /// `throughTmux` by way of tmux's passthrough.
    case kitty(throughTmux: Bool)
    /// DEC's sixel graphics, with at most `colors` colours in a picture.
    case sixel(colors: Int)
}

/// Detects whether a terminal shows pixels, and by which protocol, through queries and replies.
///
/// The terminal's name is queried first: some terminals print kitty's query, and some reply to it with success but do
/// not support Unicode placeholders.
struct PixelQuery {
    /// The next step after a reply.
    enum Step: Hashable {
        case wait
        /// Write these bytes to the terminal, and wait for its replies.
        case ask([UInt8])
        /// Detection is complete: `nil` if the terminal shows no pixels.
        case found(PixelProtocol?)
    }

    /// Queries the name and version, the size of a cell in pixels, and DA1, whose reply comes last.
    static let question = Array("\u{1B}[>q\u{1B}[16t\u{1B}[c".utf8)
    /// Queries kitty graphics with a picture of one pixel that is not stored, and DA1.
    static let graphicsQuestion = Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c".utf8)

    /// Queries the number of colours of sixel pictures, and DA1. Only for terminals with sixel: others might scroll.
    static let registersQuestion = Array("\u{1B}[?1;1;0S\u{1B}[c".utf8)

    /// The stage that the next reply to DA1 ends.
    private enum Stage { case name, graphics, registers }

    private let choice: PictureChoice
    private var stage = Stage.name
    private var name = ""
    private var takesGraphics = false
    private var registers = maxColors
    private(set) var cell: CellPixels?
    private(set) var isDone = false

    init(_ choice: PictureChoice) { self.choice = choice }

    mutating func receive(_ reply: TerminalReply) -> Step {
        guard !isDone else { return .wait }
        switch reply {
        case .background, .mode, .cursor: return .wait
        case .name(let name): self.name = name
        case .cell(let cell): self.cell = cell
        case .graphics(let isGood): takesGraphics = isGood
        case .colorRegisters(let count): registers = count
        case .attributes(let attributes): return receiveLast(attributes)
        }
        return .wait
    }

    private mutating func receiveLast(_ attributes: [Int]) -> Step {
        // The first number is the terminal's class.
        let hasSixel = attributes.dropFirst().contains(PixelQuery.sixel)
        switch stage {
        case .name where choice == .pixels || PixelQuery.knowsPlaceholders(name):
            stage = .graphics
            return .ask(PixelQuery.graphicsQuestion)
        case .graphics where takesGraphics: return find(.kitty(throughTmux: false))
        case .name where hasSixel, .graphics where hasSixel:
            stage = .registers
            return .ask(PixelQuery.registersQuestion)
        case .registers: return find(.sixel(colors: max(2, min(registers, PixelQuery.maxColors))))
        case .name, .graphics: return find(nil)
        }
    }

    private mutating func find(_ found: PixelProtocol?) -> Step {
        isDone = true
        return .found(found)
    }

    /// The default and maximum number of colours in a sixel picture.
    private static let maxColors = 256
    /// The attribute for sixel graphics in DA1 (XTerm Control Sequences, "Primary DA").
    private static let sixel = 4
    /// The first version of kitty with Unicode placeholders.
    private static let firstKitty = [0, 28]

    /// Whether a terminal with that name and version supports Unicode placeholders.
    static func knowsPlaceholders(_ name: String) -> Bool {
        if name.hasPrefix("ghostty") { return true }
        guard name.hasPrefix("kitty") else { return false }
        let version = name.split { !$0.isNumber && $0 != "." }.first ?? ""
        return !version.split(separator: ".").compactMap { Int($0) }.lexicographicallyPrecedes(firstKitty)
    }

    /// Returns the pixel protocol of the terminal behind tmux, or `nil` if it has none, or tmux does not pass through
    /// what placeholders need: the commands, and the colour that identifies a picture, which is 24-bit if `colors` is
    /// direct.
    static func pixels(of outer: OuterTerminal, _ colors: PictureColors) -> PixelProtocol? {
        guard outer.isReached, outer.keepsColors || colors != .direct, knowsPlaceholders(outer.name) else { return nil }
        return .kitty(throughTmux: true)
    }
}

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

    public mutating func receive(_ bytes: [UInt8]) -> Step {
        _ = decoder.decode(bytes)
        for reply in decoder.drainReplies() {
            switch query.receive(reply) {
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

/// tmux's description of the terminal behind it.
public struct OuterTerminal: Hashable, Sendable {
    /// The terminal's name and version, such as `kitty(0.28.1)`.
    public let name: String
    /// Whether tmux passes through escape sequences that are wrapped for it.
    public let isReached: Bool
    /// Whether tmux passes 24-bit colours through unchanged, instead of replacing them with similar palette colours.
    public let keepsColors: Bool

    public init(name: String, isReached: Bool, keepsColors: Bool) {
        self.name = name
        self.isReached = isReached
        self.keepsColors = keepsColors
    }
}
