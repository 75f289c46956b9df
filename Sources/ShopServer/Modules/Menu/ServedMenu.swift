import Domain

/// The menu as guests see it: what its files say, with what the keeper changed and the prices that are charged.
struct ServedMenu: Sendable {
    private let sections: [SectionID: SectionContent]
    private let details: [String: DetailContent]

    /// `changes` are by the hashes of their dishes.
    init(_ files: MenuFiles, _ changes: [String: DishChange]) {
        sections = files.sections.mapValues { $0.content(with: changes) }
        details = Dictionary(
            uniqueKeysWithValues: files.details.map { hash, file in
                (hash, files.offer(hash).map { file.content(at: changes[hash]?.price ?? $0.price) } ?? file.content)
            })
    }

    /// `nil` for a section that is not on the menu.
    subscript(section: SectionID) -> SectionContent? { sections[section] }

    /// The detail of the dish with that hash; `nil` where there is none.
    func detail(_ hash: String) -> DetailContent? { details[hash] }
}
