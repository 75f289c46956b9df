import Dispatch
import Domain
import Foundation
import GRDB
import NIOConcurrencyHelpers
import SQLiteFile
import TerminalText
import Testing

@testable import Storage

/// Transactions that wait at the same time are made durable by one flush.
@Suite(.timeLimit(.minutes(5))) struct GroupCommitTests {
    private struct Refused: Error, Hashable {}

    @Test(arguments: [0, 100, 255]) func oneOf256ThatWaitTogetherFailsAlone(_ failing: Int) async throws {
        try await withScratch { path in
            let group = Group()
            let outcomes = try await group.run(at: path) { transaction, number in
                let placed = try transaction.place(.example(who: "\(number)"), under: .new())
                if number == failing { throw Refused() }
                return placed.answer
            }
            let kept = outcomes.compactMap { try? $0.get() }
            #expect(kept.map(\.who.string) == (0..<Group.size).filter { $0 != failing }.map(String.init))
            #expect(try await SQLiteStore(at: path).orders() == kept)
            #expect(outcomes.compactMap { $0.failure as? Refused } == [Refused()])
            // There is only one version, so no reader saw an intermediate state.
            #expect(
                try await SQLiteStore(at: path).versions() == [
                    OrderState.received.board: .init(version: 1, sequence: 1)
                ])
            #expect(group.commits.withLockedValue(\.self) == 1)
        }
    }

    @Test func whatTheTableRefusesAndWhatIsDamagedFailAloneToo() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            let key = IdempotencyKey.new()
            try await store.place(key: key)
            try await store.transaction { try $0.setRecord("a", in: "numbers", to: "no number") }
            let group = Group()
            let outcomes = try await group.run(at: path) { transaction, number in
                let order = try transaction.keep(.example())
                if number == 3 { try transaction.remember(key, order: order.id) }
                if number == 5 { _ = try RecordTable<Int>("numbers").value(of: "a", in: transaction) }
                return order
            }
            let failures = outcomes.compactMap { $0.failure as? StoreError }
            #expect(failures.count == 2)
            #expect(failures.contains(.damaged))
            #expect(try await store.orders().count == 1 + Group.size - 2)
            #expect(group.commits.withLockedValue(\.self) == 1)
            // None of these errors means that the file is faulty.
            #expect(await store.examine() == nil)
        }
    }

    @Test func aStorageThatFailsFailsAllOfThem() async throws {
        try await withScratch { path in
            try await SQLiteStore(at: path).place()
            let outcomes = try await Group().run(at: path) { transaction, number in
                let placed = try transaction.place(.example(), under: .new())
                if number == 17 { throw DatabaseError(resultCode: .SQLITE_FULL) }
                return placed.answer
            }
            #expect(outcomes.count == Group.size)
            for outcome in outcomes { #expect(outcome.failure as? StoreError == .full) }
            #expect(try await SQLiteStore(at: path).orders().count == 1)
        }
    }

    @Test func whoSwallowsThatTheDatabaseGaveUpConfirmsNothing() async throws {
        try await withScratch { path in
            try await SQLiteStore(at: path).place()
            let outcomes = try await Group().run(at: path) { transaction, number in
                let placed = try transaction.place(.example(), under: .new())
                if number == 17 { try (transaction as? SQLiteTransaction)?.db.execute(sql: "ROLLBACK") }
                return placed.answer
            }
            #expect(outcomes.allSatisfy { $0.failure is StoreError })
            #expect(try await SQLiteStore(at: path).orders().count == 1)
        }
    }
}

/// A group of transactions that are committed together, and their outcomes.
private final class Group: Sendable {
    static let size = 256

    /// The number of commits of the database while the group ran.
    let commits = NIOLockedValueBox(0)
    private let isCounting = NIOLockedValueBox(true)
    private let outcomes = NIOLockedValueBox<[Result<Order, any Error>]>([])
    private let answers: AsyncStream<Void>
    private let answered: AsyncStream<Void>.Continuation

    init() { (answers, answered) = AsyncStream.makeStream() }

    /// Runs `body` in `size` transactions, all of which wait while the store is busy. Returns their outcomes in the
    /// order in which they were reported.
    func run(
        at path: String, _ body: @escaping @Sendable (any StoreTransaction, Int) throws -> Order
    ) async throws -> [Result<Order, any Error>] {
        let file = DatabaseFile(path: path, layout: Schema.layout, timeout: .seconds(5))
        let thread = DatabaseThread(name: "test", of: file, open: { try file.open() }, onTrouble: { _ in })
        let groups = SQLiteGroups(on: thread, onNewVersions: {})
        let isSubmitted = DispatchSemaphore(value: 0)
        let observer = CommitObserver { [commits, isCounting] in
            if isCounting.withLockedValue(\.self) { commits.withLockedValue { $0 += 1 } }
        }
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        thread.enqueue { database in
            database.add(transactionObserver: observer, extent: .databaseLifetime)
            beginning.yield()
            isSubmitted.wait()
        }
        for await _ in begun { break }
        for number in 0..<Group.size {
            groups.submit(
                SQLiteGroups.Waiting(
                    run: { transaction in
                        let order = try body(transaction, number)
                        return { self.answer(.success(order)) }
                    }, fail: { self.answer(.failure($0)) }))
        }
        isSubmitted.signal()
        for await _ in answers where outcomes.withLockedValue(\.count) == Group.size { break }
        // Closing the database commits something as well, which must not be counted.
        isCounting.withLockedValue { $0 = false }
        await thread.closed()
        return outcomes.withLockedValue(\.self)
    }

    private func answer(_ outcome: Result<Order, any Error>) {
        outcomes.withLockedValue { $0.append(outcome) }
        answered.yield()
    }
}

/// Reports every commit of a database.
private final class CommitObserver: TransactionObserver, Sendable {
    private let onCommit: @Sendable () -> Void

    init(onCommit: @escaping @Sendable () -> Void) { self.onCommit = onCommit }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { onCommit() }
    func databaseDidRollback(_ db: Database) {}
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
