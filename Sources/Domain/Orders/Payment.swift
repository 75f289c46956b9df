/// How a guest paid, as the keeper marks it. The raw value is its encoded name.
public enum PaymentMethod: String, Hashable, Sendable, Codable, CaseIterable {
    case cash, card, transfer
}

/// The body of `PUT /orders/{id}/payment`; a `method` of `null` takes the mark away.
public struct PaymentChange: Hashable, Sendable, Codable {
    public let method: PaymentMethod?

    public init(method: PaymentMethod?) { self.method = method }

    private enum CodingKeys: CodingKey { case method }

    /// Throws `DecodingError` if there is no `method`, or none that is known.
    public init(from decoder: any Decoder) throws {
        method = try decoder.container(keyedBy: CodingKeys.self).decode(PaymentMethod?.self, forKey: .method)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(method, forKey: .method)
    }
}

extension Order {
    /// Marks how the order was paid; `nil` means not yet. Throws `OrderFailure.closed` for an order of which nothing is
    /// to be paid.
    public mutating func setPayment(_ method: PaymentMethod?) throws(OrderFailure) {
        guard isAdjustable else { throw .closed(state) }
        payment = method
    }
}
