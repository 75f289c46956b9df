import GRDB
import NIOConcurrencyHelpers

/// Keeps connections that are no longer used, such as those to files that were refused, because closing one would wake
/// the process every second from then on.
enum UnusedConnections {
    /// The limit if opening fails again and again; beyond it, the oldest connection is closed after all.
    private static let most = 16

    private static let kept = NIOLockedValueBox<[DatabaseQueue]>([])

    static func keep(_ connection: DatabaseQueue) {
        let gone = kept.withLockedValue { kept -> DatabaseQueue? in
            kept.append(connection)
            return kept.count > most ? kept.removeFirst() : nil
        }
        withExtendedLifetime(gone) {}
    }
}
