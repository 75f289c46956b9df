import Domain
import Foundation

/// What a request under a key came to.
public struct KeyedAnswer<Answer> {
    public let answer: Answer
    /// Whether it was done now, rather than by the same request under the same key before.
    public let isNew: Bool

    public init(_ answer: Answer, isNew: Bool) {
        self.answer = answer
        self.isNew = isNew
    }
}

extension KeyedAnswer: Sendable where Answer: Sendable {}
extension KeyedAnswer: Equatable where Answer: Equatable {}
extension KeyedAnswer: Hashable where Answer: Hashable {}

/// The key belongs to another request.
public struct KeyTaken: Error, Hashable {
    public init() {}
}

/// How long answers are remembered.
private enum AnswerAge {
    /// Requests that are repeated later than this many seconds are new ones: 30 days.
    static let longest = 30.0 * 24 * 3_600
}

extension StoreReader {
    /// Returns what was answered to the same request before; `nil` when the key is new. Throws `KeyTaken`.
    public func earlierAnswer<Answer: Decodable>(_ type: Answer.Type, to key: IdempotencyKey) throws -> Answer? {
        guard let stored = try self.key(key.id) else { return nil }
        guard case .answer(let text) = stored.outcome, stored.request == key.request else { throw KeyTaken() }
        return try JSONText.value(text)
    }
}

extension StoreTransaction {
    /// Returns what `make` returns, and remembers it under the key; where the same request was answered under it before,
    /// that answer, and `make` is not called. Throws `KeyTaken`, or what `make` throws: then the key stays new.
    public func answerOnce<Answer: Codable>(
        to key: IdempotencyKey, at time: Date, _ make: () throws -> Answer
    ) throws -> KeyedAnswer<Answer> {
        if let earlier = try earlierAnswer(Answer.self, to: key) { return KeyedAnswer(earlier, isNew: false) }
        let answer = try make()
        try forgetAnswers(before: time - AnswerAge.longest)
        try remember(key, answer: JSONText.text(of: answer), at: time)
        return KeyedAnswer(answer, isNew: true)
    }
}
