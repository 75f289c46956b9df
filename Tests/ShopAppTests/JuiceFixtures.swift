import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText

@testable import ShopApp

extension FruitID: ExpressibleByStringLiteral {
    public init(stringLiteral name: String) { self.init(name) }
}

/// The juice bar of `Fixture`'s shop.
enum BarFixture {
    static let fruits = [
        FruitStock(id: "strawberry", name: "딸기", count: 10),
        FruitStock(id: "banana", name: "바나나", nameInEnglish: "Banana", count: 8),
        FruitStock(id: "pineapple", name: "파인애플", count: 100), FruitStock(id: "kiwi", name: "키위", count: 0),
    ]

    static let juices = [
        juice("strawberry", "딸기쥬스", 5_500, ["strawberry": 16], isAvailable: false),
        juice("banana", "바나나쥬스", english: "Banana juice", 4_000, ["banana": 2]),
        juice("both", "딸바쥬스", 5_000, ["strawberry": 10, "banana": 1]),
    ]

    static func juice(
        _ id: String, _ name: PlainText, english: PlainText? = nil, _ price: Int, _ needs: [FruitID: Int],
        isAvailable: Bool = true
    ) -> Juice {
        Juice(
            id: JuiceID(id), name: name, nameInEnglish: english, price: Won(price), needs: needs,
            available: isAvailable)
    }

    static func section(_ fruits: [FruitStock], version: Int = 1) -> Section {
        Section(
            id: .fruits, rows: SectionRows(fruits), contentVersion: version, confirmedAt: Fixture.noon, isFresh: true)
    }

    static func section(_ juices: [Juice], version: Int = 1) -> Section {
        Section(
            id: .juices, rows: SectionRows(juices), contentVersion: version, confirmedAt: Fixture.noon, isFresh: true)
    }

    /// Returns the shop with both counters, at the juice bar unless another key is given.
    static func state(_ width: Int, _ height: Int, at counter: Key = .character("2")) -> ShopState {
        var state = Fixture.state(
            width, height, sections: Fixture.sections.prefix(2) + [section(juices), section(fruits)])
        state.guest.name = "길동"
        state.press(counter)
        return state
    }

    /// Returns the fruits with that number of bananas.
    static func bananas(_ count: Int) -> [FruitStock] {
        fruits.map {
            $0.id == "banana" ? FruitStock(id: $0.id, name: $0.name, nameInEnglish: $0.nameInEnglish, count: count) : $0
        }
    }
}

extension ShopState {
    var bar: JuiceCounter { self[JuiceCounter.self]! }

    /// Returns the draft of the juice that `effects` order.
    static func juice(in effects: [Effect]) -> JuiceDraft? {
        effects.lazy.compactMap { if case .make(let draft)? = $0.request(JuiceBarRequest.self) { draft } else { nil } }
            .first
    }

    static func stock(in effects: [Effect]) -> StockDraft? {
        effects.lazy.compactMap {
            if case .restock(let draft)? = $0.request(JuiceBarRequest.self) { draft } else { nil }
        }.first
    }

    @discardableResult
    mutating func report(_ draft: JuiceDraft, _ outcome: JuiceOutcome) -> [Effect] {
        reduce(&self, .event(.juice, JuiceBarEvent.made(JuiceReport(draft: draft, outcome: outcome))))
    }

    @discardableResult
    mutating func report(_ draft: StockDraft, _ outcome: StockOutcome) -> [Effect] {
        reduce(&self, .event(.juice, JuiceBarEvent.restocked(StockReport(draft: draft, outcome: outcome))))
    }
}
