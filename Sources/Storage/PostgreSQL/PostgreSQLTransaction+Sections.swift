import Domain

extension PostgreSQLTransaction {
    func sectionVersions() throws -> SectionVersions {
        let changes = try rows("SELECT path, version, number FROM sections").map { row in
            (SectionID(path: try row.text("path")), try SectionVersions.Change(row))
        }
        return SectionVersions(Dictionary(changes) { $1 })
    }

    func sectionContents() throws -> [SectionID: String] {
        let noted = try rows("SELECT path, content FROM sections WHERE content IS NOT NULL").map { row in
            (SectionID(path: try row.text("path")), try row.text("content"))
        }
        return Dictionary(noted) { $1 }
    }

    func addVersion(of section: SectionID) throws -> SectionVersions.Change {
        try newVersion(of: section) {
            let added = try row(
                """
                WITH change AS (UPDATE changes SET number = number + 1 RETURNING number)
                INSERT INTO sections (path, version, number) SELECT $1, 1, number FROM change
                ON CONFLICT (path) DO UPDATE SET version = sections.version + 1, number = excluded.number
                RETURNING version, number
                """, [section.path])
            guard let added else { throw StoreError.damaged }
            return try SectionVersions.Change(added)
        }
    }

    func setContent(_ content: String, of section: SectionID) throws {
        try run("UPDATE sections SET content = $1 WHERE path = $2", [content, section.path])
    }
}
