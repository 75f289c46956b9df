import Domain
import Foundation
import GRDB
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import Storage

/// A shop that is copied to another database continues there as the same shop.
@Suite struct StoreCopyTests {
    /// Covers a copy to the same kind of database: there is one way to read and one way to write for each kind.
    enum Way: CaseIterable {
        case sqliteToPostgreSQL, postgreSQLToSQLite, postgreSQLToPostgreSQL
    }

    @Test(arguments: Way.allCases) func everythingIsThereAfterwardsAndTheShopGoesOn(_ way: Way) async throws {
        try await withEnds(way) { source, destination in
            let shop = FilledShop()
            let first = try source.open()
            try await first.transaction { try shop.fill($0) }
            // More rows than one batch of the copy.
            for _ in 0..<3 {
                try await first.transaction { transaction in
                    for number in 0..<500 {
                        try transaction.remember(.new("\(number)"), answer: "{}", at: shop.time)
                    }
                }
            }
            let before = try await first.read { try shop.contents($0) }
            await first.close()
            let totals = try await copy(source, destination)
            #expect(totals.first { $0.content == .answers }?.rows == 1_501)
            #expect(totals.first { $0.content == .orders } == .init(content: .orders, rows: 4, sum: 4 * 7_800))
            #expect(totals.first { $0.content == .money } == .init(content: .money, rows: 1, sum: 400))
            let second = try destination.open()
            #expect(try await second.read { try shop.contents($0) } == before)
            let again = try await second.place(key: shop.key)
            #expect(!again.isNew)
            #expect(again.answer.id == 1)
            // Numbering continues.
            let change = try await second.transaction { try $0.addVersion(of: .main) }
            #expect(change == .init(version: 2, sequence: 4))
            let next = try await second.place(.example(isAnnounced: true))
            #expect(next.answer.id == 5)
            #expect(try await second.read { try $0.message(4) }?.subject.id == .closing(1))
            #expect(try await second.read { try $0.message(5) }?.subject.id == .order(5))
            await second.close()
        }
    }

    @Test(arguments: Way.allCases) func aDestinationWithAShopIsLeftAsItIs(_ way: Way) async throws {
        try await withEnds(way) { source, destination in
            let (from, to) = (try source.open(), try destination.open())
            try await from.place(.example(who: "서연"))
            try await to.transaction { try $0.setCount(3, of: FruitID("kiwi")) }
            await #expect(throws: StoreCopyError.notEmpty) { try await copy(source, destination) }
            #expect(try await to.orders().isEmpty)
            for store in [from, to] { await store.close() }
        }
    }

    @Test(arguments: Way.allCases) func aCopyThatIsStoppedLeavesNothingAndCanBeMadeAgain(_ way: Way) async throws {
        try await withEnds(way) { source, destination in
            let store = try source.open()
            let shop = FilledShop()
            try await store.transaction { try shop.fill($0) }
            await store.close()
            await #expect(throws: StoreCopyError.stopped) {
                // Stop in the middle, when some rows have been copied.
                try await copy(source, destination) { copied, _ in copied < 5 }
            }
            let there = try destination.open()
            #expect(try await there.orders().isEmpty)
            await there.close()
            #expect(try await copy(source, destination).first?.rows == 4)
        }
    }

    @Test(arguments: Way.allCases) func aShopThatSellsMeanwhileIsNotCopied(_ way: Way) async throws {
        try await withEnds(way) { source, destination in
            let store = try source.open()
            try await store.place()
            await #expect(throws: StoreCopyError.sourceChanged) {
                try await copy(source, destination) { copied, _ in
                    guard copied == 0 else { return true }
                    let isPlaced = DispatchSemaphore(value: 0)
                    Task {
                        try await store.place()
                        isPlaced.signal()
                    }
                    return isPlaced.wait(timeout: .now() + 30) == .success
                }
            }
            let there = try destination.open()
            #expect(try await there.orders().isEmpty)
            for store in [store, there] { await store.close() }
        }
    }

    @Test func endsThatCannotBeUsedAreTold() async throws {
        let database = try await TestDatabase()
        try await withScratch { path in
            let nothing = StoreCopy.Location.sqlite(path: path)
            await #expect(throws: StoreCopyError.source(.missing)) { try await copy(nothing, database.place) }
            try await SQLiteStore(at: path).close()
            try database.run("CREATE SCHEMA banchan")
            await #expect(throws: StoreCopyError.destination(.foreign)) { try await copy(nothing, database.place) }
            let nowhere = try PostgreSQLAddress("postgres://banchan@127.0.0.1:1/shop")
            await #expect(throws: StoreCopyError.destination(.unreachable)) {
                try await copy(nothing, .postgreSQL(nowhere, password: nil))
            }
        }
    }

    /// Runs the copy on a separate thread.
    @discardableResult
    private func copy(
        _ source: StoreCopy.Location, _ destination: StoreCopy.Location,
        onProgress: @escaping @Sendable (Int, Int) -> Bool = { _, _ in true }
    ) async throws -> [StoreCopy.Total] {
        try await onOwnThread {
            try StoreCopy(from: source, to: destination, limits: .patient).run(onProgress: onProgress)
        }
    }

    private func withEnds(
        _ way: Way, _ body: @escaping @Sendable (StoreCopy.Location, StoreCopy.Location) async throws -> Void
    ) async throws {
        let database = try await TestDatabase()
        try await withScratch { path in
            switch way {
            case .sqliteToPostgreSQL: try await body(.sqlite(path: path), database.place)
            case .postgreSQLToSQLite: try await body(database.place, .sqlite(path: path))
            case .postgreSQLToPostgreSQL: try await body(database.place, try await TestDatabase().place)
            }
        }
    }
}

extension TestDatabase {
    fileprivate var place: StoreCopy.Location { .postgreSQL(address, password: nil) }
}

extension StoreCopy.Location {
    fileprivate func open() throws -> any Store {
        switch self {
        case .sqlite(let path): try SQLiteStore(at: path)
        case .postgreSQL(let address, let password): try PostgreSQLStore(at: address, password: password)
        }
    }
}

/// A shop with rows in every table.
private struct FilledShop {
    let time = Date(timeIntervalSince1970: 1_800_000_000)
    let key = IdempotencyKey.new("order")
    private let answered = IdempotencyKey.new("answer")
    private let session = UUID()
    private let odd = "\"{서연}\", NULL\\ 'x'"

    func fill(_ transaction: any StoreTransaction) throws {
        try fillOrders(transaction)
        for section in [SectionID.main, .soup, .main] { _ = try transaction.addVersion(of: section) }
        try transaction.setContent(odd, of: .main)
        try transaction.setCount(7, of: FruitID("kiwi"))
        for (name, count) in [("a", 3), ("b", 0)] {
            let day = try #require(Day(text: "20261121"))
            try transaction.insert(
                StoredBatch(
                    drink: DrinkID(name), drinkClass: .cola, manufacturedOn: day, beverage: odd, count: count))
        }
        var machine = MachineSession(id: session)
        (machine.balance, machine.inserted, machine.spent) = (Won(400), Won(1_000), Won(600))
        (machine.purchases, machine.sequence) = (1, 3)
        try transaction.set(machine)
        try transaction.insert(
            DrinkPurchase(
                id: 1, drink: DrinkID("a"), name: "콜라", kind: .soda, image: "a.png", price: Won(7_800), boughtAt: time),
            of: session)
        try transaction.set(DrinkKindTotal(kind: .soda, count: 1, amount: Won(600)))
        for name in ["b", "a"] { try transaction.setRecord(name, in: "names", to: "[\(name.debugDescription)]") }
        try transaction.setOutboxPause(of: .webhook, until: time)
    }

    private func fillOrders(_ transaction: any StoreTransaction) throws {
        for number in 0..<3 {
            let placed = try transaction.insert(
                .example(who: odd, session: number == 1 ? session : nil, at: time, isAnnounced: number == 2),
                change: number)
            try transaction.addMessage(
                number == 1 ? .cancellation : .order, about: .order(placed.id), to: .webhook, at: time)
            if number == 0 { try transaction.remember(key, order: placed.id) }
        }
        var moved = try transaction.insert(
            NewOrder(
                who: "지훈", lines: [.spinach], taken: [["kiwi": 6]], session: session, day: .ofTests, placedAt: time,
                isAnnounced: true), change: 3)
        try moved.move(to: .cancelled, by: .keeper, at: time + 19, reason: "닫았어요")
        try transaction.update(moved, change: 3)
        try transaction.remember(answered, answer: "[1]", at: time)
        var failed = try #require(try transaction.message(2))
        (failed.attempts, failed.nextAt, failed.leasedUntil, failed.failedAt) = (5, time + 1, time + 2, time + 3)
        (failed.failure, failed.mayHaveArrived) = (.status(500), true)
        try transaction.update(failed)
        _ = try transaction.close(cashCounted: Won(500), announcedTo: [.printer("주방")], at: time)
    }

    /// Returns the whole contents, as read through a store.
    func contents(_ reader: any StoreReader) throws -> [String] {
        let orders = try reader.orders(after: 0, limit: 9)
        return [
            "\(orders)", "\(try orders.map { try reader.session(ofOrder: $0.id) })",
            "\(try orders.map { try reader.taken(byOrder: $0.id) })",
            "\(try reader.unannouncedOrders(limit: 9).map(\.id))",
            "\(try reader.orderSessions(changedAfter: 1))",
            "\(try [key, answered].map { try reader.key($0.id) })",
            "\(try (1...5).map { try reader.message($0) })", "\(try reader.closing(1) as Any)",
            "\(try reader.outboxPause(of: .webhook))",
            "\(try reader.sectionVersions().changes.map { "\($0)" }.sorted())", "\(try reader.sectionContents())",
            "\(try reader.fruitCounts())", "\(try reader.batches())", "\(try reader.machineSession(session))",
            "\(try reader.purchases(of: session, limit: 9))", "\(try reader.purchaseTotals())",
            "\(try reader.records(in: "names", after: "", limit: 9))",
        ]
    }
}
