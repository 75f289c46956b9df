import Domain
import Foundation

/// The answer to a request with an idempotency key.
public struct KeyedAnswer<Answer> {
    public let answer: Answer
    /// Whether the request was executed now, rather than earlier under the same key.
    public let isNew: Bool

    public init(_ answer: Answer, isNew: Bool) {
        self.answer = answer
        self.isNew = isNew
    }
}

extension KeyedAnswer {
    public func map<Other>(_ transform: (Answer) throws -> Other) rethrows -> KeyedAnswer<Other> {
        KeyedAnswer<Other>(try transform(answer), isNew: isNew)
    }
}

extension KeyedAnswer: Sendable where Answer: Sendable {}
extension KeyedAnswer: Equatable where Answer: Equatable {}
extension KeyedAnswer: Hashable where Answer: Hashable {}

/// The error if a key was already used for another request.
public struct KeyTaken: Error, Hashable {
    public init() {}
}

/// The retention time of answers.
private enum AnswerAge {
    /// In seconds: 30 days. A request that is repeated later is treated as new.
    static let longest = 30.0 * 24 * 3_600
}

extension StoreReader {
    /// Returns the answer that the same request got before, or `nil` if the key is new. Throws `KeyTaken`.
    public func earlierAnswer<Answer: Decodable>(_ type: Answer.Type, to key: IdempotencyKey) throws -> Answer? {
        guard let stored = try self.key(key.id) else { return nil }
        guard case .answer(let text) = stored.outcome, stored.request == key.request else { throw KeyTaken() }
        return try StoredJSON.value(text)
    }
}

extension StoreTransaction {
    /// Returns what `make` returns, and stores it under the key; if the same request was answered under the key before,
    /// returns that answer without calling `make`. Throws `KeyTaken`, or what `make` throws; then the key stays new.
    public func answerOnce<Answer: Codable>(
        to key: IdempotencyKey, at time: Date, _ make: () throws -> Answer
    ) throws -> KeyedAnswer<Answer> {
        if let earlier = try earlierAnswer(Answer.self, to: key) { return KeyedAnswer(earlier, isNew: false) }
        let answer = try make()
        try forgetAnswers(before: time - AnswerAge.longest)
        try remember(key, answer: StoredJSON.text(of: answer), at: time)
        return KeyedAnswer(answer, isNew: true)
    }
}

extension StoreReader {
    /// Returns the order that the same request placed before, or `nil` if the key is new. Throws `KeyTaken`.
    public func earlierOrder(under key: IdempotencyKey) throws -> Order? {
        guard let stored = try self.key(key.id) else { return nil }
        guard case .order(let id) = stored.outcome, stored.request == key.request || stored.isErased else {
            throw KeyTaken()
        }
        guard let order = try order(id) else { throw StoreError.damaged }
        return order
    }
}

extension StoreTransaction {
    /// Stores the order with its key and, if it is to be announced, its messages. If an order was placed under the key
    /// before, returns that one and stores no other. `order` takes what it needs from the stock, and throws if there is
    /// too little.
    public func place(
        _ order: @autoclosure () throws -> NewOrder, under key: IdempotencyKey
    ) throws -> KeyedAnswer<Order> {
        if let earlier = try earlierOrder(under: key) { return KeyedAnswer(earlier, isNew: false) }
        let placed = try keep(order())
        try remember(key, order: placed.id)
        return KeyedAnswer(placed, isNew: true)
    }

    /// Stores the order and its messages without a key, and notifies the shop keeper's board and the order's terminal.
    public func keep(_ order: NewOrder) throws -> Order {
        let placed = try insert(order, change: addVersion(of: order.state.board).sequence)
        for destination in (order.isAnnounced ? [.webhook] : []) + order.printers {
            try queue(.order, about: .order(placed.id), to: destination, at: placed.placedAt)
        }
        return placed
    }
}
