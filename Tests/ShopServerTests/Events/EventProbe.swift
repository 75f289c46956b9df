import Domain
import Foundation
import Storage
import TestSupport
import Testing

/// A terminal that listens to a server's events.
final class EventProbe {
    /// A received event.
    struct Event: Hashable {
        let id: Int
        let event: SectionEvent
    }

    private let connection: RawConnection
    private var text = ""

    /// Listens for events after the given id, or for everything if there is no id.
    init(
        to server: URL, after id: String? = nil, receiveBuffer: Int32? = nil, session: UUID? = nil, token: String? = nil
    ) async throws {
        connection = try RawConnection(to: server, receiveBuffer: receiveBuffer)
        let position = id.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        let terminal = session.map { "Banchan-Session: \($0)\r\n" } ?? ""
        let keeper = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        try await connection.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\(position)\(terminal)\(keeper)\r\n")
    }

    /// Returns all events so far, once at least `count` have arrived.
    func events(_ count: Int) async throws -> [Event] {
        while events.count < count { try await receive() }
        return events
    }

    /// Returns all events so far, once `last` has arrived.
    func events(until last: SectionEvent) async throws -> [Event] {
        while !events.contains(where: { $0.event == last }) { try await receive() }
        return events
    }

    /// Waits for the event with that section and version, and discards everything up to it.
    func passes(_ section: SectionID, version: Int) async throws {
        let event = "{\"section\":\"\(section.path)\",\"version\":\(version)}"
        while true {
            if let range = text.range(of: event) {
                text.removeSubrange(..<range.upperBound)
                return
            }
            try await receive()
        }
    }

    /// Returns the status line, once it has arrived.
    func status() async throws -> String {
        while !text.contains("\r\n") { try await receive() }
        return String(text.prefix { $0 != "\r\n" })
    }

    /// Waits for that many heartbeats.
    func comments(_ count: Int) async throws {
        while text.ranges(of: ":\n\n").count < count { try await receive() }
    }

    /// Returns everything that arrived until the server closed the connection.
    func remainder() async throws -> String {
        text += String(decoding: try await connection.receive(), as: UTF8.self)
        return text
    }

    private func receive() async throws {
        let bytes = try await connection.receive(atLeast: 1)
        guard !bytes.isEmpty else { throw StreamEnded(text: text) }
        text += String(decoding: bytes, as: UTF8.self)
    }

    private var events: [Event] {
        text.split(separator: "event: section\n").dropFirst().compactMap { part in
            let lines = part.split(separator: "\n")
            guard lines.count > 1, let id = Int(lines[0].dropFirst("id: ".count)), lines[1].hasPrefix("data: "),
                let event = try? JSONDecoder().decode(
                    SectionEvent.self, from: Data(lines[1].dropFirst("data: ".count).utf8))
            else { return nil }
            return Event(id: id, event: event)
        }
    }

    struct StreamEnded: Error { let text: String }
}

extension OrderingShop {
    /// Returns when the server has recorded the initial state of its sections, which would otherwise cause events.
    func settled(_ sections: Int = 6) async throws {
        try await wait { try await store.read { try $0.sectionVersions() }.changes.count >= sections }
    }
}
