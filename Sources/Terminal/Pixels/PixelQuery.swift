import Canvas

/// Finds out, by questions and replies, whether a terminal shows pixels, and how.
///
/// It is asked for its name first: some terminals print kitty's question, and some answer it with yes that know no Unicode
/// placeholders.
struct PixelQuery {
    /// What follows from a reply.
    enum Step: Hashable {
        case wait
        /// Writes these bytes to the terminal, and waits for its replies.
        case ask([UInt8])
        /// It is known: `nil` where the terminal shows no pixels.
        case found(PixelProtocol?)
    }

    /// The name and version, the pixels of a cell, and DA1, which comes last.
    static let question = Array("\u{1B}[>q\u{1B}[16t\u{1B}[c".utf8)
    /// A picture of one pixel that is not kept, and DA1.
    static let graphicsQuestion = Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c".utf8)

    /// How many colours a sixel picture may have, and DA1. Only where there is sixel: others might scroll.
    static let registersQuestion = Array("\u{1B}[?1;1;0S\u{1B}[c".utf8)

    /// What the next answer to DA1 ends.
    private enum Stage { case name, graphics, registers }

    private let choice: PictureChoice
    private var stage = Stage.name
    private var name = ""
    private var takesGraphics = false
    private var registers = mostColors
    private(set) var cell: CellPixels?
    private(set) var isDone = false

    init(_ choice: PictureChoice) { self.choice = choice }

    mutating func take(_ reply: TerminalReply) -> Step {
        guard !isDone else { return .wait }
        switch reply {
        case .background, .mode: return .wait
        case .name(let name): self.name = name
        case .cell(let cell): self.cell = cell
        case .graphics(let isGood): takesGraphics = isGood
        case .colorRegisters(let count): registers = count
        case .attributes(let attributes): return takeLast(attributes)
        }
        return .wait
    }

    private mutating func takeLast(_ attributes: [Int]) -> Step {
        // The first number is the class of the terminal.
        let hasSixel = attributes.dropFirst().contains(PixelQuery.sixel)
        switch stage {
        case .name where choice == .pixels || PixelQuery.knowsPlaceholders(name):
            stage = .graphics
            return .ask(PixelQuery.graphicsQuestion)
        case .graphics where takesGraphics: return find(.kitty(throughTmux: false))
        case .name where hasSixel, .graphics where hasSixel:
            stage = .registers
            return .ask(PixelQuery.registersQuestion)
        case .registers: return find(.sixel(colors: max(2, min(registers, PixelQuery.mostColors))))
        case .name, .graphics: return find(nil)
        }
    }

    private mutating func find(_ found: PixelProtocol?) -> Step {
        isDone = true
        return .found(found)
    }

    /// Colours that a sixel picture has where the terminal does not tell, and at most.
    private static let mostColors = 256
    /// DA1's number of sixel graphics (XTerm Control Sequences, "Primary DA").
    private static let sixel = 4
    /// The first version of kitty with Unicode placeholders.
    private static let firstKitty = [0, 28]

    /// Whether a terminal of that name and version shows Unicode placeholders as pictures.
    static func knowsPlaceholders(_ name: String) -> Bool {
        if name.hasPrefix("ghostty") { return true }
        guard name.hasPrefix("kitty") else { return false }
        let version = name.split { !$0.isNumber && $0 != "." }.first ?? ""
        return !version.split(separator: ".").compactMap { Int($0) }.lexicographicallyPrecedes(firstKitty)
    }

    /// How the terminal behind tmux takes pixels; `nil` where it takes none, or tmux does not hand on what says which
    /// picture is meant: a command, and a colour, which is any one where a program's `colors` are direct.
    static func pixels(of outer: OuterTerminal, _ colors: PictureColors) -> PixelProtocol? {
        guard outer.isReached, outer.keepsColors || colors != .direct, knowsPlaceholders(outer.name) else { return nil }
        return .kitty(throughTmux: true)
    }
}
