/// The body of `PATCH /orders/{id}`, with which the keeper moves an order. `If-Match` contains the state that the
/// keeper saw, in quotes: `"received"`.
public struct OrderChange: Hashable, Sendable, Codable {
    public let state: OrderState
    /// The reason for a cancellation or a refund, `Order.reasons` characters long; otherwise ignored.
    public let reason: String?

    public init(state: OrderState, reason: String? = nil) {
        self.state = state
        self.reason = reason
    }
}

/// The body of a 409 to `POST /orders/{id}/cancellation`, and of a 409 or 412 to `PATCH /orders/{id}`: the order's
/// current state.
public struct OrderStateConflict: Hashable, Sendable, Codable {
    public let error: String
    public let state: OrderState

    public init(error: String, state: OrderState) {
        self.error = error
        self.state = state
    }
}
