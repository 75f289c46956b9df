/// The size of a terminal cell in pixels.
public struct CellPixels: Hashable, Sendable {
    public let width: Int
    public let height: Int

    /// Returns `nil` unless both sides are between 2 and 128 pixels, which no terminal's cell exceeds.
    public init?(width: Int, height: Int) {
        guard CellPixels.sides.contains(width), CellPixels.sides.contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    private init(of width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    private static let sides = 2...128

    /// The assumed size if a terminal that scales pictures itself does not report its cell size.
    public static let standard = CellPixels(of: 10, 20)
}

/// A picture as RGBA pixels. Copies share storage; two pictures are equal if their pixels are.
public struct PixelPicture: Hashable, Sendable {
    /// The circle that a picture is clipped to: pixels outside it are transparent.
    public struct Circle: Hashable, Sendable {
        /// The size of the circle's bounding rectangle in pixels.
        public let size: Size
        /// The picture's offset within the bounding rectangle.
        public let origin: Point
        /// The background colour of the circle where the picture does not cover it.
        public let disc: CellColor
    }

    private final class Storage: Sendable {
        let size: Size
        let bytes: [UInt8]
        let digest: Int

        init(size: Size, bytes: [UInt8]) {
            self.size = size
            self.bytes = bytes
            var hasher = Hasher()
            hasher.combine(size)
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
            digest = hasher.finalize()
        }
    }

    private let storage: Storage
    public private(set) var circle: Circle?

    /// Creates a picture of `size` pixels from `bytes`: red, green, blue and opacity of each pixel, row by row.
    public init(size: Size, bytes: [UInt8]) {
        precondition(bytes.count == size.width * size.height * 4, "four bytes a pixel")
        storage = Storage(size: size, bytes: bytes)
    }

    /// The size of the picture itself in pixels, ignoring any circle.
    public var pictureSize: Size { storage.size }
    public var bytes: [UInt8] { storage.bytes }

    /// The size of what is shown in pixels: that of the circle, or of the picture if there is none.
    public var size: Size { circle?.size ?? storage.size }

    /// Returns this picture, which occupies `own` cells, centred in a circle of `cells`. Returns `nil` if it is in a
    /// circle already or `own` is empty.
    func inCircle(_ cells: Size, of own: Size, disc: CellColor) -> PixelPicture? {
        guard circle == nil, own.width > 0, own.height > 0 else { return nil }
        let (width, height) = (pictureSize.width / own.width, pictureSize.height / own.height)
        var copy = self
        copy.circle = Circle(
            size: Size(width: cells.width * width, height: cells.height * height),
            origin: Point(
                column: (cells.width - own.width) / 2 * width, row: (cells.height - own.height) / 2 * height),
            disc: disc)
        return copy
    }

    /// Compares sizes and 64-bit digests instead of the bytes: one in 2⁶⁴ pairs of different pictures compares equal.
    public static func == (left: PixelPicture, right: PixelPicture) -> Bool {
        left.circle == right.circle
            && (left.storage === right.storage
                || left.storage.digest == right.storage.digest && left.storage.size == right.storage.size)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage.digest)
        hasher.combine(circle)
    }
}
