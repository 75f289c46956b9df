import Domain
import GRDB

extension SQLiteTransaction {
    func sectionVersions() throws -> SectionVersions {
        let changes = try rows("SELECT path, version, number FROM sections").map { row in
            (SectionID(path: row["path"]), try SectionVersions.Change(row))
        }
        return SectionVersions(Dictionary(changes) { $1 })
    }

    func sectionContents() throws -> [SectionID: String] {
        let noted = try rows("SELECT path, content FROM sections WHERE content IS NOT NULL").map { row in
            (SectionID(path: row["path"]), row["content"] as String)
        }
        return Dictionary(noted) { $1 }
    }

    func addVersion(of section: SectionID) throws -> SectionVersions.Change {
        try newVersion(of: section) {
            let added = try row(
                """
                INSERT INTO sections (path, version, number)
                VALUES (?, 1, (SELECT COALESCE(MAX(number), 0) + 1 FROM sections))
                ON CONFLICT (path) DO UPDATE SET version = version + 1, number = excluded.number
                RETURNING version, number
                """, [section.path])
            guard let added else { throw StoreError.damaged }
            return try SectionVersions.Change(added)
        }
    }

    func setContent(_ content: String, of section: SectionID) throws {
        try run("UPDATE sections SET content = ? WHERE path = ?", [content, section.path])
    }
}
