import Canvas

/// Tracks which pictures the terminal holds, and which should be transmitted; a value without side effects.
///
/// Numbers are reused, so that they stay few: when the program is killed, all of them are deleted. Pictures on the
/// screen are never evicted; others are, least recently used first, when there are too many of them or too many bytes.
struct KittyImages {
    struct Limits {
        var images = 64
        /// The limit on their pixels, in bytes.
        var bytes = 16 << 20
        /// The limit on pictures that are being transmitted at once.
        var underWay = 4
    }

    private struct Image {
        let number: Int
        let bytes: Int
        var isThere = false
        var usedAt: Int
    }

    private let limits: Limits
    private var images: [PixelPicture: Image] = [:]
    private var free: [Int]
    private var bytes = 0
    private var underWay = 0
    private var frame = 0
    /// One more than the highest number ever used.
    private(set) var end = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
        free = Array((0..<limits.images).reversed())
    }

    /// The number of a picture that is transmitted completely; `nil` otherwise.
    subscript(picture: PixelPicture) -> Int? {
        images[picture].flatMap { $0.isThere ? $0.number : nil }
    }

    /// The changes that a new frame needs.
    struct FrameChanges: Equatable {
        /// Pictures to transmit, under these numbers.
        var transmitted: [Transmission] = []
        /// Numbers of images to delete first.
        var deleted: [Int] = []
    }

    struct Transmission: Equatable {
        let picture: PixelPicture
        let number: Int
    }

    /// Starts a frame with these pictures. Returns the transmissions and deletions it needs.
    mutating func show(_ pictures: [PixelPicture]) -> FrameChanges {
        frame += 1
        for picture in pictures { images[picture]?.usedAt = frame }
        var demand = FrameChanges()
        for picture in pictures where images[picture] == nil && underWay < limits.underWay {
            let size = picture.size.width * picture.size.height * 4
            guard size <= limits.bytes, makeRoom(size, &demand), let number = free.popLast() else { continue }
            images[picture] = Image(number: number, bytes: size, usedAt: frame)
            bytes += size
            underWay += 1
            end = max(end, number + 1)
            demand.transmitted.append(Transmission(picture: picture, number: number))
        }
        return demand
    }

    /// Whether a picture that is being transmitted is still wanted. If not, it is removed.
    mutating func isWanted(_ picture: PixelPicture) -> Bool {
        guard let image = images[picture], !image.isThere else { return false }
        guard image.usedAt < frame else { return true }
        underWay -= 1
        remove(picture)
        return false
    }

    /// Marks a picture as transmitted completely.
    mutating func arrive(_ picture: PixelPicture) {
        guard let image = images[picture], !image.isThere else { return }
        images[picture]?.isThere = true
        underWay -= 1
    }

    /// Removes all pictures, including those being transmitted.
    mutating func forgetAll() {
        let end = end
        self = KittyImages(limits: limits)
        self.end = end
    }

    private mutating func makeRoom(_ size: Int, _ demand: inout FrameChanges) -> Bool {
        while free.isEmpty || bytes + size > limits.bytes {
            let unused = images.filter { $0.value.isThere && $0.value.usedAt < frame }
            guard let oldest = unused.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return false }
            demand.deleted.append(oldest.value.number)
            remove(oldest.key)
        }
        return true
    }

    private mutating func remove(_ picture: PixelPicture) {
        guard let image = images.removeValue(forKey: picture) else { return }
        bytes -= image.bytes
        free.append(image.number)
    }
}
