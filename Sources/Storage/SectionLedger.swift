import Domain

/// Where the versions of the shop's sections are kept, so that they go on growing after a restart, and so that several
/// servers with one ledger tell the same ones.
public protocol SectionLedger: Sendable {
    /// Every section that ever changed.
    func sections() async throws(LedgerError) -> SectionVersions

    /// Gives a new version to every section whose content is another than when it was last noted: `contents` has
    /// the same text for the same content.
    func note(_ contents: [SectionID: String]) async throws(LedgerError)

    /// Calls `onChange` after sections were given new versions, here or by another program, until the watch is
    /// cancelled or let go. Now and then once too often; not at all for another program that died right then.
    func watchSections(_ onChange: @escaping @Sendable () -> Void) -> any SectionWatch
}

/// Somebody who wants to know when sections change.
public protocol SectionWatch: Sendable {
    func cancel()
}

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
