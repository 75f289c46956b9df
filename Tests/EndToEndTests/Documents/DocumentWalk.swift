import Foundation
import TerminalProbe
import TestSupport
import Testing

/// What a reader does who follows a chapter: types its blocks one after the other, and compares what is printed.
///
/// - A block for the shell is run. The block without a language behind it is what it prints, with `…` for what differs;
///   without one it prints nothing.
/// - `<!-- walk: goes on -->` before a block says that its program goes on, `<!-- walk: Ctrl-C -->` that it is stopped, and
///   `<!-- walk: fails -->` that it does not succeed.
/// - A table of what to press behind a block says that its program is used on a terminal, and what stands on the screen.
struct DocumentWalk {
    enum Step: Sendable {
        case run(DocumentBlock, fails: Bool, printed: String)
        case start(DocumentBlock, printed: String)
        case stop
        case use(DocumentBlock, rows: [[String]])
    }

    let steps: [Step]

    init(_ parts: [DocumentPart]) {
        var (steps, marks) = ([Step](), Set<String>())
        for (index, part) in parts.enumerated() {
            switch part {
            case .mark("Ctrl-C"): steps.append(.stop)
            case .mark(let mark): marks.insert(mark)
            case .table: break
            case .block(let block):
                guard block.language == "sh" else { continue }
                steps.append(DocumentWalk.step(block, marks: marks, next: parts.dropFirst(index + 1).first))
                marks = []
            }
        }
        self.steps = steps
    }

    private static func step(_ block: DocumentBlock, marks: Set<String>, next: DocumentPart?) -> Step {
        if case .table(let head, let rows) = next, head.first == "press" { return .use(block, rows: rows) }
        var printed = ""
        if case .block(let output) = next, output.language.isEmpty { printed = output.text }
        return marks.contains("goes on")
            ? .start(block, printed: printed) : .run(block, fails: marks.contains("fails"), printed: printed)
    }
}

/// A home in which nothing is yet, with the program on the path.
final class FreshHome: Sendable {
    let url: URL
    private let port: String

    /// Creates the home. Where a document says 8080, `port` is used.
    init(port: Int) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "banchan-home-\(UUID().uuidString)")
        self.port = String(port)
        let programs = url.appending(path: ".local/bin")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: programs.appending(path: "banchan").path, withDestinationPath: Built.banchan)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var environment: [String: String] {
        [
            "HOME": url.path, "LANG": "C.UTF-8", "EDITOR": "true",
            "PATH": "\(url.appending(path: ".local/bin").path):/usr/local/bin:/usr/bin:/bin",
        ]
    }

    /// Returns the text with the port of this home.
    func own(_ text: String) -> String { text.replacing("8080", with: port) }

    /// Starts the lines in a shell that ends with the first one that fails, both outputs in one.
    func start(_ lines: String) throws -> RunningProgram {
        try RunningProgram(
            "/bin/bash", ["-e", "-c", "cd; exec 2>&1\n" + own(lines)],
            environment: ["TERM": "xterm-256color"].merging(environment) { $1 })
    }
}

// MARK: - Walking
extension DocumentWalk {
    func walk(in home: FreshHome) async throws {
        var open: RunningProgram?
        for step in steps {
            switch step {
            case .run(let block, let fails, let printed): try await run(block, fails, printed, in: home)
            case .start(let block, let printed):
                let program = try home.start("exec " + block.text)
                for (number, line) in home.own(printed).split(separator: "\n").enumerated() {
                    let said = try await program.line(number)
                    #expect(said == line, "\(block.testDescription)")
                }
                open = program
            case .stop:
                let program = try #require(open)
                program.signal(SIGINT)
                let ended = try await program.ended()
                #expect(ended.end == .fine, "\(ended.output)")
                open = nil
            case .use(let block, let rows):
                try await onOwnThread { try DocumentWalk.use(block, rows, in: home) }
            }
        }
        #expect(open == nil, "The last program that goes on is not stopped.")
    }

    private func run(_ block: DocumentBlock, _ fails: Bool, _ printed: String, in home: FreshHome) async throws {
        let ended = try await home.start(block.text).ended()
        #expect((ended.end.status != 0) == fails, "\(block.testDescription): \(ended.output)")
        let isAsPrinted = try DocumentWalk.matches(ended.output, home.own(printed))
        #expect(isAsPrinted, "\(block.testDescription): \(ended.output)")
    }

    /// Returns whether `output` is what is printed. `…` stands for anything in a line, and alone for any lines.
    static func matches(_ output: String, _ printed: String) throws -> Bool {
        let lines = printed.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line == "…" { return "(?:.*\n)*?" }
            return line.split(separator: "…", omittingEmptySubsequences: false)
                .map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: ".*") + "\n"
        }
        let pattern = printed.isEmpty ? "" : lines.joined()
        let whole = output.isEmpty || output.hasSuffix("\n") ? output : output + "\n"
        return try Regex(pattern).wholeMatch(in: whole) != nil
    }

    /// Presses what the rows say, and waits for what they say that is seen then.
    private static func use(_ block: DocumentBlock, _ rows: [[String]], in home: FreshHome) throws {
        let program = try ProgramOnTerminal(
            "/bin/bash", arguments: ["-c", "cd; exec " + home.own(block.text)], environment: home.environment,
            columns: 100, rows: 30)
        for row in rows {
            try program.press(code(in: row[0]).map(key))
            for text in code(in: row[1]) { try program.wait(forText: text) }
        }
        let status = try program.waitForExit()
        #expect(status == .exited(0), "\(block.testDescription)")
    }

    /// Returns the pieces of code in a cell.
    private static func code(in cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.1) } }

    /// Returns the key of that name in a document, or one that types it.
    private static func key(_ name: String) -> Key {
        let key = Key(name.lowercased())
        if case .text = key { return .text(name) }
        return key
    }
}
