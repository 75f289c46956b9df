import Domain
import Foundation
import GRDB
import TerminalText
import TestSupport
import Testing

@testable import Storage

/// What guests wrote with their orders is erased when the shop's days are over.
@Suite(.timeLimit(.minutes(5))) struct GuestDataTests {
    private static let calendar = BusinessCalendar(zone: .gmt)
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)
    private static let texts = ["010-2345-9876", "서울시 은평구 녹번로 77", "문 앞에 놓아 주세요", "덜 맵게 해 주세요"]

    private static func order(session: UUID? = nil, lines: Int = 2) -> NewOrder {
        let handover = Handover(
            .delivery, phone: PlainText(texts[0]), address: PlainText(texts[1]), note: PlainText(texts[2]))
        let line = OrderLine(
            item: OrderedItem(.menu, "H1"), title: "잡채", quantity: 1, unitPrice: Won(1_000), note: PlainText(texts[3]))
        return NewOrder(
            who: "지훈", handover: handover, lines: Array(repeating: line, count: lines), session: session,
            day: calendar.day(of: time) ?? .ofTests, placedAt: time, isAnnounced: true)
    }

    /// Moves the order along until it is in that state, on the day `later` days after it was placed.
    private func finish(_ id: Int, _ state: OrderState, later: Double = 0, in store: any Store) async throws {
        try await store.transaction { transaction in
            let before = try #require(try transaction.order(id))
            var order = before
            let time = GuestDataTests.time + later * 86_400
            let path = state == .cancelled ? [.cancelled] : [OrderState.preparing, .ready, .handedOver]
            for state in path { try order.move(to: state, by: .keeper, at: time, reason: "없어요") }
            try transaction.keep(order, changedFrom: before, on: before.day, at: time)
        }
    }

    @Test(arguments: TestedStore.allCases) func onlyWhatIsFinishedForLongIsErased(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let (store, session) = (try open(), UUID())
            let day = try #require(GuestDataTests.calendar.day(of: GuestDataTests.time))
            for number in 1...5 {
                let order = GuestDataTests.order(session: number == 1 ? session : nil, lines: number == 5 ? 1 : 2)
                try await store.place(order)
            }
            try await finish(1, .handedOver, in: store)
            try await finish(2, .cancelled, in: store)
            try await finish(3, .handedOver, later: 2, in: store)
            try await finish(5, .handedOver, in: store)
            let before = try await store.orders()
            let versions = try await store.versions()
            let last = try await store.read { try $0.sectionVersions().last }
            #expect(try await store.eraseGuestData(finishedBefore: day, in: GuestDataTests.calendar) == 0)
            #expect(try await store.orders() == before)
            let next = day.adding(days: 1)
            #expect(try await store.eraseGuestData(finishedBefore: next, in: GuestDataTests.calendar) == 3)
            let after = try await open().orders()
            #expect(after.map(\.hasPersonalData) == [false, false, true, true, false])
            #expect(after[0] == before[0].withoutPersonalData)
            #expect(after[4].lines == before[4].withoutPersonalData.lines)
            #expect([after[2], after[3]] == [before[2], before[3]])
            // Whoever shows the orders is notified.
            #expect(try await store.versions()[OrderState.handedOver.board] != versions[OrderState.handedOver.board])
            #expect(try await store.read { try $0.orderSessions(changedAfter: last) }.keys.map(\.self) == [session])
            // A message that is sent late has nothing of it either.
            let message = try await store.read { try $0.messages(aboutOrder: 1, to: .webhook).last }
            #expect(message?.order == after[0])
            #expect(try await store.eraseGuestData(finishedBefore: next, in: GuestDataTests.calendar) == 0)
            let far = day.adding(days: 30)
            #expect(try await store.eraseGuestData(finishedBefore: far, in: GuestDataTests.calendar) == 1)
            await store.close()
        }
    }

    /// The digest of a request could be compared with those of all telephone numbers.
    @Test(arguments: TestedStore.allCases) func nothingIsLeftOfTheRequestThatWroteIt(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            let keys = [IdempotencyKey.new(GuestDataTests.texts[0]), .new(GuestDataTests.texts[0])]
            for key in keys { try await store.place(GuestDataTests.order(), key: key) }
            try await finish(1, .cancelled, in: store)
            let day = try #require(GuestDataTests.calendar.day(of: GuestDataTests.time)).adding(days: 1)
            #expect(try await store.eraseGuestData(finishedBefore: day, in: GuestDataTests.calendar) == 1)
            let stored = try await open().read { reader in try keys.map { try reader.key($0.id) } }
            #expect(stored.map { $0?.request } == ["", keys[1].request])
            // The key still stands for its order, whatever is sent under it; the other one is no key of another request.
            for request in [GuestDataTests.texts[0], "other"] {
                let again = try await store.place(
                    GuestDataTests.order(), key: IdempotencyKey(id: keys[0].id, request: request))
                #expect((again.isNew, again.answer.id) == (false, 1))
            }
            await #expect(throws: KeyTaken.self) {
                try await store.place(GuestDataTests.order(), key: IdempotencyKey(id: keys[1].id, request: "other"))
            }
            #expect(try await store.orders().count == 2)
            await store.close()
        }
    }

    @Test func moreThanAPageIsErasedWhole() async throws {
        let store = InMemoryStore()
        for _ in 0..<450 { try await store.place(GuestDataTests.order()) }
        // Unfinished ones do not stop those behind them.
        for id in 301...450 { try await finish(id, .cancelled, in: store) }
        let day = try #require(GuestDataTests.calendar.day(of: GuestDataTests.time)).adding(days: 9)
        #expect(try await store.eraseGuestData(finishedBefore: day, in: GuestDataTests.calendar) == 150)
        #expect(try await store.orders().map(\.hasPersonalData) == (1...450).map { $0 <= 300 })
    }

    @Test func nothingOfItIsLeftInTheFile() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            for _ in 0..<50 { try await store.place(GuestDataTests.order()) }
            for id in 1...50 { try await finish(id, .cancelled, in: store) }
            let day = try #require(GuestDataTests.calendar.day(of: GuestDataTests.time)).adding(days: 1)
            #expect(try await store.eraseGuestData(finishedBefore: day, in: GuestDataTests.calendar) == 50)
            // The log of the open database.
            let log = try Data(contentsOf: URL(filePath: "\(path)-wal"))
            #expect(GuestDataTests.texts.contains { log.range(of: Data($0.utf8)) != nil })
            #expect(await store.clearLog())
            #expect(try Data(contentsOf: URL(filePath: "\(path)-wal")).isEmpty)
            #expect(try await store.orders().count == 50)
            await store.close()
            let folder = URL(filePath: path).deletingLastPathComponent()
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            let contents = try files.filter { $0.path.hasPrefix(path) }.map { try Data(contentsOf: $0) }
            #expect(!contents.isEmpty)
            for content in contents {
                for text in GuestDataTests.texts { #expect(content.range(of: Data(text.utf8)) == nil) }
            }
        }
    }

    /// Whoever reads meanwhile goes on reading, and neither the store nor its orders wait for that.
    @Test func theLogIsEmptiedWhenNobodyReadsIt() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path, timeout: .seconds(60))
            try await store.place(GuestDataTests.order())
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let reader = try DatabaseQueue(path: path, configuration: configuration)
            let count = try await reader.begunReading()
            try await store.place(GuestDataTests.order())
            #expect(await !store.clearLog())
            try await store.place(GuestDataTests.order())
            #expect(try await reader.endedReading() == count)
            #expect(await store.clearLog())
            #expect(try Data(contentsOf: URL(filePath: "\(path)-wal")).isEmpty)
            // What comes after goes on as before.
            try await store.place(GuestDataTests.order())
            #expect(try await store.orders().count == 4)
            #expect(await store.examine() == nil)
            try reader.close()
            await store.close()
        }
    }

    /// Of a hundred thousand orders, those without such data cost nothing.
    @Test func whatIsErasedIsFoundByAnIndex() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            let plans = try await store.transaction { transaction -> [[String]] in
                guard let transaction = transaction as? SQLiteTransaction else { return [] }
                var statements: [String] = []
                transaction.db.trace { statements.append($0.expandedDescription) }
                _ = try transaction.ordersWithGuestData(before: .ofTests, after: 0, limit: 10)
                transaction.db.trace(nil)
                return try statements.map { statement in
                    try transaction.rows("EXPLAIN QUERY PLAN \(statement)", []).map { try $0.text("detail") }
                }
            }
            #expect(plans.count == 1)
            #expect(plans.first?.first?.contains("orders_with_guest_data") == true, "\(plans)")
            await store.close()
        }
    }
}

extension DatabaseQueue {
    /// Begins a transaction that sees the present orders, and returns their number.
    fileprivate func begunReading() async throws -> Int {
        try await writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN")
            return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM orders") ?? 0
        }
    }

    /// Returns the number of orders that it still sees, and ends it.
    fileprivate func endedReading() async throws -> Int {
        try await writeWithoutTransaction { db in
            let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM orders") ?? 0
            try db.execute(sql: "COMMIT")
            return count
        }
    }
}
