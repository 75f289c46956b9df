import Canvas
import Foundation
import ShopClient

/// The connection state shown in the upper edge; while disconnected, also the server's name and the time of the next
/// attempt.
struct ConnectionStatus: Hashable {
    let connection: Connection
    private let place: String?
    private let nextTry: Date?
    private let zone: TimeZone?

    init(_ state: ShopState) {
        connection = state.connection
        let isOffline = connection == .disconnected
        place = isOffline ? state.place : nil
        nextTry = isOffline ? state.nextTry : nil
        // The system's time zone can change while the program runs, so the value holds it.
        zone = isOffline ? state.zone ?? .current : nil
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
        case .connected: return [words.connected]
        case .disconnected:
            let time = nextTry.map { words.nextTry($0.timeOfDay(in: zone ?? .gmt)) }
            let all = [words.disconnected, place, time].compactMap(\.self)
            return (1...all.count).reversed().map { all.prefix($0).joined(separator: "  ") }
        }
    }
}
