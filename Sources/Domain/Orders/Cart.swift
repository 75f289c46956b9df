import TerminalText

/// What a guest wants to order: so many of each thing, in the order in which they came.
public struct Cart: Hashable, Sendable {
    public struct Line: Hashable, Sendable, Codable {
        public let item: SaleItem
        /// 1 to 99.
        public let quantity: Int

        public init(_ item: SaleItem, quantity: Int) {
            self.item = item
            self.quantity = quantity
        }

        public var total: Won { Won(item.price.amount * quantity) }
    }

    public private(set) var lines: [Line] = []

    public init() {}

    public var isEmpty: Bool { lines.isEmpty }
    /// Pieces of everything.
    public var count: Int { lines.reduce(0) { $0 + $1.quantity } }
    /// What all of it costs, without delivery.
    public var subtotal: Won { Won(lines.reduce(0) { $0 + $1.total.amount }) }

    /// 0 for what is not in it.
    public func quantity(of item: OrderedItem) -> Int { lines.first { $0.item.id == item }?.quantity ?? 0 }

    /// Puts so many more of it in, or takes them out, and notes what one costs by now. Says whether there was room.
    @discardableResult
    public mutating func add(_ count: Int, of item: SaleItem) -> Bool {
        set(quantity(of: item.id) + count, of: item)
    }

    /// Sets how many of it there are: with 0 it is taken out. Says whether there was room for so many.
    @discardableResult
    public mutating func set(_ quantity: Int, of item: SaleItem) -> Bool {
        let place = lines.firstIndex { $0.item.id == item.id }
        guard quantity > 0 else {
            if let place { lines.remove(at: place) }
            return true
        }
        guard quantity <= OrderLine.quantities.upperBound, place != nil || lines.count < Order.mostLines else {
            return false
        }
        if let place {
            lines[place] = Line(item, quantity: quantity)
        } else {
            lines.append(Line(item, quantity: quantity))
        }
        return true
    }
}

extension Cart: Codable {
    /// More than anything costs, so that sums stay far from overflow.
    private static let highestPrice = Won(1_000_000_000)

    /// What this program can have written; other lines are dropped.
    public init(from decoder: any Decoder) throws {
        for line in try decoder.singleValueContainer().decode([Line].self) {
            if (Won(0)...Cart.highestPrice).contains(line.item.price) { set(line.quantity, of: line.item) }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(lines)
    }
}
