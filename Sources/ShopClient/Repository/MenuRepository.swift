import Foundation
import ShopModels

/// The sections as they are known now, fetched in the background, each on its own.
public final class MenuRepository: Sendable {
    public let sections: [SectionID]

    public init(sections: [SectionID], source: any SectionSource) {
        self.sections = sections
    }

    /// What is known of `section` now. Safe on any thread; never waits.
    public func section(_ id: SectionID) -> MenuSection { MenuSection(id: id) }

    /// Whether the server answers.
    public var connection: Connection { .connecting }

    /// Asks for `section` again; a fetch of it that is under way is given up and its answer dropped. Never waits.
    public func refetch(_ id: SectionID) {}

    /// Asks for every section again.
    public func refetchAll() { sections.forEach(refetch) }

    /// Fetches whatever is asked for until its task is cancelled: first everything, and again, with growing
    /// pauses, while the server cannot be reached.
    public func run() async {}
}
