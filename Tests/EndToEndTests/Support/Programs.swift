import Domain
import Foundation
import Glibc
import NIOConcurrencyHelpers
import ShopResources
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// The paths of the programs under test, which are next to the test runner.
enum Built {
    static let directory = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    static let banchan = directory.appending(path: "banchan").path
    /// Programs that crash or kill themselves, and the shop with an added counter: the first argument selects one.
    static let helper = directory.appending(path: "banchan-helper").path

    /// Where the package manager has checked out the packages that the program was built from.
    static let checkouts = URL(filePath: banchan).resolvingSymlinksInPath().appending(
        components: "..", "..", "..", "checkouts"
    ).standardizedFileURL
    static let hasCheckouts = FileManager.default.fileExists(atPath: checkouts.path)

    /// Whether the programs are linked as they are for guests.
    static let isRelease = directory.lastPathComponent == "release"
}

/// A scratch directory for one test, removed on deinitialization.
final class Scratch: Sendable {
    let url: URL
    /// The directory in which programs remember that they have run before.
    private let state: URL

    /// Creates the directory. If `isFirstVisit`, the shop has never been opened there.
    init(isFirstVisit: Bool = false) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "banchan-\(UUID().uuidString)")
        state = url.deletingLastPathComponent().appending(path: url.lastPathComponent + "-state")
        let own = state.appending(path: "banchan")
        for directory in isFirstVisit ? [url] : [url, own] {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        }
        if !isFirstVisit { try Data().write(to: own.appending(path: "visited")) }
    }

    deinit { for directory in [url, state] { try? FileManager.default.removeItem(at: directory) } }

    /// An environment in which the program touches nothing outside this directory and its state directory.
    var environment: [String: String] {
        [
            "HOME": url.path, "XDG_CACHE_HOME": url.appending(path: "cache").path,
            "XDG_STATE_HOME": state.path, "XDG_DATA_HOME": url.appending(path: "data").path,
        ]
    }
}

/// Runs the shop as a job of a shell, since only a shell's child can be stopped and resumed, and calls `body` when it is
/// connected. The shell prints `has-stopped`, waits for Enter, resumes the shop, and prints `has-ended`.
func withShopInShell(_ body: @escaping @Sendable (ProgramOnTerminal) throws -> Void) async throws {
    let scratch = try Scratch()
    let environment = scratch.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }
    let script = "set -m; \(Built.banchan); echo has-stopped; read line; fg; echo has-ended"
    try await onOwnThread {
        let shell = try ProgramOnTerminal("/bin/bash", arguments: ["--norc", "-c", script], environment: environment)
        try shell.wait(forText: "연결됨")
        try body(shell)
    }
    withExtendedLifetime(scratch) {}
}

extension Scratch {
    /// Writes `text` to a file that only its owner can read, or with another `mode`, and returns the path.
    func secret(_ text: String, mode: Int = 0o600) throws -> String {
        let file = url.appending(path: "secret").path
        try Data(text.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }
}

/// Runs `body` with the shop on a terminal. `body` blocks, so it runs on its own thread.
func withShop(
    _ arguments: [String] = [], of path: String = Built.banchan, environment: [String: String] = [:], columns: Int = 80,
    rows: Int = 24,
    scratch: Scratch? = nil, graphics: GraphicsTerminal.Script? = nil,
    _ body: @escaping @Sendable (ProgramOnTerminal) throws -> Void
) async throws {
    let scratch = try scratch ?? Scratch()
    let all = ["LANG": "ko_KR.UTF-8"].merging(scratch.environment) { $1 }.merging(environment) { $1 }
    try await onOwnThread {
        let program = try ProgramOnTerminal(
            path, arguments: arguments, environment: all, columns: columns, rows: rows,
            graphics: graphics.map(GraphicsTerminal.init))
        try body(program)
    }
    withExtendedLifetime(scratch) {}
}

/// Runs a command that succeeds, and returns whether it shows no progress. On a busy machine even a short command is
/// sometimes so slow that it has to show it; the command is then run again.
func leavesNoTrace(_ arguments: [String], scratch: Scratch? = nil) async throws -> Bool {
    for _ in 0..<10 {
        let (scratch, isBare) = (try scratch ?? Scratch(), Watched(false))
        let time = try await ContinuousClock().measure {
            try await withShop(arguments, scratch: scratch) { program in
                let status = try program.waitForExit()
                #expect(status == .exited(0))
                let bytes = program.takeBytes()
                isBare.change { $0 = !bytes.contains(0x1B) }
            }
        }
        // Progress is shown only after 0.3 s of work.
        if isBare.value || time < .milliseconds(300) { return isBare.value }
    }
    return false
}

/// The result of a program that ran without a terminal.
struct Output: Sendable {
    let status: Int32
    let standardOutput: String
    let standardError: String
}

/// Runs the shop's program to its end with pipes instead of a terminal.
func runWithoutTerminal(_ arguments: [String], environment: [String: String] = [:]) async throws -> Output {
    try await run(Built.banchan, arguments, environment: environment)
}

/// Runs a line of bash to its end.
func shell(_ line: String, environment: [String: String] = [:]) async throws -> Output {
    let path = ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
    return try await run("/bin/bash", ["-c", line], environment: path.merging(environment) { $1 })
}

/// Runs a program to its end with pipes instead of a terminal.
private func run(_ program: String, _ arguments: [String], environment: [String: String]) async throws -> Output {
    let scratch = try Scratch()
    let all = ["LANG": "C.UTF-8", "TERM": "xterm"].merging(scratch.environment) { $1 }.merging(environment) { $1 }
    let output = try await onOwnThread {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = all
        let (out, err) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, out, err)
        try process.run()
        let said = out.fileHandleForReading.readDataToEndOfFile()
        let complained = err.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Output(
            status: process.terminationStatus, standardOutput: String(decoding: said, as: UTF8.self),
            standardError: String(decoding: complained, as: UTF8.self))
    }
    withExtendedLifetime(scratch) {}
    return output
}

extension ProgramOnTerminal {
    /// Returns the rows that are selected: those whose first cell is reversed.
    func selectedRows() -> [Int] {
        (1..<(screen.rows - 1)).filter { row in
            // The right end is not checked: beside a list with a second pane, the row does not reach it.
            screen.cells(row: row)[0].isReversed
        }
    }

    /// Returns whether a row of the screen contains `text`.
    func shows(_ text: String) -> Bool { screen.text.contains { $0.contains(text) } }

    /// The width of the widest row in columns.
    var widestRow: Int { screen.text.map(\.columns).max() ?? 0 }

    /// The screen as it looks to the eye: the right half of a wide glyph has no style of its own, and colour and weight
    /// do not show on a blank unless it is reversed or underlined.
    var visibleCells: [[Cell]] {
        (0..<screen.rows).map { row in
            screen.cells(row: row).map { cell in
                let isBlank = cell.text.allSatisfy { $0 == " " } && !cell.isReversed && !cell.isUnderlined
                return cell.width == 0 || isBlank ? Cell(text: cell.text, width: cell.width) : cell
            }
        }
    }

    /// Whether a toast is shown: a frame without a title, wider than that of a picture in a list.
    var showsToast: Bool {
        screen.text.contains { $0.contains(#/┌─{10,}┐/#) }
    }

    /// Waits until the row that contains `text` is selected.
    func waitForSelection(of text: String) throws {
        try wait(for: "“\(text)” selected") { screen in
            let rows = selectedRows()
            // The cursor moves there after everything else of the frame is drawn.
            return rows == [screen.cursor.row] && screen.line(screen.cursor.row).contains(text)
        }
    }

    /// Has everything drawn anew, and waits until the screen looks as it did right before. All earlier input is handled
    /// by then, so what differs is what the program took for shown.
    func expectSameAfterRepaint(_ cause: (ProgramOnTerminal) throws -> Void = { try $0.press("ctrl-l") }) throws {
        var before: [[Cell]]?
        onClear = { [unowned self] in before = before ?? visibleCells }
        defer { onClear = nil }
        try cause(self)
        try wait(for: "a repaint") { _ in before != nil }
        try wait(for: "the same screen, drawn anew") { _ in visibleCells == before }
    }

    /// Waits until every section has arrived. Meanwhile the window is tall enough to show all of them.
    func waitUntilSettled() throws {
        let (columns, rows) = (screen.columns, screen.rows)
        try resize(columns: columns, rows: ProgramOnTerminal.tall)
        try wait(for: "a connection, three sections, and no spinner") { screen in
            screen.line(0).contains("연결됨") && screen.line(screen.rows - 1).hasPrefix("─")
                && SectionID.menu.allSatisfy { id in
                    screen.text.contains { line in
                        line.contains((TemporaryMenu.headings[id] ?? ""))
                            && !line.contains(#/\x20[|\/\\-](\x20\x20|$)/#)
                    }
                } && !screen.text.contains { $0.contains("불러오는 중") }
        }
        try resize(columns: columns, rows: rows)
        try waitForEcho()
    }

    /// Waits until all earlier input has been drawn, by moving to the end of the list and back, as keys are handled in
    /// order. After a resize this is necessary, since the emulator still shows what was in the smaller window.
    private func waitForEcho() throws {
        let isSpacious = screen.rows >= 18 && screen.columns >= 36
        let first = isSpacious ? 3 : 2
        try press("G")
        try wait(for: "the end of the list") { screen in
            selectedRows().count == 1 && selectedRows()[0] >= screen.rows / 2
        }
        try press("g")
        // The cursor moves to the selected row after everything else of the frame is drawn.
        try wait(for: "the beginning of the list") { selectedRows() == [first] && $0.cursor.row == first }
    }

    /// The number of rows that show the shop's whole menu.
    private static let tall = 200

    /// Has the program draw more than the system buffers for a terminal, and reads nothing from then on. Only a large
    /// screen takes that much.
    func stopReading() throws {
        while try pump(milliseconds: 200) {}
        _ = try terminal.writeAvailable(screen.bytes(for: "ctrl-l"))
        let deadline = ContinuousClock.now + .seconds(ProgramOnTerminal.timeout)
        while try terminal.unreadBytes() < ProgramOnTerminal.full {
            guard ContinuousClock.now < deadline else {
                throw ProbeError.notSeen(
                    "more output than is read", seconds: ProgramOnTerminal.timeout, screen: screen.text)
            }
            poll(nil, 0, 1)
        }
    }

    /// The number of unread bytes that Linux keeps ready for a reader (N_TTY_BUF_SIZE), less what a character may take.
    private static let full = 4_096 - 8

    /// Waits until no row contains `text`.
    func wait(untilGone text: String) throws {
        try wait(for: "no “\(text)” on the screen") { !$0.text.contains { $0.contains(text) } }
    }
}

/// A result that one thread stores for another.
final class ResultBox<Value: Sendable>: Sendable {
    private let stored = NIOLockedValueBox<Result<Value, any Error>?>(nil)
    func set(_ result: Result<Value, any Error>) { stored.withLockedValue { $0 = result } }
    var value: Result<Value, any Error>? { stored.withLockedValue { $0 } }
}
