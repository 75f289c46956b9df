import Foundation
import Platform

/// A third-party list program that is measured beside the shop if it is installed.
struct Peer: Sendable {
    let name: String
    /// The command that installs it.
    let installation: String
    /// Returns its path and version, or `nil` if it is not installed.
    let find: @Sendable () -> InstalledPeer?
    /// Writes its files and returns how it is started and measured.
    let prepare: @Sendable (InstalledPeer, PeerPlace) throws -> Subject
    /// What a reader must know to interpret its figures; empty if nothing.
    var note = ""

    static let all = [newsboat, tig, less, nnn, mutt, abook, textual]
}

/// A peer as installed on this machine.
struct InstalledPeer: Sendable {
    let path: String
    let version: String
    var environment: [String: String] = [:]

    /// Finds a Debian package's program, which prints its version when called with `arguments`.
    static func program(_ name: String, _ arguments: [String]) -> InstalledPeer? {
        InstalledProgram.path(of: name).map {
            InstalledPeer(path: $0, version: InstalledProgram.version(of: $0, arguments))
        }
    }
}

/// The directory of a peer's files, and the rows it shows.
struct PeerPlace: Sendable {
    let directory: URL
    let rows: Int

    /// The same rows as in the shop and the C program.
    var titles: [String] { (0..<rows).map(GeneratedMenu(count: rows).title) }

    func file(_ name: String) -> URL { directory.appending(component: name) }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: file(name)) }

    /// Returns the program with a home directory of its own, so that it reads none of the user's files.
    func subject(_ name: String, _ peer: InstalledPeer, _ arguments: [String]) -> Subject {
        let menu = GeneratedMenu(count: rows)
        var subject = Subject(name: name, path: peer.path, arguments: arguments, ready: .text(menu.title(0)))
        subject.rows = rows
        subject.environment = peer.environment
        for variable in BaseDirectory.variables {
            subject.environment[variable] = directory.appending(component: "home").path
        }
        return subject
    }
}

/// Finds and runs programs installed on this machine.
enum InstalledProgram {
    /// Returns the path of a program, or `nil` if it is not installed. The system administrators' directories are
    /// searched, too.
    static func path(of name: String) -> String? {
        let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (places + ["/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns what the program prints to standard output and standard error, or `nil` if it cannot be started.
    static func output(of path: String, _ arguments: [String], environment: [String: String]? = nil) -> String? {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        if let environment { process.environment = environment }
        (process.standardInput, process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, output, output
        )
        guard (try? process.run()) != nil else { return nil }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the first printed line that contains a digit, which is where a version is printed, or "unknown".
    static func version(of path: String, _ arguments: [String]) -> String {
        let lines = (output(of: path, arguments) ?? "").split(separator: "\n")
        return lines.first { $0.contains(where: \.isNumber) }.map { $0.trimmingCharacters(in: .whitespaces) }
            ?? "unknown"
    }
}
