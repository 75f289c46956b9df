import Domain
import NIOConcurrencyHelpers

/// Transactions on their way to the database. Those that wait while it is busy are then written together: each pays a
/// part of one flush to the disk, and none is answered before that flush. One that throws is undone alone.
///
/// `Session` is what the thread that writes has of the database.
final class TransactionGroups<Transaction: GroupedTransaction, Session: SendableMetatype>: Sendable {
    /// Tells whoever asked what became of it.
    typealias Answer = @Sendable () -> Void
    typealias Group = ArraySlice<Waiting>
    /// What to tell everybody, and whether sections were given new versions.
    typealias Written = (answers: [Answer], hasNewVersions: Bool)

    /// A transaction that waits to be written.
    struct Waiting: Sendable {
        /// Runs its body. What it returns is called once what was written is kept. A store may call it again.
        let run: @Sendable (Transaction) throws -> Answer
        let fail: @Sendable (any Error) -> Void
    }

    /// Transactions that may wait; more is refused rather than kept waiting.
    private static var mostWaiting: Int { 1_024 }
    /// Transactions that are written together: more would only make the first one wait longer.
    private static var largestGroup: Int { 256 }

    private let submitJob: @Sendable (@escaping @Sendable (Session) -> Void) -> Bool
    private let write: @Sendable (_ next: () -> Group, Session) throws -> Written
    private let onNewVersions: @Sendable () -> Void
    private let waiting = NIOLockedValueBox<[Waiting]>([])

    /// `submit` has a job done on the thread that writes, and returns whether it was taken. `write` writes the next group in
    /// one transaction of the database's, and throws what is to be told to all of it. It asks for the group once it may
    /// write, so that those who come while another program writes are in it, and gets the same one each time.
    /// `onNewVersions` is called on the thread when sections were given new versions, before anybody is answered.
    init(
        submit: @escaping @Sendable (@escaping @Sendable (Session) -> Void) -> Bool,
        write: @escaping @Sendable (_ next: () -> Group, Session) throws -> Written,
        onNewVersions: @escaping @Sendable () -> Void
    ) {
        (submitJob, self.write, self.onNewVersions) = (submit, write, onNewVersions)
    }

    /// Transactions that wait to be written.
    var waitingCount: Int { waiting.withLockedValue(\.count) }

    /// Returns what `body` returns, with everything that it wrote kept.
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

    /// Has the transaction written; it is answered in any case.
    func submit(_ transaction: Waiting) {
        let place = waiting.withLockedValue { waiting -> Int? in
            guard waiting.count < TransactionGroups.mostWaiting else { return nil }
            waiting.append(transaction)
            return waiting.count
        }
        guard let place else { return transaction.fail(StoreError.overloaded) }
        guard place == 1 else { return }
        let isTaken = submitJob { [self] session in writeAll(in: session) }
        if !isTaken {
            for transaction in take(TransactionGroups.mostWaiting) { transaction.fail(StoreError.overloaded) }
        }
    }

    /// The first of those that wait, at most `count`.
    private func take(_ count: Int) -> Group {
        waiting.withLockedValue { waiting in
            defer { waiting.removeFirst(min(count, waiting.count)) }
            return waiting.prefix(count)
        }
    }

    private func writeAll(in session: Session) {
        // Whoever comes once nobody waits has a job done for them.
        while waiting.withLockedValue({ !$0.isEmpty }), writeNext(in: session) == TransactionGroups.largestGroup {}
    }

    /// Returns how many were written together.
    private func writeNext(in session: Session) -> Int {
        var taken: Group?
        func group() -> Group {
            let group = taken ?? take(TransactionGroups.largestGroup)
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

/// A transaction of the database's, in which several of the store's are written.
protocol GroupedTransaction: AnyObject, SendableMetatype, StoreTransaction {
    /// The versions that sections were given. Transactions that are written together give a section one: nobody sees the
    /// database between them.
    var newVersions: [SectionID: SectionVersions.Change] { get set }

    /// Returns what `body` returns; what it wrote is undone where it throws, and everything else stays.
    func inOwnSavepoint<Outcome>(_ body: () throws -> Outcome) throws -> Outcome

    /// What whoever asked is told of an error of one transaction's own. Throws one that is the fault of the storage, and
    /// so concerns everybody.
    static func ownFailure(_ error: any Error) throws -> any Error
}

extension GroupedTransaction {
    /// Runs each of the group alone, and returns what to tell them. Throws what concerns all of them.
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

    /// Returns what `body` returns; what it wrote is undone where it throws, and everything else stays.
    private func alone<Outcome>(_ body: (Self) throws -> Outcome) throws -> Outcome {
        let before = newVersions
        do {
            return try inOwnSavepoint { try body(self) }
        } catch {
            newVersions = before
            throw error
        }
    }

    /// Returns the version that the section was given already, else the one that `give` gives it.
    func newVersion(
        of section: SectionID, give: () throws -> SectionVersions.Change
    ) throws -> SectionVersions.Change {
        if let given = newVersions[section] { return given }
        let change = try give()
        newVersions[section] = change
        return change
    }
}
