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

        fileprivate func moved(by columns: Int) -> Run {
            Run(
                column: column + columns, columns: self.columns, text: text, foreground: foreground,
                background: background)
        }
    }

    private final class Storage: Sendable {
        let size: Size
        let rows: [[Run]]
        let pixels: PixelPicture?
        let digest: Int

        init(size: Size, rows: [[Run]], pixels: PixelPicture?) {
            self.size = size
            self.rows = rows
            self.pixels = pixels
            var hasher = Hasher()
            hasher.combine(size)
            hasher.combine(rows)
            hasher.combine(pixels)
            digest = hasher.finalize()
        }
    }

    private let storage: Storage

    /// A picture of `size` columns and rows; `cells` are row by row, and those that are missing are blank. `pixels` are the
    /// same picture for terminals that show them.
    public init(size: Size, cells: [PictureCell], pixels: PixelPicture? = nil) {
        let rows = (0..<max(0, size.height)).map { row in
            CellPicture.runs(of: cells.dropFirst(row * size.width).prefix(size.width))
        }
        storage = Storage(size: size, rows: rows, pixels: pixels)
    }

    /// A picture of `size` with `rows` of cells from its top and left edge; where there is none, what is behind the
    /// picture is seen.
    public init(size: Size, rows: [[PictureCell?]], pixels: PixelPicture? = nil) {
        storage = Storage(
            size: size,
            rows: (0..<max(0, size.height)).map { rows.indices.contains($0) ? CellPicture.runs(of: rows[$0]) : [] },
            pixels: pixels)
    }

    public var size: Size { storage.size }

    /// The same picture as pixels; `nil` where it was made of cells only.
    public var pixels: PixelPicture? { storage.pixels }

    /// The cells of a row from its left edge; `nil` where there is none.
    public func cells(ofRow row: Int) -> [PictureCell?] {
        var cells = [PictureCell?](repeating: nil, count: max(0, size.width))
        for run in runs(ofRow: row) {
            for (column, character) in zip(run.column..., run.text.unicodeScalars) where cells.indices.contains(column)
            {
                cells[column] = PictureCell(character, run.foreground, run.background)
            }
        }
        return cells
    }

    /// What stands in a row; nothing in a row that is outside.
    public func runs(ofRow row: Int) -> [Run] { storage.rows.indices.contains(row) ? storage.rows[row] : [] }

    public static func == (left: CellPicture, right: CellPicture) -> Bool {
        left.storage === right.storage
            || left.storage.digest == right.storage.digest && left.storage.size == right.storage.size
                && left.storage.rows == right.storage.rows && left.storage.pixels == right.storage.pixels
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(storage.digest) }

    private static func runs(of cells: [PictureCell?]) -> [Run] {
        var runs: [Run] = []
        var column = 0
        for piece in cells.split(separator: nil, omittingEmptySubsequences: false) {
            runs += self.runs(of: piece.compactMap(\.self)[...]).map { $0.moved(by: column) }
            column += piece.count + 1
        }
        return runs
    }

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
