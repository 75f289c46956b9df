import GRDB
import NIOConcurrencyHelpers
import SQLiteFile

/// Transactions on their way to the database's thread. Those that wait while it is busy are then written together: each
/// pays a part of one flush to the disk, and none is answered before that flush. One that throws is undone alone.
final class TransactionGroups: Sendable {
    /// Tells whoever asked what became of it.
    typealias Answer = @Sendable () -> Void

    /// A transaction that waits to be written.
    struct Waiting: Sendable {
        /// Runs its body. What it returns is called once what was written is kept.
        let run: @Sendable (SQLiteTransaction) throws -> Answer
        let fail: @Sendable (any Error) -> Void
    }

    /// Transactions that may wait; more is refused rather than kept waiting.
    private static let mostWaiting = 1_024
    /// Transactions that are written together: more would only make the first one wait longer.
    private static let largestGroup = 256

    private let thread: DatabaseThread
    private let onNewVersions: @Sendable () -> Void
    private let waiting = NIOLockedValueBox<[Waiting]>([])

    /// `onNewVersions` is called on the thread when sections were given new versions, before anybody is answered.
    init(on thread: DatabaseThread, onNewVersions: @escaping @Sendable () -> Void) {
        self.thread = thread
        self.onNewVersions = onNewVersions
    }

    /// Has the transaction written; it is answered in any case.
    func submit(_ transaction: Waiting) {
        let place = waiting.withLockedValue { waiting -> Int? in
            guard waiting.count < TransactionGroups.mostWaiting else { return nil }
            waiting.append(transaction)
            return waiting.count
        }
        guard let place else { return transaction.fail(StoreError.overloaded) }
        guard place == 1 else { return }
        let isTaken = thread.submit(isForMany: true) { [self] connection in writeAll(in: connection) }
        if !isTaken { for transaction in takeAll() { transaction.fail(StoreError.overloaded) } }
    }

    private func takeAll() -> [Waiting] {
        waiting.withLockedValue { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    private func writeAll(in connection: Result<DatabaseConnection, DatabaseFileError>) {
        let all = takeAll()
        for start in stride(from: 0, to: all.count, by: TransactionGroups.largestGroup) {
            write(all[start..<min(start + TransactionGroups.largestGroup, all.count)], in: connection)
        }
    }

    private func write(
        _ group: ArraySlice<Waiting>, in connection: Result<DatabaseConnection, DatabaseFileError>
    ) {
        do {
            let (answers, hasNewVersions) = try connection.get().perform {
                try TransactionGroups.write(group, in: $0)
            }
            if hasNewVersions { onNewVersions() }
            for answer in answers { answer() }
        } catch {
            for transaction in group { transaction.fail(StoreError.told(error)) }
        }
    }

    /// Writes them in one transaction of the database's. Throws what concerns all of them.
    private static func write(
        _ group: ArraySlice<Waiting>, in database: DatabaseQueue
    ) throws -> (answers: [Answer], hasNewVersions: Bool) {
        try database.immediately { db in
            let transaction = SQLiteTransaction(db)
            let answers = try group.map { waiting -> Answer in
                switch try Result(unlessOfStorage: { try transaction.alone(waiting.run) }) {
                case .success(let answer): answer
                case .failure(let error): { waiting.fail(error) }
                }
            }
            return (answers, !transaction.newVersions.isEmpty)
        }
    }
}
