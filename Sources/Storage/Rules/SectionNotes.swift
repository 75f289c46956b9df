import Domain

extension Store {
    /// Gives a new version to every section whose content is another than when it was last noted: `contents` has
    /// the same text for the same content.
    public func note(_ contents: [SectionID: String]) async throws {
        // Looked up without writing first: most of the time nothing changed.
        guard try await !read({ try $0.changedSections(contents) }).isEmpty else { return }
        try await transaction { transaction in
            for section in try transaction.changedSections(contents) {
                _ = try transaction.addVersion(of: section)
                try transaction.setContent(contents[section] ?? "", of: section)
            }
        }
    }
}

extension StoreTransaction {
    /// Gives each of them a new version.
    public func change(_ sections: some Sequence<SectionID>) throws {
        for section in sections { _ = try addVersion(of: section) }
    }
}

extension StoreReader {
    /// Those whose content is another than it was noted to be, in one order.
    fileprivate func changedSections(_ contents: [SectionID: String]) throws -> [SectionID] {
        let noted = try sectionContents()
        return contents.keys.filter { noted[$0] != contents[$0] }.sorted { $0.path < $1.path }
    }
}
