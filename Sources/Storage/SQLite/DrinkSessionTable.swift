import Domain
import Foundation
import GRDB

/// The money of each session in the drinks machine. A session is in the table from its first note on.
enum DrinkSessionTable {
    /// What a session has, and how often it bought something.
    static func session(_ session: UUID, in db: Database) throws -> (balance: Won, purchases: Int) {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT balance, purchases FROM drink_sessions WHERE session = ?"),
            arguments: [session.uuidString])
        return (Won(row?["balance"] ?? 0), row?["purchases"] ?? 0)
    }

    static func insert(_ amount: Won, session: UUID, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO drink_sessions (session, balance, inserted, spent, returned, purchases, number)
                VALUES (:session, :amount, :amount, 0, 0, 0, 0)
                ON CONFLICT DO UPDATE SET balance = balance + :amount, inserted = inserted + :amount
                """
        ).execute(arguments: ["session": session.uuidString, "amount": amount.amount])
        try change(session, in: db)
    }

    static func spend(_ amount: Won, session: UUID, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE drink_sessions
                SET balance = balance - :amount, spent = spent + :amount, purchases = purchases + 1
                WHERE session = :session
                """
        ).execute(arguments: ["session": session.uuidString, "amount": amount.amount])
        try change(session, in: db)
    }

    /// Nothing happens where nothing is returned.
    static func giveBack(_ amount: Won, session: UUID, in db: Database) throws {
        guard amount > Won(0) else { return }
        try db.cachedStatement(
            sql: """
                UPDATE drink_sessions SET balance = balance - :amount, returned = returned + :amount
                WHERE session = :session
                """
        ).execute(arguments: ["session": session.uuidString, "amount": amount.amount])
        try change(session, in: db)
    }

    static func changes(after number: Int, in db: Database) throws -> [UUID: Int] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT session, number FROM drink_sessions WHERE number > ?"),
            arguments: [number])
        return Dictionary(rows.compactMap { row in UUID(uuidString: row["session"]).map { ($0, row["number"]) } }) {
            $1
        }
    }

    /// Has its terminals told. All sessions are one section here: whose changed last is the number's.
    private static func change(_ session: UUID, in db: Database) throws {
        try SectionTable.change([.drinksOfSession], in: db)
        try db.cachedStatement(
            sql: """
                UPDATE drink_sessions SET number = (SELECT number FROM sections WHERE path = ?) WHERE session = ?
                """
        ).execute(arguments: [SectionID.drinksOfSession.path, session.uuidString])
    }
}
