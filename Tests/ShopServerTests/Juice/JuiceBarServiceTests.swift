import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// The rules of the juice bar, independently of the store.
@Suite struct JuiceBarServiceTests {
    private let store = InMemoryStore()
    private let bar: JuiceService

    init() throws { bar = JuiceService(store: store, files: LiveResource(try .kiwiBar()) { _ in nil }) }

    @Test func aNewBarBeginsWithTheOpeningStockAndKeepsIt() async throws {
        #expect(try await bar.stock() == .of(kiwis: 10, mangos: 10))
        // A different opening stock has no effect on a bar that exists already.
        let later = JuiceService(store: store, files: LiveResource(try .kiwiBar(opening: 50)) { _ in nil })
        #expect(try await later.stock() == .of(kiwis: 10, mangos: 10))
    }

    @Test func aSaleTakesItsFruitAndIsKeptWithIt() async throws {
        let sale = try await bar.sell()
        #expect(sale.isNew)
        #expect(
            try await store.read { try $0.orders(after: 0, limit: 9) }
                == [sale.answer])
        #expect(sale.answer.title == "키위쥬스")
        #expect(try await bar.stock()[.kiwi] == 7)
    }

    @Test func whatCannotBeMadeIsNeitherSoldNorTaken() async throws {
        for _ in 0..<3 { try await bar.sell() }
        let key = IdempotencyKey(id: UUID(), request: "short")
        let short = OrderLineConflict(line: 0, title: "키위쥬스", unitPrice: Won(4_500), missing: [.kiwi: 2])
        await #expect(throws: RefusedOrder(lines: [short])) { try await bar.sell(key: key) }
        #expect(try await store.read { try $0.orders(after: 0, limit: 9) }.count == 3)
        #expect(try await bar.stock()[.kiwi] == 1)
        // Nothing was stored under its key either, so the juice can be made after a restock.
        #expect(try await store.read { try $0.earlierOrder(under: key) } == nil)
    }

    @Test func aJuiceThatWasMadeIsNotMadeAgainUnderItsKeyThoughNothingIsLeft() async throws {
        let key = IdempotencyKey(id: UUID(), request: "kiwi")
        let first = try await bar.sell(key: key)
        for _ in 0..<2 { try await bar.sell() }
        #expect(try await bar.sell(key: key) == KeyedAnswer(first.answer, isNew: false))
    }

    @Test func manySalesAtOnceMakeAsManyAsThereIsFruitFor() async throws {
        let isMade = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { (try? await bar.sell()) != nil } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(isMade.count(where: \.self) == 3)
    }

    @Test func aSaleIsANewVersionOfTheFruitsAndOfTheMenuWhenSomethingRanOut() async throws {
        try await bar.sell()
        #expect(try await versions() == [.fruits: .init(version: 1, sequence: 1)])
        for _ in 0..<2 { try await bar.sell() }
        let changes = try await versions()
        #expect(changes[.fruits]?.version == 3)
        #expect(changes[.juices]?.version == 1)
        // A refused sale causes no new version.
        await #expect(throws: RefusedOrder.self) { try await bar.sell() }
        #expect(try await versions() == changes)
    }

    /// Beside dishes, a juice is not made before they are.
    @Test(arguments: [5, nil]) func aCancelledJuiceGivesBackWhatItTookWhateverTheRecipeIsByNow(_ kiwis: Int?)
        async throws
    {
        let later = try JuiceMaker.kiwiBar(takes: kiwis)
        let bar = JuiceService(store: store, files: LiveResource(try .kiwiBar(opening: 30)) { _ in later })
        let sale = try await bar.sell(quantity: 2, besides: [.dumpling]).answer
        #expect(try await bar.stock()[.kiwi] == 24)
        bar.files.reload()
        let key = IdempotencyKey(id: UUID(), request: "cancel")
        _ = try await bar.orders.change(
            sale.id, .move(.cancelled, seen: .received, reason: "키위가 물러요"), under: key)
        #expect(try await bar.stock()[.kiwi] == 30)
        #expect(try await bar.stock()[.mango] == 30)
    }

    @Test func juicesAloneAreMadeAtOnceAndCannotBecomeFruitAgain() async throws {
        let sale = try await bar.sell(quantity: 2).answer
        #expect(sale.state == .ready)
        #expect(try await bar.stock()[.kiwi] == 4)
        let key = IdempotencyKey(id: UUID(), request: "cancel")
        let cancelled = try await bar.orders.change(
            sale.id, .move(.cancelled, seen: .ready, reason: "늦어서요"), under: key)
        #expect(cancelled.answer.state == .cancelled)
        #expect(try await bar.stock()[.kiwi] == 4)
    }

    @Test func aStockIsSetOnlyByThoseWhoSawItAsItIs() async throws {
        let seen = try await bar.stock()
        try await bar.sell()
        // Other contents of the section, besides the stock, may change at the same time.
        try await store.note([.fruits: "other names"])
        await #expect(throws: StockChanged()) { try await bar.restock([.kiwi: 100], seen: seen) }
        let kept = try await bar.stock()
        #expect(kept[.kiwi] == 7)
        let expected: Stock = try .of(kiwis: 100, mangos: 10)
        #expect(try await bar.restock([.kiwi: 100], seen: kept) == expected)
        await #expect(throws: StockError.noSuchCount(.mango, 101)) {
            try await bar.restock([.kiwi: 5, .mango: 101], seen: expected)
        }
        #expect(try await bar.stock() == expected)
    }

    @Test func aRestockIsDoneOnceUnderItsKey() async throws {
        let key = IdempotencyKey(id: UUID(), request: "a restock")
        let seen = try await bar.stock()
        let first = try await bar.restock([.kiwi: 20], seen: seen, key: key)
        try await bar.sell()
        // Repeated because the answer was lost: returns the first answer, although the stock has changed since.
        #expect(try await bar.restock([.kiwi: 20], seen: seen, key: key) == first)
        #expect(try await bar.stock()[.kiwi] == 17)
        // So is one of a fruit that is no longer in the files.
        let mangos = try JuiceMaker(fruits: [FruitStock(id: .mango, name: "망고", count: 10)], recipes: [])
        let later = JuiceService(store: store, files: LiveResource(mangos) { _ in nil })
        #expect(try await later.restock([.kiwi: 20], seen: seen, key: key) == first)
        await #expect(throws: StockError.unknownFruit(.kiwi)) { try await later.restock([.kiwi: 20], seen: seen) }
        let other = IdempotencyKey(id: key.id, request: "another")
        await #expect(throws: KeyTaken()) { try await bar.restock([.kiwi: 1], seen: first, key: other) }
    }

    @Test func whatIsNoStockIsDamaged() async throws {
        try await store.transaction { try $0.setCount(101, of: .kiwi) }
        await #expect(throws: StoreError.damaged) { try await bar.stock() }
        await #expect(throws: StoreError.damaged) { try await bar.sell() }
    }

    private func versions() async throws -> [SectionID: SectionVersions.Change] {
        try await store.read { try $0.sectionVersions() }.changes.filter { SectionID.juiceBar.contains($0.key) }
    }
}

extension JuiceService {
    fileprivate var orders: OrderService {
        let sellers = ItemSellers()
        sellers.add([JuiceSeller(files: files), DumplingSeller()])
        return OrderService(store: store, sellers: sellers)
    }

    @discardableResult fileprivate func sell(
        quantity: Int = 1, besides others: [OrderRequest.Line] = [],
        key: IdempotencyKey = IdempotencyKey(id: UUID(), request: "{}")
    ) async throws -> KeyedAnswer<Order> {
        let line = OrderRequest.Line(
            item: OrderedItem(.juice, "kiwi"), title: "키위쥬스", quantity: quantity, unitPrice: Won(4_500))
        let order = OrderRequest(who: "지훈", lines: [line] + others)
        return try await orders.place(order, by: nil, under: key)
    }

    @discardableResult fileprivate func restock(
        _ counts: [FruitID: Int], seen: Stock, key: IdempotencyKey = IdempotencyKey(id: UUID(), request: "{}")
    ) async throws -> Stock {
        try await restock(counts, under: key) { $0 == seen }
    }
}

extension FruitID {
    fileprivate static let kiwi = FruitID("kiwi")
    fileprivate static let mango = FruitID("mango")
}

extension Stock {
    fileprivate static func of(kiwis: Int, mangos: Int) throws -> Stock {
        try Stock([.kiwi: kiwis, .mango: mangos])
    }
}

extension JuiceMaker {
    /// A bar with one juice, which takes this many kiwis; with none if `nil`.
    fileprivate static func kiwiBar(opening count: Int = 10, takes kiwis: Int? = 3) throws -> JuiceMaker {
        try JuiceMaker(
            fruits: [
                FruitStock(id: .kiwi, name: "키위", count: count), FruitStock(id: .mango, name: "망고", count: count),
            ],
            recipes: kiwis.map {
                [Recipe(id: JuiceID("kiwi"), name: "키위쥬스", price: Won(4_500), needs: [.kiwi: $0])]
            } ?? [])
    }
}
