import Domain

extension Store {
    /// Gives a new version to every section whose contents differ from those last recorded. `contents` has equal texts
    /// for equal contents.
    public func note(_ contents: [SectionID: String]) async throws {
        // Reads first without taking the write lock: most of the time nothing changed.
        guard try await !read({ try $0.changedSections(contents) }).isEmpty else { return }
        try await transaction { transaction in
            for section in try transaction.changedSections(contents) {
                try transaction.note(contents[section] ?? "", of: section)
            }
        }
    }
}

extension StoreTransaction {
    /// Gives the section a new version, with these contents.
    public func note(_ content: String, of section: SectionID) throws {
        _ = try addVersion(of: section)
        try setContent(content, of: section)
    }

    public func change(_ sections: some Sequence<SectionID>) throws {
        for section in sections { _ = try addVersion(of: section) }
    }
}

extension StoreReader {
    /// Returns the sections whose contents differ from those recorded, sorted by path.
    fileprivate func changedSections(_ contents: [SectionID: String]) throws -> [SectionID] {
        let noted = try sectionContents()
        return contents.keys.filter { noted[$0] != contents[$0] }.sorted { $0.path < $1.path }
    }
}
