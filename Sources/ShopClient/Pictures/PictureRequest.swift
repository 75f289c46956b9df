import Canvas

public struct PictureRequest: Hashable, Sendable {
    /// The address as the shop wrote it.
    public let address: String
    /// The size in cells that the picture has to fit into.
    public let size: Size

    public init(_ address: String, fitting size: Size) {
        self.address = address
        self.size = size
    }
}

public enum PictureState: Hashable, Sendable {
    /// It is being loaded, or will be.
    case waiting
    /// It failed and is not tried again.
    case failed
    /// It is larger than what terminals fetch and decode, and is not tried again.
    case tooLarge
    case ready(CellPicture)

    /// The picture, or `nil` if it is not there.
    public var picture: CellPicture? {
        guard case .ready(let picture) = self else { return nil }
        return picture
    }
}

public struct PictureDemand: Hashable, Sendable {
    /// The pictures on the screen, most important first: these come before all others.
    public var inView: [PictureRequest]
    /// The pictures that come next if the guest goes on scrolling in the same direction.
    public var next: [PictureRequest] = []
    /// The pictures that may be on the screen soon.
    public var others: [PictureRequest]
    /// Whether downloads are allowed; pictures from memory and disk are loaded in any case.
    public var mayDownload: Bool

    public init(inView: [PictureRequest] = [], others: [PictureRequest] = [], mayDownload: Bool = false) {
        self.inView = inView
        self.others = others
        self.mayDownload = mayDownload
    }
}

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
    /// Whether that answer was too large.
    var isTooLarge = false
    /// The requested sizes that are not decoded yet.
    var sizes: Set<Size> = []

    /// The maximum number of requested sizes; if there are more, the earlier ones belong to former screen sizes.
    private static let maxSizes = 4

    /// Requests a size that is not in memory.
    mutating func request(_ size: Size) {
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

/// A cache of decoded pictures, limited to a number of cells; the least recently used ones are evicted.
struct PictureCache: Sendable {
    private struct Entry: Sendable {
        let picture: CellPicture
        var usedAt: Int
    }

    private let maxCells: Int
    private var entries: [PictureRequest: Entry] = [:]
    private var cells = 0
    private var clock = 0

    init(maxCells: Int) { self.maxCells = maxCells }

    var requests: some Collection<PictureRequest> { entries.keys }

    subscript(request: PictureRequest) -> CellPicture? { entries[request]?.picture }

    /// Marks the picture as used now. Returns whether it is in the cache.
    mutating func use(_ request: PictureRequest) -> Bool {
        guard let index = entries.index(forKey: request) else { return false }
        clock += 1
        entries.values[index].usedAt = clock
        return true
    }

    mutating func put(_ picture: CellPicture, for request: PictureRequest) {
        remove(request)
        clock += 1
        entries[request] = Entry(picture: picture, usedAt: clock)
        cells += PictureCache.cells(of: picture)
        guard cells > maxCells else { return }
        for (oldest, _) in entries.sorted(by: { $0.value.usedAt < $1.value.usedAt }) {
            // Evicts a little more than necessary, so that the next insertion does not sort again; the new picture
            // stays.
            guard cells > maxCells - maxCells / 16, oldest != request else { break }
            remove(oldest)
        }
    }

    private mutating func remove(_ request: PictureRequest) {
        guard let entry = entries.removeValue(forKey: request) else { return }
        cells -= PictureCache.cells(of: entry.picture)
    }

    /// The number of pixel bytes that count as one cell.
    private static let bytesOfACell = 256

    private static func cells(of picture: CellPicture) -> Int {
        picture.size.width * picture.size.height + (picture.pixels?.bytes.count ?? 0) / bytesOfACell
    }
}
