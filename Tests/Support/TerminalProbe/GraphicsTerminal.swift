/// The graphics features of a terminal: answers queries, and takes pictures out of the output.
///
/// Used from one thread at a time, by the program's `ProgramOnTerminal`.
public final class GraphicsTerminal {
    /// The features that the terminal reports.
    public struct Script: Sendable {
        /// Its name and version; `nil` if it does not report them.
        public var name: String?
        /// Whether it supports kitty's graphics protocol.
        public var takesGraphics: Bool
        /// The attributes after the class in its reply to DA1.
        public var attributes: [Int]
        /// The size of a cell in pixels; `nil` if it does not report it.
        public var cell: (width: Int, height: Int)?
        /// Whether it reports support of synchronized output (DEC private mode 2026).
        public var knowsSynchronizedOutput = false

        public init(
            name: String? = nil, takesGraphics: Bool = false, attributes: [Int] = [],
            cell: (width: Int, height: Int)? = nil
        ) {
            self.name = name
            self.takesGraphics = takesGraphics
            self.attributes = attributes
            self.cell = cell
        }

        public static let kitty = Script(name: "kitty(0.32.2)", takesGraphics: true, cell: (10, 20))
        public static let xterm = Script(name: "XTerm(379)", attributes: [2, 4, 22], cell: (10, 20))
    }

    /// A command of kitty's graphics protocol: its keys, and the payload after them.
    public struct Command: Equatable, Sendable {
        public let keys: [String: String]
        public let letters: String

        public subscript(key: String) -> String? { keys[key] }
    }

    /// A sixel picture and the position at which it was drawn, counted from 0.
    public struct Sixel: Equatable, Sendable {
        public let row: Int
        public let column: Int
        public let data: String
    }

    private let script: Script
    private var waiting: [UInt8] = []
    private var replies: [UInt8] = []
    /// All commands since the start, without queries.
    public private(set) var commands: [Command] = []
    public private(set) var sixels: [Sixel] = []
    /// The identifiers of the pictures that have been transmitted completely.
    public private(set) var images: Set<UInt32> = []
    private var arriving: UInt32?
    /// Whether any command was wrapped in tmux's passthrough sequence.
    public private(set) var cameThroughTmux = false
    /// The start of a passthrough sequence. Esc is doubled inside it, so that the terminator of a command does not end
    /// it.
    private static let throughTmux = "tmux;\u{1B}\u{1B}_"

    public init(_ script: Script) { self.script = script }

    /// Processes the program's output. `show` receives what a plain terminal shows of it. `position` returns the
    /// cursor's position, after everything before has been shown.
    func take(_ bytes: [UInt8], show: ([UInt8]) -> Void, position: () -> (row: Int, column: Int)) {
        waiting += bytes
        while let start = GraphicsTerminal.beginning(in: waiting) {
            let before = Array(waiting[..<start])
            answer(before)
            show(before)
            waiting.removeFirst(start)
            guard let end = GraphicsTerminal.end(of: waiting) else { return }
            let body = String(decoding: waiting[2..<(end - 2)], as: UTF8.self)
            if waiting[1] == UInt8(ascii: "_") {
                takeCommand(body)
            } else if body.hasPrefix(GraphicsTerminal.throughTmux) {
                cameThroughTmux = true
                takeCommand(String(body.dropFirst(GraphicsTerminal.throughTmux.count)))
            } else {
                let place = position()
                sixels.append(Sixel(row: place.row, column: place.column, data: body))
            }
            waiting.removeFirst(end)
        }
        // The last byte may be the start of a sequence that is cut off.
        let kept = waiting.last == 0x1B ? 1 : 0
        let rest = Array(waiting.dropLast(kept))
        waiting = Array(waiting.suffix(kept))
        answer(rest)
        show(rest)
    }

    /// Returns and removes the replies for the program.
    func takeReplies() -> [UInt8] {
        defer { replies = [] }
        return replies
    }

    private static func beginning(in bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast().first {
            bytes[$0] == 0x1B && [UInt8(ascii: "_"), UInt8(ascii: "P")].contains(bytes[$0 + 1])
        }
    }

    private static func end(of bytes: [UInt8]) -> Int? {
        bytes.indices.dropFirst(2).dropLast().first { index in
            // In a passthrough sequence, an Esc after an Esc belongs to the command.
            bytes[index] == 0x1B && bytes[index + 1] == UInt8(ascii: "\\") && bytes[index - 1] != 0x1B
        }.map { $0 + 2 }
    }

    private func answer(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("\u{1B}[?2026$p") { reply("\u{1B}[?2026;\(script.knowsSynchronizedOutput ? 2 : 0)$y") }
        if text.contains("\u{1B}[>q"), let name = script.name { reply("\u{1B}P>|\(name)\u{1B}\\") }
        if text.contains("\u{1B}[16t"), let cell = script.cell { reply("\u{1B}[6;\(cell.height);\(cell.width)t") }
        if text.contains("\u{1B}[c") {
            reply("\u{1B}[?" + ([62] + script.attributes).map(String.init).joined(separator: ";") + "c")
        }
    }

    private func reply(_ text: String) { replies += Array(text.utf8) }

    private func takeCommand(_ body: String) {
        let parts = body.dropFirst().split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        let keys = Dictionary(
            parts[0].split(separator: ",").compactMap { key in
                key.split(separator: "=").count == 2
                    ? (String(key.split(separator: "=")[0]), String(key.split(separator: "=")[1])) : nil
            }, uniquingKeysWith: { $1 })
        let letters = parts.count > 1 ? parts[1].prefix { $0 != "\u{1B}" } : ""
        let command = Command(keys: keys, letters: String(letters))
        if command["a"] == "q" {
            if script.takesGraphics { reply("\u{1B}_Gi=\(command["i"] ?? "");OK\u{1B}\\") }
            return
        }
        commands.append(command)
        switch command["a"] {
        case "d": if let id = command["i"].flatMap({ UInt32($0) }) { images.remove(id) }
        default: arrive(command)
        }
    }

    private func arrive(_ command: Command) {
        if let id = command["i"].flatMap({ UInt32($0) }) { arriving = id }
        if command["m"] == "0", let arriving { images.insert(arriving) }
    }
}
