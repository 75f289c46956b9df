import Foundation

/// The state of an order. The raw value is its encoded name.
public enum OrderState: String, Hashable, Sendable, Codable, CaseIterable {
    case received, preparing, ready
    case handedOver = "handed_over"
    case cancelled
    /// The guest got the money back after the order was handed over.
    case refunded

    /// The section of the keeper's board with the orders in this state: "orders/board/received".
    public var board: SectionID { SectionID(path: "orders/board/\(rawValue)") }

    /// Whether an order in this state still requires action.
    public var isOpen: Bool { self == .received || self == .preparing || self == .ready }

    /// Whether a keeper who moves an order into this state has to say why.
    public var needsReason: Bool { self == .cancelled || self == .refunded }

    /// The state to which the keeper advances an order; `nil` if there is none.
    public var next: OrderState? {
        switch self {
        case .received: .preparing
        case .preparing: .ready
        case .ready: .handedOver
        case .handedOver, .cancelled, .refunded: nil
        }
    }

    /// The state to which the keeper moves an order back; `nil` if there is none.
    public var previous: OrderState? {
        switch self {
        case .preparing: .received
        case .ready: .preparing
        case .handedOver: .ready
        case .received, .cancelled, .refunded: nil
        }
    }

    /// Returns the states to which `actor` may move an order from this one, provided that the order is followed
    /// (`Order.isTracked`).
    public func allowedTransitions(for actor: OrderActor) -> Set<OrderState> {
        switch actor {
        case .guest: self == .received ? [.cancelled] : []
        case .keeper:
            Set([next, previous, isOpen ? .cancelled : nil, self == .handedOver ? .refunded : nil].compactMap(\.self))
        case .machine: []
        }
    }
}

/// The party that moves an order.
public enum OrderActor: String, Hashable, Sendable, Codable, CaseIterable {
    case guest
    case keeper
    /// The shop itself, which completes an order at once: sales of the drinks machine, and orders from before states
    /// were tracked.
    case machine
}

/// A state that an order reached, with the time and the actor who moved it.
public struct OrderStep: Hashable, Sendable, Codable {
    public let state: OrderState
    /// In whole seconds.
    @WireTime public var at: Date
    public let by: OrderActor

    public init(_ state: OrderState, at time: Date, by actor: OrderActor) {
        self.state = state
        _at = WireTime(wrappedValue: Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down)))
        by = actor
    }
}

extension SectionID {
    public static let myOrders = SectionID(path: "orders/mine")

    /// The sections of the keeper's board, one for each state.
    public static let board = OrderState.allCases.map(\.board)
}
