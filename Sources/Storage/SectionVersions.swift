import Domain

/// The sections that ever changed.
public struct SectionVersions: Hashable, Sendable {
    /// A section's latest change.
    public struct Change: Hashable, Sendable {
        /// Counts the section's own changes.
        public let version: Int
        /// Counts the changes of all sections, so that it tells which came later.
        public let number: Int

        public init(version: Int, number: Int) {
            self.version = version
            self.number = number
        }
    }

    public let changes: [SectionID: Change]

    public init(_ changes: [SectionID: Change]) { self.changes = changes }

    /// The number of the last change of all; 0 when nothing ever changed.
    public var last: Int { changes.values.lazy.map(\.number).max() ?? 0 }
}
