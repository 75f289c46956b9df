import Foundation

/// What a message says of its subject, an order or a closing of the till.
public enum MessageKind: String, Hashable, Sendable, Codable {
    case order
    /// An order that was announced is cancelled.
    case cancellation
    /// Pieces were taken out of an order that was announced, or money of it was refunded.
    case reduction
    /// The keeper asks for another ticket of the order.
    case repetition
    /// The till was closed. The only kind of a message about a closing.
    case closing
}

/// Why a message was not delivered at its last attempt. Contains no part of the webhook's address.
public enum DeliveryFailure: Hashable, Sendable {
    /// The webhook answered with this status.
    case status(Int)
    /// The webhook answered with a redirect to this host, which is not followed; empty if it named none.
    case redirected(host: String)
    /// No connection could be made.
    case unreachable
    /// There was no complete answer in time.
    case timedOut
    /// The connection broke, or the answer could not be read.
    case interrupted

    /// Whether the message may have been accepted nevertheless.
    public var mayHaveArrived: Bool { self == .timedOut || self == .interrupted }
}

extension DeliveryFailure: RawRepresentable, Codable {
    private static let (status, redirect) = ("status ", "redirect ")

    /// The encoded form, such as "status 500" or "redirect example.com".
    public var rawValue: String {
        switch self {
        case .status(let status): "\(DeliveryFailure.status)\(status)"
        case .redirected(let host): "\(DeliveryFailure.redirect)\(host)"
        case .unreachable: "unreachable"
        case .timedOut: "timeout"
        case .interrupted: "interrupted"
        }
    }

    /// Creates the failure from its encoded form. Any other text is an interruption.
    public init(rawValue: String) {
        self =
            if let status = rawValue.removing(prefix: DeliveryFailure.status).flatMap({ Int($0) }) {
                .status(status)
            } else if let host = rawValue.removing(prefix: DeliveryFailure.redirect) {
                .redirected(host: host)
            } else {
                [DeliveryFailure.unreachable, .timedOut].first { $0.rawValue == rawValue } ?? .interrupted
            }
    }
}

extension String {
    /// Returns the text after `prefix`, or `nil` if the text does not begin with it.
    fileprivate func removing(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}

/// An order about which a message waits or was refused: an entry of `GET /orders/undelivered`.
public struct UndeliveredOrder: Hashable, Sendable, Codable, Identifiable {
    public let order: Order
    public let kind: MessageKind
    /// The number of times that the message was sent.
    public let attempts: Int
    @WireTime public var since: Date
    /// Whether it is not sent any more unless the keeper asks for it.
    public let isRefused: Bool
    /// What the last attempt came to; `nil` if there was none.
    public let failure: DeliveryFailure?

    public init(
        order: Order, kind: MessageKind = .order, attempts: Int, since: Date, isRefused: Bool = false,
        failure: DeliveryFailure? = nil
    ) {
        (self.order, self.kind, self.attempts) = (order, kind, attempts)
        (self.isRefused, self.failure) = (isRefused, failure)
        _since = WireTime(wrappedValue: since)
    }

    public var id: Int { order.id }

    private enum CodingKeys: String, CodingKey {
        case order, kind, attempts, since, failure
        case isRefused = "refused"
    }
}

/// The messages that wait for the webhook or were refused by it, as `GET /ready` counts them.
public struct OutboxBacklog: Hashable, Sendable, Codable {
    /// The number of messages that are still tried,
    public let waiting: Int
    /// and of those that are not tried any more.
    public let refused: Int
    /// The time since which the oldest of them is to be sent.
    @WireTime public var since: Date

    /// Creates the backlog; there is none if both numbers are 0.
    public init?(waiting: Int, refused: Int, since: Date?) {
        guard waiting + refused > 0, let since else { return nil }
        (self.waiting, self.refused) = (waiting, refused)
        _since = WireTime(wrappedValue: since)
    }

    public var count: Int { waiting + refused }
}

/// A list of order numbers: the body of `POST /orders/resends`, where `nil` means all failed ones, and its response.
public struct OrderNumbers: Hashable, Sendable, Codable {
    public let orders: [Int]?

    public init(orders: [Int]?) { self.orders = orders }
}

extension SectionID {
    /// The orders about which messages wait or were refused, for the keeper.
    public static let undeliveredOrders = SectionID(path: "orders/undelivered")
}
