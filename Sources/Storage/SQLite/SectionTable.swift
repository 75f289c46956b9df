import Domain
import Foundation
import GRDB

/// The versions of the shop's sections.
enum SectionTable {
    static func versions(in db: Database) throws -> SectionVersions {
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT path, version, number FROM sections"))
        let changes = rows.map { row in
            (
                SectionID(path: row["path"]),
                SectionVersions.Change(version: row["version"], number: row["number"])
            )
        }
        return SectionVersions(Dictionary(changes) { $1 })
    }

    /// Gives each of them a new version. Within the transaction of whoever calls.
    static func change(_ sections: some Sequence<SectionID>, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO sections (path, version, number)
                VALUES (?, 1, (SELECT COALESCE(MAX(number), 0) + 1 FROM sections))
                ON CONFLICT (path) DO UPDATE SET version = version + 1, number = excluded.number
                """)
        for section in sections { try statement.execute(arguments: [section.path]) }
    }

    /// Those whose content is another than it was noted to be.
    static func changed(_ contents: [SectionID: String], in db: Database) throws -> [SectionID] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT path, content FROM sections"))
        var noted: [SectionID: String] = [:]
        for row in rows { noted[SectionID(path: row["path"])] = row["content"] as String? }
        return contents.filter { noted[$0.key] != $0.value }.keys.sorted { $0.path < $1.path }
    }

    /// Notes what they contain now. Within the transaction of whoever calls, who gave each of them a version.
    static func note(_ contents: [SectionID: String], of sections: [SectionID], in db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE sections SET content = ? WHERE path = ?")
        for section in sections { try statement.execute(arguments: [contents[section], section.path]) }
    }
}
