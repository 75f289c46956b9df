import Canvas

/// A cache of decoded pictures, limited to a number of cells; the least recently used ones are evicted.
struct PictureCache: Sendable {
    private struct Place: Sendable {
        let picture: CellPicture
        var usedAt: Int
    }

    private let maxCells: Int
    private var places: [PictureRequest: Place] = [:]
    private var cells = 0
    private var clock = 0

    init(maxCells: Int) { self.maxCells = maxCells }

    var requests: some Collection<PictureRequest> { places.keys }

    subscript(request: PictureRequest) -> CellPicture? { places[request]?.picture }

    /// Marks the picture as used now. Returns whether it is in the cache.
    mutating func use(_ request: PictureRequest) -> Bool {
        guard let index = places.index(forKey: request) else { return false }
        clock += 1
        places.values[index].usedAt = clock
        return true
    }

    mutating func put(_ picture: CellPicture, for request: PictureRequest) {
        remove(request)
        clock += 1
        places[request] = Place(picture: picture, usedAt: clock)
        cells += PictureCache.cells(of: picture)
        guard cells > maxCells else { return }
        for (oldest, _) in places.sorted(by: { $0.value.usedAt < $1.value.usedAt }) {
            // Evicts a little more than necessary, so that the next insertion does not sort again; the new picture
            // stays.
            guard cells > maxCells - maxCells / 16, oldest != request else { break }
            remove(oldest)
        }
    }

    private mutating func remove(_ request: PictureRequest) {
        guard let place = places.removeValue(forKey: request) else { return }
        cells -= PictureCache.cells(of: place.picture)
    }

    /// The number of pixel bytes that count as one cell.
    private static let bytesOfACell = 256

    private static func cells(of picture: CellPicture) -> Int {
        picture.size.width * picture.size.height + (picture.pixels?.bytes.count ?? 0) / bytesOfACell
    }
}
