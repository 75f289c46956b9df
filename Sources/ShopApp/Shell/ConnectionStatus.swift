import Canvas
import Foundation
import ShopClient

/// The connection state shown in the upper edge; while disconnected, also the server's name and the time of the next
/// attempt. Of a server that does not report changes, "connected" is said of what was fetched, with its age.
struct ConnectionStatus: Hashable {
    let connection: Connection
    private let place: String?
    private let nextTry: Date?
    private let zone: TimeZone?
    /// The age of what is shown, if it is beyond a minute and the server does not report changes.
    private let age: Age?

    init(_ state: ShopState) {
        connection = state.connection
        let isOffline = connection == .disconnected
        place = isOffline ? state.place : nil
        nextTry = isOffline ? state.nextTry : nil
        // The system's time zone can change while the program runs, so the value holds it.
        zone = isOffline ? state.zone ?? .current : nil
        age = state.oldestPolled.map { Age(of: $0, at: state.now) }.flatMap { $0 == .now ? nil : $0 }
    }

    var ink: Ink {
        switch connection {
        case .connecting: .standard
        case .connected: .good
        case .disconnected: .bad
        }
    }

    /// Returns the possible texts, the longest first.
    func texts(_ words: Words) -> [String] {
        switch connection {
        case .connecting: return [words.connecting]
        case .connected:
            return age.map { ["\(words.connected)  \(words.age($0))", words.age($0)] } ?? [words.connected]
        case .disconnected:
            let time = nextTry.map { words.nextTry($0.timeOfDay(in: zone ?? .gmt)) }
            let all = [words.disconnected, place, time].compactMap(\.self)
            return (1...all.count).reversed().map { all.prefix($0).joined(separator: "  ") }
        }
    }
}

extension ShopState {
    /// When the oldest of the sections on the screen was fetched from a server that does not report changes; `nil` for
    /// any other server. Sections whose latest fetch failed say so themselves.
    var oldestPolled: Date? {
        guard isPolled, connection == .connected else { return nil }
        return list.allSections.filter { section in
            section.isFresh && shown.sections.contains { $0.id == section.id }
        }.compactMap(\.confirmedAt).min()
    }
}
