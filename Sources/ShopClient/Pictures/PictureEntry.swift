import Canvas

/// The state of the picture at one address.
struct PictureEntry: Sendable {
    enum Stage: Sendable {
        /// It may be on disk; not checked yet.
        case unread
        case reading
        /// It is not on disk.
        case unfetched
        case fetching
        /// It failed, and is tried again after a back-off.
        case pausing
        /// It failed too often, or its bytes are not a picture.
        case failed
        /// It was decoded in all requested sizes.
        case there
    }

    var stage = Stage.unread
    /// The number of failed downloads.
    var failures = 0
    /// The validator of a complete answer that was not a picture: sent along so that the same bytes are not downloaded
    /// again.
    var broken: PictureValidator?
    /// The requested sizes that are not decoded yet.
    var sizes: Set<Size> = []

    /// The maximum number of requested sizes; if there are more, the earlier ones belong to former screen sizes.
    private static let maxSizes = 4

    /// Requests a size that is not in memory.
    mutating func want(_ size: Size) {
        if sizes.count >= PictureEntry.maxSizes { sizes = [] }
        sizes.insert(size)
        // Decoded before, but in another size, or evicted since.
        if stage == .there { stage = .unread }
    }

    /// Whether an operation is under way that will report its end.
    var isBusy: Bool {
        switch stage {
        case .reading, .fetching, .pausing: true
        case .unread, .unfetched, .failed, .there: false
        }
    }

    /// Resets the operations under way when the repository stops.
    mutating func close() {
        switch stage {
        case .reading: stage = .unread
        case .fetching, .pausing: stage = .unfetched
        case .unread, .unfetched, .failed, .there: break
        }
    }
}
