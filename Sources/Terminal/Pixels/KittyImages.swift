import Canvas

/// Which pictures a terminal has that keeps them under numbers, and which it should get: a pure value.
///
/// Numbers are taken again, so that they are few: when the program is killed all of them are deleted. The pictures that are
/// on the screen are never given up; others go when there are too many, or too many bytes, the longest unused first.
struct KittyImages {
    struct Limits {
        var images = 64
        /// Bytes of their pixels.
        var bytes = 16 << 20
        /// Pictures on their way to the terminal at once.
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
    /// Numbers below it were in use once.
    private(set) var end = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
        free = Array((0..<limits.images).reversed())
    }

    /// The number of a picture that is there whole.
    subscript(picture: PixelPicture) -> Int? {
        images[picture].flatMap { $0.isThere ? $0.number : nil }
    }

    /// What a new frame asks for.
    struct Demand: Equatable {
        /// Pictures to bring, under these numbers.
        var brought: [Brought] = []
        /// Numbers of those that the terminal is to forget before.
        var deleted: [Int] = []
    }

    struct Brought: Equatable {
        let picture: PixelPicture
        let number: Int
    }

    /// Notes that a frame shows these; says what to do so that it can.
    mutating func show(_ pictures: [PixelPicture]) -> Demand {
        frame += 1
        for picture in pictures { images[picture]?.usedAt = frame }
        var demand = Demand()
        for picture in pictures where images[picture] == nil && underWay < limits.underWay {
            let size = picture.size.width * picture.size.height * 4
            guard size <= limits.bytes, makeRoom(size, &demand), let number = free.popLast() else { continue }
            images[picture] = Image(number: number, bytes: size, usedAt: frame)
            bytes += size
            underWay += 1
            end = max(end, number + 1)
            demand.brought.append(Brought(picture: picture, number: number))
        }
        return demand
    }

    /// Whether a picture that is on its way is still wanted; otherwise it counts as given up.
    mutating func isWanted(_ picture: PixelPicture) -> Bool {
        guard let image = images[picture], !image.isThere else { return false }
        guard image.usedAt < frame else { return true }
        underWay -= 1
        remove(picture)
        return false
    }

    /// All of it is at the terminal now.
    mutating func arrive(_ picture: PixelPicture) {
        guard let image = images[picture], !image.isThere else { return }
        images[picture]?.isThere = true
        underWay -= 1
    }

    /// The terminal has none any more; what is on its way is given up.
    mutating func forgetAll() {
        let end = end
        self = KittyImages(limits: limits)
        self.end = end
    }

    private mutating func makeRoom(_ size: Int, _ demand: inout Demand) -> Bool {
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
