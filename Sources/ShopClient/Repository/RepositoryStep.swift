import Domain

/// An operation that a running repository performs concurrently.
enum RepositoryStep: Sendable {
    /// Fetches a section; only the answer to the latest `generation` counts.
    case fetch(SectionID, generation: Int, CancellationHandle)
    /// Reads all rows of a section that has only its head in memory.
    case readStoredRows(SectionID)
    /// Waits before an unreachable server is tried again.
    case pause(attempt: Int, CancellationHandle)
    /// Writes unsaved sections to disk.
    case save
}
