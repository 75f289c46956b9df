/// The body of `PATCH /orders/{id}`, by which the keeper moves an order. `If-Match` has the state that was seen, in
/// quotes: `"received"`.
public struct OrderChange: Hashable, Sendable, Codable {
    public let state: OrderState
    /// Of `Order.reasons` characters, where the order is cancelled; otherwise it is ignored.
    public let reason: String?

    public init(state: OrderState, reason: String? = nil) {
        self.state = state
        self.reason = reason
    }
}

/// The body of a 409 to `POST /orders/{id}/cancellation`, and of a 409 or 412 to `PATCH /orders/{id}`: the state that
/// the order is in.
public struct OrderStateConflict: Hashable, Sendable, Codable {
    public let error: String
    public let state: OrderState

    public init(error: String, state: OrderState) {
        self.error = error
        self.state = state
    }
}
