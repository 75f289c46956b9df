import Domain
import NIOConcurrencyHelpers

/// A queue that commits transactions in groups. Those that wait while the database is busy are written together: they
/// share one flush to the disk, and none is answered before that flush. One that throws is rolled back alone.
///
/// `Session` is what the writing thread uses to reach the database.
final class TransactionGroups<Transaction: GroupedTransaction, Session: SendableMetatype>: Sendable {
    /// Reports the result to the caller.
    typealias Answer = @Sendable () -> Void
    typealias Group = ArraySlice<Waiting>
    /// The callers' answers, and whether sections got new versions.
    typealias Written = (answers: [Answer], hasNewVersions: Bool)

    struct Waiting: Sendable {
        /// Runs its body. The closure that it returns is called after the commit. A store may call `run` again.
        let run: @Sendable (Transaction) throws -> Answer
        let fail: @Sendable (any Error) -> Void
    }

    /// The maximum number of waiting transactions; more are refused.
    private static var maxWaiting: Int { 1_024 }
    /// The maximum number of transactions in a group: more would only make the first one wait longer.
    private static var maxGroupSize: Int { 256 }

    private let submitJob: @Sendable (@escaping @Sendable (Session) -> Void) -> Bool
    private let write: @Sendable (_ next: () -> Group, Session) throws -> Written
    private let onNewVersions: @Sendable () -> Void
    private let waiting = NIOLockedValueBox<[Waiting]>([])

    /// `submit` schedules a job on the writing thread, and returns whether it was accepted. `write` writes the next
    /// group in one transaction of the database, and throws an error that concerns the whole group. It asks for the
    /// group only when it holds the write lock, so that transactions submitted while another program writes are
    /// included, and gets the same one each time. `onNewVersions` is called on the thread when sections got new
    /// versions, before any caller is answered.
    init(
        submit: @escaping @Sendable (@escaping @Sendable (Session) -> Void) -> Bool,
        write: @escaping @Sendable (_ next: () -> Group, Session) throws -> Written,
        onNewVersions: @escaping @Sendable () -> Void
    ) {
        (submitJob, self.write, self.onNewVersions) = (submit, write, onNewVersions)
    }

    var waitingCount: Int { waiting.withLockedValue(\.count) }

    /// Returns what `body` returns, after its writes were committed.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            submit(
                Waiting(
                    run: { transaction in
                        let value = try body(transaction)
                        return { continuation.resume(returning: value) }
                    },
                    fail: { continuation.resume(throwing: $0) }))
        }
    }

    /// Queues the transaction. It is answered in any case.
    func submit(_ transaction: Waiting) {
        let position = waiting.withLockedValue { waiting -> Int? in
            guard waiting.count < TransactionGroups.maxWaiting else { return nil }
            waiting.append(transaction)
            return waiting.count
        }
        guard let position else { return transaction.fail(StoreError.overloaded) }
        guard position == 1 else { return }
        let isTaken = submitJob { [self] session in writeAll(in: session) }
        if !isTaken {
            for transaction in dequeue(TransactionGroups.maxWaiting) { transaction.fail(StoreError.overloaded) }
        }
    }

    /// Removes and returns the first waiting transactions, at most `count`.
    private func dequeue(_ count: Int) -> Group {
        waiting.withLockedValue { waiting in
            defer { waiting.removeFirst(min(count, waiting.count)) }
            return waiting.prefix(count)
        }
    }

    private func writeAll(in session: Session) {
        // Transactions that arrive after the queue is empty schedule a new job.
        while waiting.withLockedValue({ !$0.isEmpty }), writeNext(in: session) == TransactionGroups.maxGroupSize {}
    }

    private func writeNext(in session: Session) -> Int {
        var taken: Group?
        func group() -> Group {
            let group = taken ?? dequeue(TransactionGroups.maxGroupSize)
            taken = group
            return group
        }
        do {
            let (answers, hasNewVersions) = try write(group, session)
            if hasNewVersions { onNewVersions() }
            for answer in answers { answer() }
        } catch {
            for transaction in group() { transaction.fail(error) }
        }
        return group().count
    }
}

/// A transaction of the database, in which several transactions of the store are written.
protocol GroupedTransaction: AnyObject, SendableMetatype, StoreTransaction {
    /// The new versions of sections. Transactions that are written together give a section only one: nobody sees the
    /// database between them.
    var newVersions: [SectionID: SectionVersions.Change] { get set }

    /// Returns what `body` returns; if it throws, only its own writes are rolled back.
    func withSavepoint<Outcome>(_ body: () throws -> Outcome) throws -> Outcome

    /// Returns the error to report to the caller if it concerns only this transaction. Throws the error if the storage
    /// caused it, so that it concerns the whole group.
    static func ownFailure(_ error: any Error) throws -> any Error
}

extension GroupedTransaction {
    /// Runs each transaction of the group in isolation, and returns the answers. Throws an error that concerns all of
    /// them.
    func written<Session: SendableMetatype>(
        _ group: TransactionGroups<Self, Session>.Group
    ) throws -> TransactionGroups<Self, Session>.Written {
        let answers = try group.map { waiting in
            do {
                return try alone(waiting.run)
            } catch {
                let failure = try Self.ownFailure(error)
                return { waiting.fail(failure) }
            }
        }
        return (answers, !newVersions.isEmpty)
    }

    /// Like `withSavepoint`, and also restores `newVersions` if `body` throws.
    private func alone<Outcome>(_ body: (Self) throws -> Outcome) throws -> Outcome {
        let before = newVersions
        do {
            return try withSavepoint { try body(self) }
        } catch {
            newVersions = before
            throw error
        }
    }

    /// Returns the version that the section already got in this group, or the one that `give` creates.
    func newVersion(
        of section: SectionID, give: () throws -> SectionVersions.Change
    ) throws -> SectionVersions.Change {
        if let given = newVersions[section] { return given }
        let change = try give()
        newVersions[section] = change
        return change
    }
}
