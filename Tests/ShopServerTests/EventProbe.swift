import Domain
import Foundation
import Storage
import TestSupport
import Testing

/// A terminal that listens to what a server tells.
final class EventProbe {
    /// One event as it came.
    struct Event: Hashable {
        let id: Int
        let event: SectionEvent
    }

    private let connection: RawConnection
    private var text = ""

    /// Listens to what comes after the event of that id. With no id at all everything is news.
    init(
        to server: URL, after id: String? = nil, receiveBuffer: Int32? = nil, session: UUID? = nil, token: String? = nil
    ) async throws {
        connection = try RawConnection(to: server, receiveBuffer: receiveBuffer)
        let position = id.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        let terminal = session.map { "Banchan-Session: \($0)\r\n" } ?? ""
        let keeper = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        try await connection.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\(position)\(terminal)\(keeper)\r\n")
    }

    /// Everything told so far, once that many events came.
    func events(_ count: Int) async throws -> [Event] {
        while events.count < count { try await receive() }
        return events
    }

    /// Everything told so far, once that came.
    func events(until last: SectionEvent) async throws -> [Event] {
        while !events.contains(where: { $0.event == last }) { try await receive() }
        return events
    }

    /// Waits until that section is told to have that version, and forgets everything that came before.
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

    /// The status line, once it came.
    func status() async throws -> String {
        while !text.contains("\r\n") { try await receive() }
        return String(text.prefix { $0 != "\r\n" })
    }

    /// Waits until that many signs of life came.
    func comments(_ count: Int) async throws {
        while text.ranges(of: ":\n\n").count < count { try await receive() }
    }

    /// Everything that came until the server closed.
    func rest() async throws -> String {
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
    /// Returns when the server has noted what its sections show at its start; until then that is news.
    func settled(_ sections: Int = 5) async throws {
        try await wait { try await store.read { try $0.sectionVersions() }.changes.count >= sections }
    }
}
