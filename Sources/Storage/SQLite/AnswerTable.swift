import Domain
import Foundation
import GRDB

/// What was answered to requests that are no orders, under the keys under which they were made.
enum AnswerTable {
    /// Requests that are repeated later than this many seconds are new ones: 30 days.
    private static let longestMemory = 30 * 24 * 3_600

    /// Whether the key belongs to such a request.
    static func knows(_ key: IdempotencyKey, in db: Database) throws -> Bool {
        try row(of: key, in: db) != nil
    }

    /// What is known of a key.
    enum Earlier<Answer: Decodable> {
        /// It was answered to the same request before.
        case answer(Answer)
        /// It belongs to another request.
        case keyTaken
    }

    /// What was answered to the same request before; `nil` when the key is new.
    static func earlier<Answer: Decodable>(
        _ type: Answer.Type, to key: IdempotencyKey, in db: Database
    ) throws -> Earlier<Answer>? {
        guard let row = try row(of: key, in: db) else {
            return try OrderTable.knows(key, in: db) ? .keyTaken : nil
        }
        let (request, answer): (String, String) = (row["request"], row["answer"])
        guard request == key.request else { return .keyTaken }
        return .answer(try JSONDecoder().decode(type, from: Data(answer.utf8)))
    }

    /// Keeps the answer, and forgets very old ones. Within the transaction of whoever calls.
    static func keep(_ answer: some Encodable, to key: IdempotencyKey, at time: Date, in db: Database) throws {
        let seconds = Int(time.timeIntervalSince1970.rounded(.down))
        try db.cachedStatement(sql: "DELETE FROM answers WHERE answered_at < ?")
            .execute(arguments: [seconds - longestMemory])
        try db.cachedStatement(sql: "INSERT INTO answers (key, request, answer, answered_at) VALUES (?, ?, ?, ?)")
            .execute(arguments: [
                key.id.uuidString, key.request, String(decoding: try JSONEncoder().encode(answer), as: UTF8.self),
                seconds,
            ])
    }

    private static func row(of key: IdempotencyKey, in db: Database) throws -> Row? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT request, answer FROM answers WHERE key = ?"),
            arguments: [key.id.uuidString])
    }
}
