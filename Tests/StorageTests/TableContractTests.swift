import Domain
import Foundation
import TerminalText
import TestSupport
import Testing

@testable import Storage

/// What every store must keep in its tables.
@Suite struct TableContractTests {
    private let time = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(arguments: TestedStore.allCases) func ordersComeOldestFirstAfterANumber(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            for number in 1...5 { try await store.place(.example(who: "\(number)")) }
            let page = try await store.read { try $0.orders(after: 1, limit: 3) }
            #expect(page.map(\.id) == [2, 3, 4])
            #expect(page.map(\.who) == ["2", "3", "4"])
            #expect(page[0].counter == .menu)
            #expect(page[0].total == Won(7_800))
            #expect(try await store.read { try $0.order(9) } == nil)
        }
    }

    @Test(arguments: TestedStore.allCases) func ordersKeepTheirLinesAndHowFarTheyAre(_ tested: TestedStore) async throws
    {
        try await tested.withPlace { open in
            let store = try open()
            let (session, other, time) = (UUID(), UUID(), time)
            let juice = OrderLine(
                item: OrderedItem(.juice, "kiwi"), title: "키위쥬스", titleInEnglish: "Kiwi juice",
                quantity: 1, unitPrice: Won(4_500))
            let placed = try await store.transaction { transaction in
                let whole = NewOrder(
                    who: "지훈", lines: [.spinach, juice], deliveryFee: Won(2_500), session: session, day: .ofTests,
                    placedAt: time,
                    isAnnounced: true)
                let delivered = NewOrder(
                    who: "서연", lines: [.spinach], deliveryFee: Won(2_500), session: session, day: .ofTests,
                    placedAt: time + 60,
                    isAnnounced: false)
                let sold = NewOrder(
                    who: "자판기", lines: [juice], state: .handedOver, session: other, day: .ofTests, placedAt: time + 90,
                    isAnnounced: true)
                return [
                    try transaction.insert(whole, change: 3), try transaction.insert(delivered, change: 5),
                    try transaction.insert(sold, change: 7), try transaction.insert(.example(at: time + 30), change: 9),
                ]
            }
            var moved = placed[0]
            try moved.move(to: .preparing, by: .keeper, at: time + 9)
            try moved.move(to: .cancelled, by: .keeper, at: time + 19, reason: "닫았어요")
            let cancelled = moved
            try await store.transaction { try $0.update(cancelled, change: 11) }
            let orders = [cancelled] + placed.dropFirst()
            try await open().read { (reader) throws in
                #expect(try reader.orders(after: 0, limit: 9) == orders)
                let (each, sessions) = (
                    try orders.map { try reader.order($0.id) }, try orders.map { try reader.session(ofOrder: $0.id) }
                )
                #expect(each == orders)
                #expect(sessions == [session, session, other, nil])
                #expect(try reader.orders(in: .received, before: nil, limit: 9) == [orders[3], orders[1]])
                #expect(try reader.orders(in: .received, before: nil, limit: 1) == [orders[3]])
                #expect(try reader.orders(in: .received, before: 4, limit: 9) == [orders[1]])
                #expect(try reader.orders(in: .received, before: 2, limit: 9) == [])
                #expect(try reader.orders(in: .cancelled, before: nil, limit: 9) == [cancelled])
                #expect(try reader.orders(in: .handedOver, before: nil, limit: 9) == [orders[2]])
                #expect(try OrderState.allCases.map { try reader.orderCount(in: $0) } == [2, 0, 0, 1, 1, 0])
                #expect(try reader.orders(of: session, before: nil, limit: 9) == [orders[1], cancelled])
                #expect(try reader.orders(of: session, before: nil, limit: 1) == [orders[1]])
                #expect(try reader.orders(of: session, before: 2, limit: 9) == [cancelled])
                #expect(try [session, other, UUID()].map { try reader.orderCount(of: $0) } == [2, 1, 0])
                #expect(try reader.orderSessions(changedAfter: 0) == [session: 11, other: 7])
                #expect(try reader.orderSessions(changedAfter: 7) == [session: 11])
                #expect(try reader.unannouncedOrders(limit: 9) == [orders[1], orders[3]])
            }
            try await store.transaction { try $0.setAnnounced(order: 2) }
            #expect(try await store.read { try $0.unannouncedOrders(limit: 9) } == [orders[3]])
        }
    }

    @Test(arguments: TestedStore.allCases) func whatChangesOfAnOrderIsKept(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            let lines = [3, 1].map {
                OrderLine(item: OrderedItem(.menu, "\($0)"), title: "잡채", quantity: $0, unitPrice: Won(1_000))
            }
            let terms = DeliveryTerms(rule: nil, fees: [DeliveryFee(amount: Won(500), freeFrom: Won(4_000)), nil])
            let placed = try await store.transaction { transaction in
                try transaction.keep(
                    NewOrder(
                        who: "지훈", lines: lines, deliveryTerms: terms, day: .ofTests, placedAt: .now,
                        isAnnounced: false))
            }
            #expect(try await store.read { try $0.deliveryTerms(ofOrder: placed.id) } == terms)
            var order = placed
            try order.reduce([.init(line: 0, quantity: 1)], at: .now, reason: "없어요") { _ in Won(500) }
            try order.setPayment(.transfer)
            try await store.transaction { [order] in
                try $0.keep(order, changedFrom: placed, on: placed.day, at: .now)
                try $0.setTaken([["kiwi": 1], [:]], byOrder: order.id)
            }
            #expect(try await open().read { try $0.order(placed.id) } == order)
            #expect(try await open().read { try $0.taken(byOrder: placed.id) } == [["kiwi": 1], [:]])
            #expect(try await store.read { try !$0.hasBookings(ofOrder: placed.id) })
        }
    }

    @Test(arguments: TestedStore.allCases) func changesOfPastDaysAreBookedOnTheirOwn(_ tested: TestedStore) async throws
    {
        try await tested.withPlace { open in
            let store = try open()
            let first = try await store.place().answer
            let second = try await store.place().answer
            let next = first.day.adding(days: 1)
            let time = Date(timeIntervalSince1970: 1_800_000_000)
            var changes = [first]
            for (method, day) in [(PaymentMethod.cash, next), (.card, next.adding(days: 1)), (.cash, first.day)] {
                var order = try #require(changes.last)
                try order.setPayment(method)
                try await store.transaction { [order, before = try #require(changes.last)] in
                    try $0.keep(order, changedFrom: before, on: day, at: time)
                }
                changes.append(order)
            }
            let reader = try open()
            let day = OrderFilter(firstDay: first.day, lastDay: first.day)
            let sales = try await reader.read { try $0.sales(matching: day, after: 0, limit: 10) }
            #expect(sales.map(\.sale) == [Sale(first), Sale(second)])
            #expect(try await reader.read { try $0.sales(matching: day, after: first.id, limit: 10) }.count == 1)
            let booked = try await reader.read { reader in
                try [first.day, next, next.adding(days: 1)].map { try reader.bookings(on: $0, after: 0, limit: 10) }
            }
            #expect(booked.map { $0.map(\.id) } == [[3], [1], [2]])
            #expect(booked.flatMap(\.self).allSatisfy { $0.order == first.id && $0.at == time })
            #expect(booked[2].map(\.before) == [Sale(changes[1])])
            #expect(booked[2].map(\.after) == [Sale(changes[2])])
            #expect(try await reader.read { try $0.bookings(on: next, after: 1, limit: 10) }.isEmpty)
            #expect(try await reader.read { try $0.bookings(on: nil, after: 1, limit: 1) }.map(\.id) == [2])
        }
    }

    @Test(arguments: TestedStore.allCases) func closingsAreKeptAndHoldWhatCameSince(_ tested: TestedStore) async throws
    {
        try await tested.withPlace { open in
            let (store, time) = (try open(), Date(timeIntervalSince1970: 1_800_000_000))
            await #expect(throws: NothingToClose(last: nil)) {
                try await store.transaction { try $0.close(cashCounted: nil, at: time) }
            }
            let order = try await store.place().answer
            #expect(try await store.transaction { try $0.close(cashCounted: Won(500), at: time) } == 1)
            await #expect(throws: NothingToClose(last: 1)) {
                try await store.transaction { try $0.close(cashCounted: nil, at: time) }
            }
            var paid = order
            try paid.setPayment(.cash)
            try await store.transaction { [paid] in
                try $0.keep(paid, changedFrom: order, on: order.day, at: time)
            }
            // A clock that was put back.
            #expect(try await store.transaction { try $0.close(cashCounted: nil, at: time - 60) } == 2)
            let first = StoredClosing(
                number: 1, from: nil, to: time, orders: 1..<2, bookings: 1..<1, cashCounted: Won(500))
            let second = StoredClosing(
                number: 2, from: time, to: time, orders: 2..<2, bookings: 1..<2, cashCounted: nil)
            let reader = try open()
            #expect(try await reader.read { try [$0.closing(1), $0.lastClosing()] } == [first, second])
            #expect(try await reader.read { try $0.report(ofClosing: 1) } == nil)
            var builder = SalesReportBuilder(in: .gmt)
            builder.add(paid)
            try await store.transaction { [report = builder.report] in try $0.setReport(report, ofClosing: 1) }
            #expect(try await reader.read { try $0.report(ofClosing: 1) } == builder.report)
        }
    }

    @Test(arguments: TestedStore.allCases) func whatEachLineTookIsKeptWithTheOrder(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            try await store.place(.juice)
            try await store.place()
            let order = try #require(try await store.orders().first)
            try await store.transaction { transaction in
                var moved = order
                try moved.move(to: .cancelled, by: .guest, at: .now)
                try transaction.update(moved, change: 9)
            }
            try await open().read { (reader) throws in
                #expect(try reader.taken(byOrder: 1) == [[:], ["kiwi": 6]])
                #expect(try reader.taken(byOrder: 2) == [])
                #expect(try reader.taken(byOrder: 3) == [])
            }
        }
    }

    @Test(arguments: TestedStore.allCases) func keysAreRememberedWithWhatCameOfThem(_ tested: TestedStore) async throws
    {
        try await tested.withPlace { open in
            let store = try open()
            let (order, answer) = (IdempotencyKey.new("order"), IdempotencyKey.new("answer"))
            let time = time
            try await store.transaction { transaction in
                try transaction.remember(order, order: transaction.insert(.example(), change: 0).id)
                try transaction.remember(answer, answer: "[1]", at: time)
            }
            let again = try open()
            let keys = try await again.read { try [order, answer].map(\.id).map($0.key) }
            #expect(
                keys == [
                    StoredKey(request: order.request, outcome: .order(1)),
                    StoredKey(request: answer.request, outcome: .answer("[1]")),
                ])
            try await again.transaction { try $0.forgetAnswers(before: time) }
            #expect(try await store.read { try $0.key(answer.id) } != nil)
            try await again.transaction { try $0.forgetAnswers(before: time + 1) }
            #expect(try await store.read { try $0.key(answer.id) } == nil)
            #expect(try await store.read { try $0.key(order.id) } != nil)
        }
    }

    @Test(arguments: TestedStore.allCases) func messagesWithAFailureComeLastAndKeepIt(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let (store, time, farthest) = (try open(), time, time + 1_000)
            try await store.transaction { transaction in
                for number in 0..<3 {
                    let order = try transaction.insert(.example(isAnnounced: number > 0), change: 0)
                    try transaction.addMessage(.order, about: .order(order.id), to: .webhook, at: time + 5)
                }
                var first = try #require(try transaction.message(1))
                (first.failure, first.nextAt, first.mayHaveArrived) = (.redirected(host: "a.example"), time + 2, true)
                (first.kind, first.addedAt) = (.cancellation, time + 7)
                try transaction.update(first)
                var second = try #require(try transaction.message(2))
                (second.failure, second.nextAt) = (.status(500), time + 1)
                try transaction.update(second)
            }
            let kept = try await open().read { try $0.messages(aboutOrder: 1, to: .webhook).last }
            #expect(kept?.failure == .redirected(host: "a.example"))
            #expect((kept?.kind, kept?.addedAt, kept?.mayHaveArrived) == (.cancellation, time + 7, true))
            for next in [3, 2, 1] {
                let first = try await store.read {
                    try $0.firstMessage(to: .webhook, dueAt: time + 9, ignoringAfter: farthest)
                }
                #expect(first?.id == next)
                try await store.transaction { try $0.removeMessage(next) }
            }
            try await store.read { (reader) throws in
                #expect(try reader.messages(aboutOrder: 1, to: .webhook).last == nil)
                #expect(try (1...3).map { try reader.hasMessages(aboutOrder: $0) } == [false, true, true])
            }
        }
    }

    @Test(arguments: TestedStore.allCases) func messagesAreFoundByTheirDeadlines(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            let (time, farthest) = (time, time + 1_000)
            try await store.transaction { transaction in
                for _ in 0..<3 {
                    try transaction.addMessage(
                        .order, about: .order(transaction.insert(.example(), change: 0).id), to: .webhook, at: time)
                }
                var first = try #require(try transaction.message(1))
                #expect(first.attempts == 0)
                (first.attempts, first.nextAt, first.leasedUntil) = (2, time + 10, time + 20)
                try transaction.update(first)
                var second = try #require(try transaction.message(2))
                second.leasedUntil = time + 15
                try transaction.update(second)
                var third = try #require(try transaction.message(3))
                third.failedAt = time
                try transaction.update(third)
                try transaction.setOutboxPause(of: .webhook, until: time + 5)
            }
            try await open().read { (reader) throws in
                #expect(try reader.firstDeadline(to: .webhook, ignoringAfter: farthest) == time + 15)
                #expect(try reader.firstMessage(to: .webhook, dueAt: time + 14, ignoringAfter: farthest) == nil)
                #expect(try reader.firstMessage(to: .webhook, dueAt: time + 15, ignoringAfter: farthest)?.id == 2)
                #expect(try reader.firstMessage(to: .webhook, dueAt: time + 20, ignoringAfter: farthest)?.id == 1)
                // The first message's lease ends too late to count, but its other deadline does not.
                #expect(try reader.firstMessage(to: .webhook, dueAt: time + 10, ignoringAfter: time + 14)?.id == 1)
                #expect(try reader.message(1)?.attempts == 2)
                #expect(try reader.message(3)?.failedAt == time)
                #expect(try reader.heldMessages(to: .webhook, addedBefore: time, limit: 9).map(\.id) == [3])
                #expect(try reader.heldMessages(to: .webhook, addedBefore: time + 1, limit: 2).map(\.id) == [1, 2])
                #expect(
                    try reader.backlog(to: .webhook, addedBefore: time)
                        == OutboxBacklog(waiting: 0, refused: 1, since: time))
                #expect(try reader.backlog(to: .webhook, addedBefore: time + 1)?.waiting == 2)
                #expect(try reader.outboxPause(of: .webhook) == time + 5)
            }
            try await store.transaction { for id in 1...3 { try $0.removeMessage(id) } }
            #expect(try await store.read { try $0.backlog(to: .webhook, addedBefore: farthest) } == nil)
            #expect(try await store.read { try $0.firstDeadline(to: .webhook, ignoringAfter: farthest) } == nil)
        }
    }

    @Test(arguments: TestedStore.allCases) func versionsCountEachSectionAndAllOfThem(_ tested: TestedStore) async throws
    {
        try await tested.withPlace { open in
            let store = try open()
            for section in [SectionID.main, .soup, .main] {
                let change = try await store.transaction { try $0.addVersion(of: section) }
                #expect(try await store.versions()[section] == change)
            }
            try await store.transaction { try $0.setContent("a", of: .main) }
            let again = try open()
            #expect(
                try await again.versions() == [
                    .main: .init(version: 2, sequence: 3), .soup: .init(version: 1, sequence: 2),
                ])
            #expect(try await again.read { try $0.sectionContents() } == [.main: "a"])
        }
    }

    @Test(arguments: TestedStore.allCases) func theMachinesTablesAreKept(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            let day = try #require(Day(text: "20261121"))
            let batches = ["a", "b"].map { name in
                StoredBatch(drink: DrinkID(name), drinkClass: .cola, manufacturedOn: day, beverage: "{}", count: 3)
            }
            var session = MachineSession(id: UUID())
            (session.balance, session.inserted, session.spent) = (Won(400), Won(1_000), Won(600))
            (session.purchases, session.sequence) = (1, 7)
            let total = DrinkKindTotal(kind: .soda, count: 1, amount: Won(600))
            let (other, time) = (UUID(), time)
            let purchase = DrinkPurchase(
                id: 1, drink: DrinkID("a"), name: "콜라", kind: .soda, image: "a.png", price: Won(7_800), boughtAt: time)
            try await store.transaction { [session] transaction in
                try transaction.setCount(4, of: FruitID("kiwi"))
                try transaction.setCount(3, of: FruitID("kiwi"))
                for batch in batches.reversed() { try transaction.insert(batch) }
                try transaction.set(MachineSession(id: session.id))
                try transaction.set(session)
                _ = try transaction.insert(
                    .example(at: time + 0.7), change: 0)
                try transaction.insert(purchase, of: session.id)
                try transaction.set(DrinkKindTotal(kind: .soda, count: 0, amount: Won(0)))
                try transaction.set(total)
            }
            try await open().read { [session] (reader) throws in
                #expect(try reader.fruitCounts() == [FruitID("kiwi"): 3])
                #expect(try reader.batches() == batches)
                #expect(try reader.machineSession(session.id) == session)
                #expect(try reader.machineSession(other) == MachineSession(id: other))
                #expect(try reader.machineSessions(changedAfter: 6) == [session.id: 7])
                #expect(try reader.machineSessions(changedAfter: 7).isEmpty)
                #expect(try reader.purchases(of: session.id, limit: 9) == [purchase])
                #expect(try reader.purchases(of: nil, limit: 9) == [purchase])
                #expect(try reader.purchases(of: other, limit: 9).isEmpty)
                #expect(try reader.purchaseTotals() == [total])
            }
            try await store.transaction { try $0.remove(batches[0]) }
            #expect(try await store.read { try $0.batches() } == [batches[1]])
        }
    }

    @Test(arguments: TestedStore.allCases) func recordsAreKeptByTableInTheOrderOfTheirKeys(_ tested: TestedStore)
        async throws
    {
        try await tested.withPlace { open in
            let store = try open()
            let (names, others) = (RecordTable<[String]>("names"), RecordTable<Int>("others"))
            try await store.transaction { transaction in
                for key in ["c", "a", "b"] { try names.set([key], for: key, in: transaction) }
                try names.set(["b", "again"], for: "b", in: transaction)
                try others.set(1, for: "a", in: transaction)
                try names.removeValue(of: "none", in: transaction)
            }
            try await open().read { (reader) throws in
                #expect(try names.values(limit: 2, in: reader).map(\.value) == [["a"], ["b", "again"]])
                #expect(try names.values(after: "a", limit: 9, in: reader).map(\.key) == ["b", "c"])
                #expect(try others.value(of: "a", in: reader) == 1)
                #expect(throws: StoreError.damaged) { try RecordTable<Int>("names").value(of: "a", in: reader) }
            }
            try await store.transaction { try names.removeValue(of: "a", in: $0) }
            #expect(try await store.read { try names.value(of: "a", in: $0) } == nil)
            #expect(try await store.read { try others.value(of: "a", in: $0) } == 1)
        }
    }
}
