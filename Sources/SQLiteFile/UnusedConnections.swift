import GRDB
import NIOConcurrencyHelpers

/// Connections that nothing is asked of any more, such as those to files that turned out to be no good, held on to:
/// closing one would wake the program every second from then on.
enum UnusedConnections {
    /// Somebody who tries again and again has more of them; then the oldest goes after all.
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
