import Domain

/// The versions of all sections that ever changed.
public struct SectionVersions: Hashable, Sendable {
    /// A section's latest change.
    public struct Change: Hashable, Sendable {
        /// The number of changes of this section.
        public let version: Int
        /// The number of this change among the changes of all sections, which tells which came later.
        public let number: Int

        public init(version: Int, number: Int) {
            self.version = version
            self.number = number
        }
    }

    public let changes: [SectionID: Change]

    public init(_ changes: [SectionID: Change]) { self.changes = changes }

    /// The number of the last change of any section; 0 if nothing ever changed.
    public var last: Int { changes.values.lazy.map(\.number).max() ?? 0 }
}
