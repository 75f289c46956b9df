import Dispatch
import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import TerminalText
import Testing

@Suite struct StockLedgerTests {
    @Test func aNewDatabaseBeginsWithTheOpeningStockAndKeepsIt() async throws {
        try await withScratch { path in
            let kept = try await SQLiteLedger(at: path).stock(opening: try .of(kiwis: 10, mangos: 10))
            #expect(kept == (try .of(kiwis: 10, mangos: 10)))
            // Another opening stock is for another bar: this one is open.
            let later = try await SQLiteLedger(at: path).stock(opening: try .of(kiwis: 50, mangos: 50))
            #expect(later == kept)
        }
    }

    @Test func aSaleTakesItsFruitAndIsKeptWithIt() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            guard case .placed(let order) = try await ledger.place(.juice()) else {
                Issue.record("The juice was not made.")
                return
            }
            let again = try SQLiteLedger(at: path)
            #expect(try await again.orders(after: 0, limit: 9) == [LedgerOrder(counter: .juice, order: order)])
            #expect(try await again.stock(opening: try .of(kiwis: 10, mangos: 10))[.kiwi] == 7)
        }
    }

    @Test func whatCannotBeMadeIsNeitherSoldNorTaken() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            for _ in 0..<3 { _ = try await ledger.place(.juice()) }
            let key = IdempotencyKey(id: UUID(), request: "short")
            #expect(try await ledger.place(.juice(key: key)) == .short(Shortage(missing: [.kiwi: 2])))
            #expect(try await ledger.orders(after: 0, limit: 9).count == 3)
            #expect(try await ledger.stock(opening: try .of(kiwis: 10, mangos: 10))[.kiwi] == 1)
            // Nothing was kept under its key either, so that it can be made after a restock.
            #expect(try await ledger.placement(of: key) == nil)
        }
    }

    @Test func aJuiceThatWasMadeIsNotMadeAgainUnderItsKeyThoughNothingIsLeft() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            let key = IdempotencyKey(id: UUID(), request: "kiwi")
            guard case .placed(let order) = try await ledger.place(.juice(key: key)) else {
                Issue.record("The juice was not made.")
                return
            }
            for _ in 0..<3 { _ = try await ledger.place(.juice()) }
            #expect(try await ledger.place(.juice(key: key)) == .repeated(order))
        }
    }

    @Test func manySalesAtOnceFromTwoProgramsMakeAsManyAsThereIsFruitFor() async throws {
        try await withScratch { path in
            let ledgers = [try SQLiteLedger(at: path), try SQLiteLedger(at: path)]
            let placements = try await withThrowingTaskGroup(of: OrderOutcome.self) { group in
                for number in 0..<100 { group.addTask { try await ledgers[number % 2].place(.juice()) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(placements.count { if case .placed = $0 { true } else { false } } == 3)
            #expect(placements.count { $0 == .short(Shortage(missing: [.kiwi: 2])) } == 97)
        }
    }

    @Test func moreMayLookAtTheStockAtOnceThanTheLedgerKeepsWaiting() async throws {
        try await withScratch { path in
            let (release, asked) = (DispatchSemaphore(value: 0), NIOLockedValueBox(0))
            let ledger = try SQLiteLedger(at: path) { if $0 == .committing { release.wait() } }
            async let sale = ledger.place(.juice())
            let stocks = try await withThrowingTaskGroup(of: Stock.self) { group in
                for _ in 0..<3_000 {
                    group.addTask {
                        if asked.withLockedValue({
                            $0 += 1; return $0
                        }) == 3_000 {
                            release.signal()
                        }
                        return try await ledger.stock(opening: try .of(kiwis: 10, mangos: 10))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            _ = try await sale
            #expect(stocks.count == 3_000)
        }
    }

    @Test func aStockIsSetOnlyByThoseWhoSawItAsItIs() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            let maker = try JuiceMaker.kiwiBar()
            let seen = try await ledger.stock(opening: maker.openingStock)
            _ = try await ledger.place(.juice())
            // What the section shows beside the stock may change at the same time.
            try await ledger.note([.fruits: "other names"])
            let late = Restocking([.kiwi: 100], seen: seen, by: maker)
            #expect(try await ledger.restock(late) == .changedMeanwhile)
            let kept = try await ledger.stock(opening: maker.openingStock)
            #expect(kept[.kiwi] == 7)
            try await ledger.note([.fruits: "and others again"])
            let restocking = Restocking([.kiwi: 100], seen: kept, by: maker)
            let expected: Stock = try .of(kiwis: 100, mangos: 10)
            #expect(try await ledger.restock(restocking) == .restocked(expected))
            let impossible = Restocking([.kiwi: 5, .mango: 101], seen: expected, by: maker)
            #expect(try await ledger.restock(impossible) == .refused(.noSuchCount(.mango, 101)))
            #expect(try await ledger.stock(opening: maker.openingStock) == expected)
        }
    }

    @Test func aDatabaseOfBeforeTheJuiceBarKeepsItsOrdersAndGetsAStock() async throws {
        try await withScratch { path in
            let placed = try await SQLiteLedger(at: path).place(.example(isAnnounced: true))
            // What the first version of the layout did not have.
            try await take(["stock", "sections"] + DrinksBar.tables, outOf: path, version: 1)
            let ledger = try SQLiteLedger(at: path)
            guard case .placed(let juice) = try await ledger.place(.juice()) else {
                Issue.record("The juice was not made.")
                return
            }
            let orders = try await ledger.orders(after: 0, limit: 9)
            #expect(orders.map(\.counter) == [.menu, .juice])
            #expect(placed == .placed(orders[0].order))
            #expect(orders[1].order == juice)
            guard case .message(let message) = try await ledger.claimMessage(at: .now, lease: .zero, pace: .zero)
            else {
                Issue.record("The older order's message is gone.")
                return
            }
            #expect(message.order == orders[0])
        }
    }
}

extension FruitID {
    static let kiwi = FruitID("kiwi")
    static let mango = FruitID("mango")
}

extension Stock {
    static func of(kiwis: Int, mangos: Int) throws -> Stock { try Stock([.kiwi: kiwis, .mango: mangos]) }
}

extension JuiceMaker {
    /// A bar that makes one juice, of three kiwis, and has ten.
    static func kiwiBar() throws -> JuiceMaker {
        try JuiceMaker(
            fruits: [
                FruitStock(id: .kiwi, name: "키위", count: 10), FruitStock(id: .mango, name: "망고", count: 10),
            ],
            recipes: [Recipe(id: JuiceID("kiwi"), name: "키위쥬스", price: Won(4_500), needs: [.kiwi: 3])])
    }
}

extension NewOrder {
    /// A juice of three kiwis.
    static func juice(key: IdempotencyKey = IdempotencyKey(id: UUID(), request: "{}")) throws -> NewOrder {
        let maker = try JuiceMaker.kiwiBar()
        return NewOrder(
            counter: .juice, who: "지훈", title: "키위쥬스", quantity: 1, unitPrice: Won(4_500), placedAt: .now, key: key,
            isAnnounced: false, juice: JuicePreparation(maker.recipes[0], by: maker))
    }
}

extension Restocking {
    /// Under a key of its own.
    fileprivate init(_ counts: [FruitID: Int], seen: Stock, by maker: JuiceMaker) {
        self.init(
            counts: counts, seen: seen, maker: maker, key: IdempotencyKey(id: UUID(), request: "a restock"),
            time: Date(timeIntervalSince1970: 1_700_000_000))
    }
}
