import Foundation
import Platform
import TerminalProbe

/// A program to measure: how it is started, and how to tell from its screen what it is doing.
struct Subject {
    var name: String
    var path: String
    var arguments: [String] = []
    var environment: [String: String] = [:]
    /// Holds once the program is ready for input.
    var ready: ScreenFact
    /// Holds when all keys of a burst have been handled; `nil` if that cannot be determined.
    var arrived: ScreenFact?
    var keys = SubjectKeys()
    /// The rows of its list, and the least number of lines that a row takes.
    var rows = 0
    var linesPerRow = 1
    /// Whether the program selects a row and keys move the selection.
    var hasSelection = true
    /// The keys that lead from the first screen to the list, in order.
    var opening: [Opening] = []

    /// A key, and what the screen shows afterwards.
    struct Opening {
        let key: Key
        let shown: ScreenFact
    }
}

extension Subject {
    /// Returns the shop's program, as a guest of the server on `port`, with all its data in `directory`; without a
    /// port, with its own server. The program is ready once `ready` holds.
    static func shop(at port: UInt16?, in directory: URL, ready: ScreenFact) throws -> Subject {
        var subject = Subject(name: "banchan", path: try BuiltProgram.path(of: "banchan"), ready: ready)
        // Not an option, so that the first frame is that of a configured terminal, without a command line to parse.
        if let port { subject.environment["BANCHAN_SERVER"] = "http://127.0.0.1:\(port)" }
        subject.keepEverything(in: directory)
        subject.linesPerRow = 3
        subject.keys.find = .text("/")
        return subject
    }

    /// Makes the program keep all its data in `directory`.
    mutating func keepEverything(in directory: URL) {
        for name in BaseDirectory.variables { environment[name] = directory.appending(path: name.lowercased()).path }
    }
}

/// The keys of a program.
struct SubjectKeys {
    var forth: Key = .down
    var back: Key = .up
    var home: Key = .home
    var quit: Key = .text("q")
    var reload: Key? = .text("r")
    /// Starts a search in the list.
    var find: Key?
}

/// A condition that can be checked on a screen.
enum ScreenFact {
    /// One row contains the text.
    case text(String)
    /// Each text is contained in some row.
    case texts([String])
    /// The selected row, which is the one in reverse video, contains the text.
    case selected(String)

    func holds(on screen: TerminalEmulator) -> Bool {
        switch self {
        case .text(let text): screen.text.contains { $0.contains(text) }
        case .texts(let texts): texts.allSatisfy { text in screen.text.contains { $0.contains(text) } }
        case .selected(let text):
            (0..<screen.rows).contains { row in
                screen.cells(row: row).filter(\.isReversed).map(\.text).joined().contains(text)
            }
        }
    }
}

/// The programs built beside this one.
enum BuiltProgram {
    /// Returns the path of the program with this name. Throws if it is missing.
    static func path(of name: String) throws -> String {
        let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(component: name).path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw MeasuringProblem("\(path) is missing. Build everything first: swift build -c release")
        }
        return path
    }
}

/// Why something cannot be measured.
struct MeasuringProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// The program ended, or showed something else than was waited for.
    init(_ description: String, screen: TerminalEmulator) {
        let lines = screen.text.reversed().drop { $0.isEmpty }.reversed()
        self.init("\(description)\n" + lines.map { "| \($0)" }.joined(separator: "\n"))
    }
}
