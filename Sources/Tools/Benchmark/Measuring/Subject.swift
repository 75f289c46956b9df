import Foundation
import Platform
import TerminalEmulator

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
    /// Returns the shop's program built beside this one, as a guest of a server on `port` that keeps all its data in
    /// `directory`. The program is ready once `ready` is on the screen.
    static func shop(at port: Int, in directory: URL, ready: String) throws -> Subject {
        var subject = Subject(
            name: "banchan", path: try ownProgram("banchan"), arguments: ["--server", "http://127.0.0.1:\(port)"],
            ready: .text(ready))
        subject.keepEverything(in: directory)
        return subject
    }

    /// Makes the program keep all its data in `directory`.
    mutating func keepEverything(in directory: URL) {
        for name in BaseDirectory.variables { environment[name] = directory.appending(path: name.lowercased()).path }
    }

    /// Returns the path of the program with this name beside this one. Throws if it is missing.
    static func ownProgram(_ name: String) throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(filePath: own).deletingLastPathComponent().appending(path: name).path
        guard FileManager.default.isExecutableFile(atPath: path) else { throw MeasuringError.notBuilt(path) }
        return path
    }
}

/// The keys of a program.
struct SubjectKeys {
    var forth: Key = .down
    var back: Key = .up
    var home: Key = .home
    var quit: Key = .text("q")
    var reload: Key? = .text("r")
    var reloadAll: Key?
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
        case .selected(let text): (0..<screen.rows).contains { screen.reversedText(row: $0).contains(text) }
        }
    }
}

extension TerminalEmulator {
    /// Returns the text of a row that is in reverse video.
    fileprivate func reversedText(row: Int) -> String {
        cells(row: row).filter(\.isReversed).map(\.text).joined()
    }
}
