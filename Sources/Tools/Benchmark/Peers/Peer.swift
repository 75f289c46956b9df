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
        subject.arrived = .text(menu.title(rows - 1))
        subject.environment = peer.environment
        for variable in BaseDirectory.variables {
            subject.environment[variable] = directory.appending(component: "home").path
        }
        return subject
    }
}
