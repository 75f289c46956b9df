import TerminalText

/// The colours that a terminal supports for pictures.
public enum PictureColors: Hashable, Sendable {
    /// Too few colours: pictures are not shown.
    case none
    /// The 256-colour palette.
    case indexed
    /// Direct colour (RGB).
    case direct
}

/// The foreground or background colour of a picture cell.
public enum CellColor: Hashable, Sendable {
    /// The terminal's default colour.
    case standard
    /// An index into the 256-colour palette.
    case indexed(UInt8)
    /// 0xRRGGBB.
    case rgb(UInt32)
}

/// One cell of a picture: a character one column wide with foreground and background colours.
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

/// A picture made of character cells. Copies share storage, so copying and comparing are cheap.
public struct CellPicture: Hashable, Sendable {
    /// Consecutive cells of a row that have the same colours.
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

    /// Creates a picture of `size` from `cells`, row by row; missing cells at the end stay transparent. `pixels` is the
    /// same picture for terminals that can show pixels.
    public init(size: Size, cells: [PictureCell], pixels: PixelPicture? = nil) {
        let rows = (0..<max(0, size.height)).map { row in
            CellPicture.runs(of: cells.dropFirst(row * size.width).prefix(size.width))
        }
        storage = Storage(size: size, rows: rows, pixels: pixels)
    }

    /// Creates a picture of `size` from `rows` of cells, aligned at the top left corner; `nil` and missing cells are
    /// transparent.
    public init(size: Size, rows: [[PictureCell?]], pixels: PixelPicture? = nil) {
        storage = Storage(
            size: size,
            rows: (0..<max(0, size.height)).map { rows.indices.contains($0) ? CellPicture.runs(of: rows[$0]) : [] },
            pixels: pixels)
    }

    public var size: Size { storage.size }

    /// The same picture as pixels; `nil` if it was created from cells only.
    public var pixels: PixelPicture? { storage.pixels }

    /// Returns the cells of a row from left to right; transparent cells are `nil`.
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

    /// Returns the runs of a row. Returns an empty array if the row is out of range.
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

/// One row of a picture, placed at a column of a line.
public struct PictureSlice: Hashable, Sendable {
    public let column: Int
    public let picture: CellPicture
    /// The row within the picture, counted from its top.
    public let row: Int

    public init(column: Int, picture: CellPicture, row: Int) {
        self.column = column
        self.picture = picture
        self.row = row
    }

    public var columns: Int { picture.size.width }
}
