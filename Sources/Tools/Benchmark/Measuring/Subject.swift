import Foundation
import Platform
import TerminalEmulator

/// A program to measure: how it is started, and how to tell from its screen what it is doing.
struct Subject {
    var name: String
    var path: String
    var arguments: [String] = []
    var environment: [String: String] = [:]
    /// Holds once it can be used.
    var ready: ScreenFact
    /// Holds when all keys pressed at once have been obeyed; `nil` when that cannot be told.
    var arrived: ScreenFact?
    var keys = SubjectKeys()
    /// Whether a row is selected, and keys move that.
    var hasSelection = true
    /// What leads from the first screen to the list, one after the other.
    var opening: [Opening] = []

    /// A key, and what it leads to.
    struct Opening {
        let key: Key
        let shown: ScreenFact
    }
}

extension Subject {
    /// The shop that stands beside this program, in front of a server on that port, with everything that it keeps in
    /// `directory`. It can be used once `ready` is on the screen.
    static func shop(at port: Int, in directory: URL, ready: String) throws -> Subject {
        var subject = Subject(
            name: "banchan", path: try ownProgram("banchan"), arguments: ["--server", "http://127.0.0.1:\(port)"],
            ready: .text(ready))
        subject.keepEverything(in: directory)
        return subject
    }

    /// Has the program keep in `directory` all that it keeps.
    mutating func keepEverything(in directory: URL) {
        for name in BaseDirectory.variables { environment[name] = directory.appending(path: name.lowercased()).path }
    }

    /// The path of the program of that name beside this one.
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
    /// Begins to look for something in the list.
    var find: Key?
}

/// Something that can be told from a screen.
enum ScreenFact {
    /// A text stands in one row.
    case text(String)
    /// Each of these does.
    case texts([String])
    /// A text stands in the selected row: the one in reverse.
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
    /// What stands in reverse in a row.
    fileprivate func reversedText(row: Int) -> String {
        cells(row: row).filter(\.isReversed).map(\.text).joined()
    }
}
