import Canvas
import Foundation
import ShopClient

/// What the upper edge tells of the server: whether it answers, and where it does not, which one, and when it is tried
/// again.
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
        // That of the machine may become another one, too.
        zone = isOffline ? state.zone ?? .current : nil
    }

    var ink: Ink {
        switch connection {
        case .connecting: .standard
        case .connected: .good
        case .disconnected: .bad
        }
    }

    /// In words, the longest first.
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
