import Domain

/// Something that a running repository does beside everything else.
enum RepositoryStep: Sendable {
    /// Fetches a section; only the answer to the latest `generation` counts.
    case fetch(SectionID, generation: Int, CancellationHandle)
    /// Reads all rows of a section of which only the head is in memory.
    case readStoredRows(SectionID)
    /// Waits before a server that was not there is tried again.
    case pause(attempt: Int, CancellationHandle)
    /// Writes what the disk does not have yet.
    case save
}
