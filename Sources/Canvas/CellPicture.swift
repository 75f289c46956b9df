import TerminalText

/// Which colours a terminal can give to the cells of a picture.
public enum PictureColors: Hashable, Sendable {
    /// None that would do: pictures are not shown.
    case none
    /// The palette of 256.
    case indexed
    /// Any, by red, green and blue.
    case direct
}

/// The colour of one half of a picture's cell.
public enum CellColor: Hashable, Sendable {
    /// The terminal's own.
    case standard
    /// A place in the palette of 256.
    case indexed(UInt8)
    /// 0xRRGGBB.
    case rgb(UInt32)
}

/// One cell of a picture: a character of one column, and the colours before and behind it.
public struct PictureCell: Hashable, Sendable {
    public var character: Unicode.Scalar
    public var foreground: CellColor
    public var background: CellColor

    public init(_ character: Unicode.Scalar, _ foreground: CellColor, _ background: CellColor) {
        self.character = character
        self.foreground = foreground
        self.background = background
    }
}

/// A picture made of cells. Copies share one storage, so that handing it on and comparing it cost next to nothing.
public struct CellPicture: Hashable, Sendable {
    /// Cells of a row that look alike but for their characters.
    public struct Run: Hashable, Sendable {
        public let column: Int
        public let columns: Int
        public let text: String
        public let foreground: CellColor
        public let background: CellColor
    }

    private final class Storage: Sendable {
        let size: Size
        let rows: [[Run]]
        let digest: Int

        init(size: Size, rows: [[Run]]) {
            self.size = size
            self.rows = rows
            var hasher = Hasher()
            hasher.combine(size)
            hasher.combine(rows)
            digest = hasher.finalize()
        }
    }

    private let storage: Storage

    /// A picture of `size` columns and rows; `cells` are row by row, and those that are missing are blank.
    public init(size: Size, cells: [PictureCell]) {
        let rows = (0..<max(0, size.height)).map { row in
            CellPicture.runs(of: cells.dropFirst(row * size.width).prefix(size.width))
        }
        storage = Storage(size: size, rows: rows)
    }

    public var size: Size { storage.size }

    /// What stands in a row; nothing in a row that is outside.
    public func runs(ofRow row: Int) -> [Run] { storage.rows.indices.contains(row) ? storage.rows[row] : [] }

    public static func == (left: CellPicture, right: CellPicture) -> Bool {
        left.storage === right.storage
            || left.storage.digest == right.storage.digest && left.storage.size == right.storage.size
                && left.storage.rows == right.storage.rows
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(storage.digest) }

    private static func runs(of cells: ArraySlice<PictureCell>) -> [Run] {
        var runs: [Run] = []
        var rest = cells
        while let first = rest.first {
            let alike = rest.prefix { $0.foreground == first.foreground && $0.background == first.background }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: alike.map(\.character))
            runs.append(
                Run(
                    column: alike.startIndex - cells.startIndex, columns: alike.count,
                    text: String(text), foreground: first.foreground, background: first.background))
            rest = rest[alike.endIndex...]
        }
        return runs
    }
}

/// One row of a picture at its place in a line.
public struct PictureSlice: Hashable, Sendable {
    public let column: Int
    public let picture: CellPicture
    /// Counted from the picture's top.
    public let row: Int

    public init(column: Int, picture: CellPicture, row: Int) {
        self.column = column
        self.picture = picture
        self.row = row
    }

    /// Columns that it covers.
    public var columns: Int { picture.size.width }
}
