import Domain

/// The menu as guests see it: the content of its files, with the keeper's changes and the prices that are charged.
struct ServedMenu: Sendable {
    private let sections: [SectionID: SectionContent]
    private let details: [String: DetailContent]

    /// Applies `changes`, which are keyed by the hashes of their dishes.
    init(_ files: MenuFiles, _ changes: [String: DishChange]) {
        sections = files.sections.mapValues { $0.content(with: changes) }
        details = Dictionary(
            uniqueKeysWithValues: files.details.map { hash, file in
                (hash, files.offer(hash).map { file.content(at: changes[hash]?.price ?? $0.price) } ?? file.content)
            })
    }

    /// Returns the section; `nil` if it is not on the menu.
    subscript(section: SectionID) -> SectionContent? { sections[section] }

    /// Returns the detail of the dish with that hash; `nil` if there is none.
    func detail(_ hash: String) -> DetailContent? { details[hash] }
}
