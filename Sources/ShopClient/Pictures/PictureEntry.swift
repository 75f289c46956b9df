import Canvas

/// What is going on about the picture at one address.
struct PictureEntry: Sendable {
    enum Stage: Sendable {
        /// It may be on disk.
        case unread
        case reading
        /// It is not on disk.
        case unfetched
        case fetching
        /// It failed, and is tried again later.
        case pausing
        /// It failed too often.
        case failed
        /// It was made in all sizes that were wanted.
        case there
    }

    var stage = Stage.unread
    /// Downloads that failed.
    var failures = 0
    /// What stands for an answer that was whole and no picture: until it is another, it is not sent again.
    var broken: PictureValidator?
    /// Sizes in which it is wanted and not made yet.
    var sizes: Set<Size> = []

    /// More sizes are never made at once: those before were of screens that are gone.
    private static let mostSizes = 4

    /// It is not in memory in `size`.
    mutating func want(_ size: Size) {
        if sizes.count >= PictureEntry.mostSizes { sizes = [] }
        sizes.insert(size)
        // Made before, but in another size, or too long ago.
        if stage == .there { stage = .unread }
    }

    /// Whether something is under way that will tell how it ended.
    var isBusy: Bool {
        switch stage {
        case .reading, .fetching, .pausing: true
        case .unread, .unfetched, .failed, .there: false
        }
    }

    /// What is not under way any more when nothing runs.
    mutating func close() {
        switch stage {
        case .reading: stage = .unread
        case .fetching, .pausing: stage = .unfetched
        case .unread, .unfetched, .failed, .there: break
        }
    }
}
