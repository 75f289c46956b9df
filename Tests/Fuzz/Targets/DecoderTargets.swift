import Domain
import Foundation
import ShopApp

@testable import ShopClient
@testable import ShopServer

// Decoders of a shop server's answers, guests' requests and a shop's files.
extension FuzzTarget {
    static let menu = FuzzTarget(name: "menu", seeds: JSONSeeds.menu) { bytes in
        try readSection(bytes, as: Dish.self)
        try readSnapshot(bytes, as: Dish.self)
    }

    static let page = FuzzTarget(name: "page", seeds: JSONSeeds.page) { bytes in
        _ = try? DishDetailBody.decode(Data(bytes))
        guard let page = try? DishDetail.read(Data(bytes), of: "H") else { return }
        try expect(page == DishDetail.read(Data(bytes), of: "H"), "the same bytes are the same page")
    }

    static let juice = FuzzTarget(name: "juice", seeds: JSONSeeds.juice) { bytes in
        try readSection(bytes, as: Juice.self)
        try readSection(bytes, as: FruitStock.self)
        for juice in SectionDefinition.rows(of: Juice.self, in: bytes) {
            let most = juice.price.amount.multipliedReportingOverflow(
                by: OrderLine.quantities.upperBound * Order.maxLines)
            try expect(!most.overflow, "the fullest cart of a juice has a price")
            try expect(juice.needs.values.allSatisfy { (0...1_000_000).contains($0) }, "a mix can be added up")
        }
        try readValue(bytes, as: SectionEvent.self)
    }

    static let drinks = FuzzTarget(name: "drinks", seeds: JSONSeeds.drinks) { bytes in
        try readSection(bytes, as: Drink.self)
        try readValue(bytes, as: DrinksMachine.self)
        try readValue(bytes, as: DrinksStock.self)
        try readValue(bytes, as: DrinksHistory.self)
        try readValue(bytes, as: SoldDrink.self)
        try readValue(bytes, as: DrinkChange.self)
        try readValue(bytes, as: InsufficientBalance.self)
    }

    static let orders = FuzzTarget(name: "orders", seeds: JSONSeeds.orders) { bytes in
        try readSection(bytes, as: Order.self)
        for order in SectionDefinition.rows(of: Order.self, in: bytes) {
            try expect(order.total.amount >= order.subtotal.amount, "delivery is never paid for by the shop")
            _ = (order.title, order.onlyLine, order.allowedTransitions(for: .keeper))
        }
        try readValue(bytes, as: OrderRequest.self)
        try readValue(bytes, as: OrderConflict.self)
        try readValue(bytes, as: OrderChange.self)
    }

    static let files = FuzzTarget(name: "files", seeds: JSONSeeds.menu + JSONSeeds.drinks) { bytes in
        // A second mark is a fault, and JSON for Foundation.
        guard let file = try? ShopFileText(Data(bytes)), (try? ShopFileText(file.bytes))?.hasMark == false else {
            return
        }
        let (bytes, document) = ([UInt8](file.bytes), JSONDocument(file.bytes))
        let served = JSONDocument(file.served)
        if case .success = document.root, !JSONSeeds.isBeyondStandard(bytes) {
            try expect((try? served.root.get()) != nil, "what is read is served as JSON")
            let commas = served.tolerated.filter { $0.reason == .trailingComma }
            try expect(commas.isEmpty, "a comma behind which nothing follows is not served")
        }
        for node in document.list {
            try expect(node.range.upperBound <= bytes.count, "a value lies within its file")
            _ = (document.string(of: node), document.fraction(in: node))
        }
        let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        guard case .failure = document.root, isJSON else { return }
        // Foundation accepts some inputs that are not valid JSON (RFC 8259). The scanner may refuse only those.
        try expect(JSONSeeds.isBeyondStandard(bytes), "what is JSON is read")
    }

    /// Checks that a section is unchanged after it was decoded, encoded and decoded again.
    private static func readSection<Row: SectionRow & Codable>(_ bytes: [UInt8], as row: Row.Type) throws {
        let rows = SectionDefinition.rows(of: row, in: bytes)
        let again = try SectionBody.decode(JSONEncoder().encode(rows), as: row)
        try expect(again == rows, "a \(row) that was written is read as it was")
    }

    private static func readSnapshot<Row: SectionRow & Codable>(_ bytes: [UInt8], as row: Row.Type) throws {
        let definition = SectionDefinition(SectionID(path: "fuzz"), rows: row)
        guard let (_, rows) = definition.stored(Data(bytes)) else { return }
        _ = try definition.encode(rows, rows.indices)
    }

    private static func readValue<Value: Codable & Equatable>(_ bytes: [UInt8], as kind: Value.Type) throws {
        guard let value = try? JSONDecoder().decode(kind, from: RepairedJSON.read(Data(bytes))) else { return }
        let again = try JSONDecoder().decode(kind, from: JSONEncoder().encode(value))
        try expect(again == value, "a \(kind) that was written is read as it was")
    }
}

extension SectionDefinition {
    fileprivate static func rows<Row: SectionRow & Codable>(of kind: Row.Type, in bytes: [UInt8]) -> [Row] {
        let definition = SectionDefinition(SectionID(path: "fuzz"), rows: kind)
        return (try? definition.decode(Data(bytes), nil))?.array(of: kind) ?? []
    }
}
