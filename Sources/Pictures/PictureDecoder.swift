import CPictures
import Canvas
import Foundation

/// Makes cells of the bytes of a PNG or a JPEG.
public enum PictureDecoder {
    /// A file with more bytes is not looked at.
    public static let mostBytes = 10 << 20
    /// Pixels that a file may declare: those of a good camera.
    public static let mostPixels = 16_000_000
    /// Bytes that a decoder may keep while it works: a picture that says it needs more is refused before it gets any.
    static let mostMemory = 32 << 20
    /// Rounds over the picture: a progressive file has about ten, one made to keep a machine busy has thousands.
    static let mostScans = 64
    /// Cells of a picture, each way: more than any screen has.
    static let largest = Size(width: 400, height: 200)

    /// The picture in `bytes` in the largest size that fits into `size` cells, of which each is twice as high as wide;
    /// at least one cell. Computes for a while: never on a thread that somebody waits for. Throws what is wrong with the
    /// bytes, before memory is taken for what they declare.
    public static func decode(
        _ bytes: Data, fitting size: Size, colors: PictureColors
    ) throws(PictureError) -> CellPicture {
        guard bytes.count <= mostBytes else { throw .tooManyBytes(limit: mostBytes) }
        let header = try PictureHeader(bytes)
        try check(header)
        let cells = fitted(header, to: size)
        return CellPicture(size: cells, cells: try draw(bytes, header, cells, colors))
    }

    private static func check(_ header: PictureHeader) throws(PictureError) {
        let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
        guard pixels > 0, !overflow, pixels <= mostPixels else {
            throw .dimensions(width: header.width, height: header.height)
        }
        guard pixels * header.bytesPerPixel <= mostMemory, header.scans <= mostScans else { throw .tooCostly }
        guard header.isWhole else { throw .unreadable }
    }

    /// Columns and rows of the picture within `size`.
    static func fitted(_ header: PictureHeader, to size: Size) -> Size {
        let width = Double(min(max(1, size.width), largest.width))
        let height = Double(min(max(1, size.height), largest.height))
        let shown = header.shown
        let scale = min(width / Double(shown.width), 2 * height / Double(shown.height))
        return Size(
            width: max(1, Int((Double(shown.width) * scale).rounded())),
            height: max(1, Int((Double(shown.height) * scale / 2).rounded())))
    }

    private static func draw(
        _ bytes: Data, _ header: PictureHeader, _ size: Size, _ colors: PictureColors
    ) throws(PictureError) -> [PictureCell] {
        let request = pictures_request(
            format: header.format == .png ? pictures_png : pictures_jpeg,
            colors: colors == .direct ? pictures_direct : pictures_indexed,
            width: Int32(header.width), height: Int32(header.height), columns: Int32(size.width),
            rows: Int32(size.height), orientation: Int32(header.orientation))
        var cells = [pictures_cell](repeating: pictures_cell(), count: size.width * size.height)
        let outcome = bytes.withUnsafeBytes {
            pictures_decode($0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count, request, &cells)
        }
        switch outcome {
        case pictures_done: return cells.map { PictureCell($0, colors) }
        case pictures_mismatched: throw .dimensions(width: header.width, height: header.height)
        default: throw .unreadable
        }
    }
}

extension PictureCell {
    fileprivate init(_ cell: pictures_cell, _ colors: PictureColors) {
        self.init(
            Unicode.Scalar(cell.character) ?? " ", CellColor(cell.foreground, colors),
            CellColor(cell.background, colors))
    }
}

extension CellColor {
    fileprivate init(_ number: Int32, _ colors: PictureColors) {
        if number < 0 {
            self = .standard
        } else if colors == .direct {
            self = .rgb(UInt32(number))
        } else {
            self = .indexed(UInt8(clamping: number))
        }
    }
}
