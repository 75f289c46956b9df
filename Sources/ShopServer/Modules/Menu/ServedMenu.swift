import Domain
import NIOConcurrencyHelpers

/// The menu as guests see it: the content of its files, with the keeper's changes and the prices that are charged.
struct ServedMenu: Sendable {
    private let sections: [SectionID: SectionContent]
    private let files: MenuFiles
    private let changes: [String: DishChange]
    /// The details that were asked for.
    private let details = NIOLockedValueBox<[String: DetailContent]>([:])

    /// Applies `changes`, which are keyed by the hashes of their dishes.
    init(_ files: MenuFiles, _ changes: [String: DishChange]) {
        sections = files.sections.mapValues { $0.content(with: changes) }
        (self.files, self.changes) = (files, changes)
    }

    /// Returns the section; `nil` if it is not on the menu.
    subscript(section: SectionID) -> SectionContent? { sections[section] }

    /// Returns the detail of the dish with that hash; `nil` if there is none, or if it cannot be read.
    func detail(_ hash: String) -> DetailContent? {
        if let known = details.withLockedValue({ $0[hash] }) { return known }
        guard let file = try? files.details.file(of: hash) else { return nil }
        // Does not throw, because the detail is read.
        let offer = try? files.offer(hash)
        let content = offer.map { file.content(at: $0.changed(by: changes[hash]).price) } ?? file.content
        details.withLockedValue { $0[hash] = content }
        return content
    }
}
