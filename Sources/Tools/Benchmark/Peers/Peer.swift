import Foundation
import Platform

/// A list program of somebody else that is measured beside the shop, where it is installed.
struct Peer: Sendable {
    let name: String
    /// How one gets it.
    let installation: String
    /// Says how it is started and what its version is; `nil` where it is not installed.
    let find: @Sendable () -> InstalledPeer?
    /// Writes its files and says how it is measured.
    let prepare: @Sendable (InstalledPeer, PeerPlace) throws -> Subject
    /// What has to be known to read its figures; empty where there is nothing.
    var note = ""

    static let all = [newsboat, tig, less, nnn, mutt, abook, textual]
}

/// A peer as this machine has it.
struct InstalledPeer: Sendable {
    let path: String
    let version: String
    var environment: [String: String] = [:]

    /// A program of Debian, which prints its version when it is given `arguments`.
    static func program(_ name: String, _ arguments: [String]) -> InstalledPeer? {
        InstalledProgram.path(of: name).map {
            InstalledPeer(path: $0, version: InstalledProgram.version(of: $0, arguments))
        }
    }
}

/// Where a peer's files lie, and what it shows.
struct PeerPlace: Sendable {
    let directory: URL
    let rows: Int

    /// The rows are those of the shop and of the C program.
    var titles: [String] { (0..<rows).map(GeneratedMenu(count: rows).title) }

    func file(_ name: String) -> URL { directory.appending(component: name) }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: file(name)) }

    /// The program in a home of its own, so that it reads nothing of the user's.
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
