import Foundation

/// How far an order is. The raw value is its name on the wire.
public enum OrderState: String, Hashable, Sendable, Codable, CaseIterable {
    case received, preparing, ready
    case handedOver = "handed_over"
    case cancelled

    /// The section of the keeper's board with the orders in this state: "orders/board/received".
    public var board: SectionID { SectionID(path: "orders/board/\(rawValue)") }

    /// Whether an order in this state still waits for somebody to do something.
    public var isOpen: Bool { self == .received || self == .preparing || self == .ready }

    /// The state that follows when the keeper moves the order one on; `nil` at either end.
    public var next: OrderState? {
        switch self {
        case .received: .preparing
        case .preparing: .ready
        case .ready: .handedOver
        case .handedOver, .cancelled: nil
        }
    }

    /// The state that the keeper's step back leads to; `nil` where there is none.
    public var previous: OrderState? {
        switch self {
        case .preparing: .received
        case .ready: .preparing
        case .handedOver: .ready
        case .received, .cancelled: nil
        }
    }

    /// The states that `actor` may move an order to from this one, where the order is one that is followed.
    public func arrows(for actor: OrderActor) -> Set<OrderState> {
        switch actor {
        case .guest: self == .received ? [.cancelled] : []
        case .keeper: Set([next, previous, isOpen ? .cancelled : nil].compactMap(\.self))
        case .machine: []
        }
    }
}

/// Who moves an order.
public enum OrderActor: String, Hashable, Sendable, Codable, CaseIterable {
    /// Whoever placed it.
    case guest
    case keeper
    /// The shop itself, at once: what the drinks machine sold, and orders from before orders were followed.
    case machine
}

/// A state that an order reached, with the time and whoever moved it there.
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
    /// The orders of one terminal.
    public static let myOrders = SectionID(path: "orders/mine")

    /// The keeper's board, by state.
    public static let board = OrderState.allCases.map(\.board)
}
