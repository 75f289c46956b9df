import TerminalText

/// The items that a guest wants to order, with their quantities, in the order in which they were added.
public struct Cart: Hashable, Sendable {
    public struct Line: Hashable, Sendable, Codable {
        public let item: SaleItem
        /// 1 to 99.
        public let quantity: Int
        /// What the guest wrote about it; `nil` if nothing.
        public let note: PlainText?

        public init(_ item: SaleItem, quantity: Int, note: PlainText? = nil) {
            self.item = item
            self.quantity = quantity
            self.note = note
        }

        public var total: Won { Won(item.price.amount * quantity) }
    }

    public private(set) var lines: [Line] = []

    public init() {}

    public var isEmpty: Bool { lines.isEmpty }
    /// The total number of pieces.
    public var count: Int { lines.reduce(0) { $0 + $1.quantity } }
    /// The total price without delivery.
    public var subtotal: Won { Won(lines.reduce(0) { $0 + $1.total.amount }) }

    /// Returns the quantity of `item`; 0 if it is not in the cart.
    public func quantity(of item: SaleItem.ID) -> Int { lines.first { $0.item.id == item }?.quantity ?? 0 }

    /// Returns the quantity of `item` with whatever options.
    public func quantityOfAll(_ item: SaleItem) -> Int {
        lines.filter { ($0.item.item, $0.item.title) == (item.item, item.title) }.reduce(0) { $0 + $1.quantity }
    }

    /// Changes the quantity of `item` by `count`, which may be negative, and updates its price. Returns `false` if the
    /// result would exceed a limit of the cart.
    @discardableResult
    public mutating func add(_ count: Int, of item: SaleItem) -> Bool {
        set(quantity(of: item.id) + count, of: item)
    }

    /// Sets the quantity of `item`; 0 removes it. Returns `false`, changing nothing, if that would exceed a limit of
    /// the cart.
    @discardableResult
    public mutating func set(_ quantity: Int, of item: SaleItem) -> Bool {
        let index = lines.firstIndex { $0.item.id == item.id }
        guard quantity > 0 else {
            if let index { lines.remove(at: index) }
            return true
        }
        guard quantity <= OrderLine.quantities.upperBound, index != nil || lines.count < Order.maxLines else {
            return false
        }
        if let index {
            lines[index] = Line(item, quantity: quantity, note: lines[index].note)
        } else {
            lines.append(Line(item, quantity: quantity))
        }
        return true
    }

    /// Puts a line that the cart does not have at that index, or at the end.
    public mutating func insert(_ line: Line, at index: Int) {
        guard add(line), lines.last?.item.id == line.item.id else { return }
        lines.insert(lines.removeLast(), at: min(max(0, index), lines.count))
    }

    /// Adds the quantity of `line`, and its note if it has one. Returns `false`, changing nothing, if that would exceed a
    /// limit of the cart.
    @discardableResult
    public mutating func add(_ line: Line) -> Bool {
        guard add(line.quantity, of: line.item) else { return false }
        if let note = line.note { setNote(note, of: line.item.id) }
        return true
    }

    /// Replaces what the guest wrote about `item`, if it is in the cart.
    public mutating func setNote(_ note: PlainText?, of item: SaleItem.ID) {
        guard let index = lines.firstIndex(where: { $0.item.id == item }) else { return }
        lines[index] = Line(lines[index].item, quantity: lines[index].quantity, note: note)
    }
}

extension Cart: Codable {
    /// A limit above any price that keeps sums far from overflow.
    private static let maxPrice = Won(1_000_000_000)

    /// Decodes a saved cart. Lines and notes that this program cannot have written are dropped.
    public init(from decoder: any Decoder) throws {
        for line in try decoder.singleValueContainer().decode([Line].self) {
            guard (Won(0)...Cart.maxPrice).contains(line.item.price), set(line.quantity, of: line.item) else {
                continue
            }
            let isNote = line.note.map { $0.string.count <= Handover.maxNoteLength && !$0.isEmpty } ?? false
            if isNote { setNote(line.note, of: line.item.id) }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(lines)
    }
}
