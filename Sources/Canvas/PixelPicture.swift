/// The pixels of which one cell of a terminal is made.
public struct CellPixels: Hashable, Sendable {
    public let width: Int
    public let height: Int

    /// `nil` for a cell of no terminal: one without pixels, or of more than anybody's screen has.
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

    /// What is taken for it where a terminal that scales pictures by itself does not tell.
    public static let usual = CellPixels(of: 10, 20)
}

/// A picture as pixels. Copies share one storage, and two are equal where their pixels are.
public struct PixelPicture: Hashable, Sendable {
    /// The circle in which a picture is shown: pixels outside of it are transparent.
    public struct Circle: Hashable, Sendable {
        /// Pixels of the rectangle around it.
        public let size: Size
        /// Where in it the picture begins.
        public let origin: Point
        /// What is seen where the picture leaves it free.
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

    /// A picture of `size` pixels; `bytes` are red, green, blue and opacity of each, row by row.
    public init(size: Size, bytes: [UInt8]) {
        precondition(bytes.count == size.width * size.height * 4, "four bytes a pixel")
        storage = Storage(size: size, bytes: bytes)
    }

    /// Pixels of the picture, whether it is in a circle or not.
    public var pictureSize: Size { storage.size }
    public var bytes: [UInt8] { storage.bytes }

    /// Pixels of what is shown.
    public var size: Size { circle?.size ?? storage.size }

    /// This picture, of `columns` columns, in the middle of a circle of `cells`.
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

    /// Two of as many bytes whose digests agree have the same bytes: one of 2⁶⁴ pairs does not.
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
