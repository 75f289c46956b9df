import TerminalText

/// Something that a guest can order, as a list shows it.
public struct SaleItem: Hashable, Sendable, Codable {
    /// Names it for ever: two items of one name are the same thing, whatever they cost by now.
    public struct ID: Hashable, Sendable, Codable {
        public let counter: SalesCounter
        /// At its counter: a dish's hash, a juice's id.
        public let name: String

        public init(_ counter: SalesCounter, _ name: String) {
            self.counter = counter
            self.name = name
        }
    }

    public let id: ID
    public let title: PlainText
    /// What one of it costs.
    public let price: Won

    public init(_ id: ID, title: PlainText, price: Won) {
        self.id = id
        self.title = title
        self.price = price
    }
}
