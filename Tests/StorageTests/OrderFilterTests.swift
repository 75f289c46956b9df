import Domain
import Foundation
import TerminalText
import TestSupport
import Testing

@testable import Storage

/// The lists of orders that every store has to find.
@Suite struct OrderFilterTests {
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)

    /// Names of orders 1 to 6, each placed a minute after the one before, but for the last, which is placed with the
    /// first.
    private static let names = ["지훈", "Anna Kim", "ＡＮＮＡ", "100%_\\", "손님 2", "서연"]

    /// Runs `body` with a store of six orders, of which the second is cancelled.
    private func withOrders(
        in tested: TestedStore,
        _ body: (_ ids: @Sendable (OrderFilter, Int, Int) async throws -> [Int]) async throws ->
            Void
    ) async throws {
        try await tested.withPlace { open in
            let store = try open()
            for (minute, name) in OrderFilterTests.names.enumerated() {
                let time = OrderFilterTests.time + Double(minute % 5) * 60
                try await store.place(.example(who: name, at: time))
            }
            try await store.transaction { transaction in
                guard var order = try transaction.order(2) else { return }
                try order.move(to: .cancelled, by: .guest, at: .now)
                try transaction.update(order, change: 9)
            }
            try await body { filter, after, limit in
                try await store.read { try $0.orders(matching: filter, after: after, limit: limit).map(\.id) }
            }
        }
    }

    @Test(arguments: TestedStore.allCases) func timesAreARangeWithoutItsEnd(_ tested: TestedStore) async throws {
        try await withOrders(in: tested) { (ids) async throws in
            let time = OrderFilterTests.time
            #expect(try await ids(OrderFilter(), 0, 9) == [1, 2, 3, 4, 5, 6])
            #expect(try await ids(OrderFilter(since: time + 60), 0, 9) == [2, 3, 4, 5])
            #expect(try await ids(OrderFilter(since: time + 60), 3, 1) == [4])
            #expect(try await ids(OrderFilter(since: time + 60), 5, 9) == [])
            #expect(try await ids(OrderFilter(since: time + 60, before: time + 180), 0, 9) == [2, 3])
            #expect(try await ids(OrderFilter(since: time + 60, before: time + 180), 2, 9) == [3])
            // A clock was set: the last order is placed with the first.
            #expect(try await ids(OrderFilter(before: time + 60), 0, 9) == [1, 6])
            #expect(try await ids(OrderFilter(before: time + 60), 1, 9) == [6])
            #expect(try await ids(OrderFilter(before: time), 0, 9) == [])
            #expect(try await ids(OrderFilter(since: time + 241), 0, 9) == [])
            #expect(try await ids(OrderFilter(since: time + 180, before: time + 60), 2, 9) == [])
            // Times of orders are whole seconds.
            #expect(try await ids(OrderFilter(since: time + 239.5), 0, 9) == [5])
        }
    }

    @Test(arguments: TestedStore.allCases) func statesAndTextsNarrowAList(_ tested: TestedStore) async throws {
        try await withOrders(in: tested) { (ids) async throws in
            let time = OrderFilterTests.time
            #expect(try await ids(OrderFilter(state: .cancelled), 0, 9) == [2])
            #expect(try await ids(OrderFilter(state: .received), 2, 2) == [3, 4])
            #expect(try await ids(OrderFilter(state: .ready), 0, 9) == [])
            let found: [(text: String, ids: [Int])] = [
                ("훈", [1]), ("\u{1112}\u{116E}\u{11AB}", [1]), ("ANNA", [2, 3]), ("anna", [2, 3]), ("ａｎｎａ", [2, 3]),
                ("a k", [2]), ("%", [4]), ("_", [4]), ("\\", [4]), ("2", [2, 5]), ("#2", [2]), ("#", []), ("7", []),
                ("없음", []), ("", [1, 2, 3, 4, 5, 6]), ("99999999999999999999", []), ("' OR '1", []),
            ]
            for (text, expected) in found {
                #expect(try await ids(OrderFilter(text: PlainText(text)), 0, 9) == expected, "\(text)")
            }
            let all = OrderFilter(since: time, before: time + 90, state: .cancelled, text: "anna")
            #expect(try await ids(all, 0, 9) == [2])
        }
    }

    /// Days that a clock or another time zone made differ from the times.
    @Test(arguments: TestedStore.allCases) func daysNumbersAndPhonesAreThoseOfTheOrders(
        _ tested: TestedStore
    ) async throws {
        let orders: [(day: Int, phone: PlainText?)] = [
            (0, "010-1234-5678"), (1, "+82 10 (999) 5678"), (1, nil), (3, "02.555.0000"),
        ]
        func day(_ number: Int) -> Day { .ofTests.adding(days: number) }
        let cases: [(filter: OrderFilter, ids: [Int])] = [
            (OrderFilter(firstDay: day(1)), [2, 3, 4]), (OrderFilter(lastDay: day(1)), [1, 2, 3]),
            (OrderFilter(firstDay: day(1), lastDay: day(1)), [2, 3]), (OrderFilter(firstDay: day(4)), []),
            (OrderFilter(firstDay: day(2), lastDay: day(2)), []), (OrderFilter(firstDay: day(3), lastDay: day(0)), []),
            (OrderFilter(firstDay: day(1), since: OrderFilterTests.time - 1), [2, 3, 4]),
            (OrderFilter(firstDay: day(1), since: OrderFilterTests.time + 1), []),
        ]
        let texts: [(text: PlainText, ids: [Int])] = [
            ("1", [1, 2, 4]), ("#2", [2, 3]), ("３", [3]), ("5678", [1, 2]), ("34-5678", [1]), ("３４５６７８", [1]),
            ("678", [1, 2]), ("78", []), ("(999) 5678", [2]), ("#5678", []), ("0000", [4]), ("5680", []), ("---", []),
        ]
        try await tested.withPlace { open in
            let store = try open()
            for order in orders {
                try await store.place(.example(phone: order.phone, day: day(order.day), at: OrderFilterTests.time))
            }
            for (filter, ids) in cases + texts.map({ (OrderFilter(text: $0.text), $0.ids) }) {
                let found = try await store.read { try $0.orders(matching: filter, after: 0, limit: 9) }
                #expect(found.map(\.id) == ids, "\(filter)")
                let last = try await store.read { try $0.orders(matching: filter, after: 2, limit: 9) }
                #expect(last.map(\.id) == ids.filter { $0 > 2 }, "\(filter)")
            }
        }
    }

    @Test func noListIsSortedNorReadsThePastBeforeIt() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            let time = OrderFilterTests.time
            for filter in [
                OrderFilter(), OrderFilter(since: time), OrderFilter(since: time, before: time + 9),
                OrderFilter(firstDay: .ofTests, lastDay: .ofTests),
                OrderFilter(state: .received), OrderFilter(since: time, state: .received, text: "훈"),
            ] {
                let plan = try await store.transaction { transaction -> [String] in
                    guard let transaction = transaction as? SQLiteTransaction else { return [] }
                    var condition = SQLCondition(filter, above: 1, through: 9)
                    let count = condition.parameter(5)
                    return try transaction.rows(
                        "EXPLAIN QUERY PLAN SELECT * FROM orders WHERE \(condition.text) ORDER BY id LIMIT \(count)",
                        condition.values
                    ).map { try $0.text("detail") }
                }
                let index = filter.state == nil ? "INTEGER PRIMARY KEY (" : "INDEX orders_by_state (state=? AND "
                #expect(plan == ["SEARCH orders USING \(index)rowid>? AND rowid<?)"])
            }
        }
    }

    @Test func aDayIsTheBusinessCalendars() throws {
        let zone = try #require(TimeZone(identifier: "Asia/Seoul"))
        let calendar = BusinessCalendar(zone: zone, dayStarts: try #require(TimeOfDay("05:00")))
        let now = try Date("2026-11-23T04:59:59+09:00", strategy: .iso8601)
        let today = OrderFilter(OrderQuery(since: .today, until: .today), in: calendar, now: now)
        let day = try #require(Day(text: "20261122"))
        #expect(today == OrderFilter(firstDay: day, lastDay: day))
        #expect(OrderFilter(OrderQuery(since: .day(day), until: .day(day)), in: calendar, now: now) == today)
        let start = now - 3_600
        let times = OrderQuery(since: .time(start), until: .time(now), state: .ready, text: "훈")
        #expect(
            OrderFilter(times, in: calendar, now: now)
                == OrderFilter(since: start, before: now, state: .ready, text: "훈"))
        #expect(OrderFilter(OrderQuery(until: .today), in: calendar, now: .distantFuture + 1e12) == nil)
    }

    @Test func timesAreLookedForOnAllDaysThatTheyMayHave() throws {
        let time = try Date("2026-11-22T18:00:00+09:00", strategy: .iso8601)
        let late = try #require(TimeOfDay("23:59"))
        for (zone, dayStarts) in [("Pacific/Kiritimati", .midnight), ("Etc/GMT+12", late), ("UTC", late)] {
            let calendar = BusinessCalendar(zone: try #require(TimeZone(identifier: zone)), dayStarts: dayStarts)
            let day = try #require(calendar.day(of: time))
            let days = OrderFilter(since: time, before: time).days
            #expect(try #require(days.first) <= day)
            // An order may have the day of the one before it.
            #expect(try #require(days.last) >= day.adding(days: 1))
        }
        let day = try #require(Day(text: "20261122"))
        #expect(OrderFilter(firstDay: day, lastDay: day, since: time - 1e7, before: time + 1e7).days == (day, day))
    }
}
