import CPlatform
import Canvas
import Foundation

/// Decodes pictures into cells.
public enum PictureDecoder {
    /// The maximum size in bytes of a picture that terminals fetch.
    public static let maxFetchedBytes = 5 << 20
    /// The maximum file size in bytes; larger files are rejected.
    public static let maxBytes = 10 << 20
    /// The maximum number of pixels that a file may declare: that of a good camera.
    public static let maxPixels = 16_000_000
    /// The maximum memory of a decoder, in bytes: that of the largest picture in the most costly format.
    static let maxMemory = maxPixels * 6
    /// The maximum number of scans: a progressive file has about ten, one made to keep a machine busy has thousands.
    static let maxScans = 64
    /// The maximum size in cells: larger than any screen.
    static let largest = Size(width: 400, height: 200)

    /// The maximum number of pixels on the screen: larger pictures are shown as cells only.
    static let maxShownPixels = 2_000_000

    /// Returns the picture in `bytes` in the largest size that fits into `size` cells; at least one cell. With a
    /// `density`, the result has pixels, too, unless there would be too many. Takes a while: do not call it on a
    /// thread that others wait for. Of a truncated file, what is there is shown. Throws if the bytes are invalid, before memory is allocated for what they declare.
    public static func decode(
        _ bytes: Data, fitting size: Size, colors: PictureColors, density: CellPixels? = nil
    ) throws(PictureError) -> CellPicture {
        guard bytes.count <= maxBytes else { throw .tooManyBytes(limit: maxBytes) }
        let header = try PictureHeader(bytes)
        try check(header, maxPixels: maxPixels, maxMemory: maxMemory)
        let cells = fitted(header, to: size, density)
        return try draw(bytes, header, cells, colors, shown(density, in: cells))
    }

    /// Returns what the picture in `bytes` is, after decoding it. Takes a while, and throws as `decode` does.
    public static func facts(of bytes: Data) throws(PictureError) -> PictureFacts {
        _ = try decode(bytes, fitting: Size(width: 1, height: 1), colors: .indexed)
        return PictureFacts(try PictureHeader(bytes))
    }

    /// Returns `density`, or `nil` if a picture of `size` cells would have too many pixels.
    private static func shown(_ density: CellPixels?, in size: Size) -> CellPixels? {
        density.flatMap { size.width * size.height * $0.width * $0.height <= maxShownPixels ? $0 : nil }
    }

    private static func check(
        _ header: PictureHeader, maxPixels: Int, maxMemory: Int
    ) throws(PictureError) {
        let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
        guard pixels > 0, !overflow, pixels <= maxPixels else {
            throw .dimensions(width: header.width, height: header.height)
        }
        guard pixels * header.bytesPerPixel <= maxMemory, header.scans <= maxScans else { throw .tooCostly }
        guard header.extent != .nothing else { throw .unreadable }
    }

    /// Returns the bytes for the decoder: without what follows the picture, and with the end that a truncated JPEG lacks.
    private static func shown(_ bytes: Data, _ header: PictureHeader) -> Data {
        switch header.extent {
        case .whole(let count): bytes.prefix(count)
        case .truncated(let count): header.format == .jpeg ? bytes.prefix(count) + [0xFF, 0xD9] : bytes.prefix(count)
        case .nothing: Data()
        }
    }

    /// Returns the picture's columns and rows within `size`. Without a density, a cell counts as twice as high as
    /// wide.
    static func fitted(_ header: PictureHeader, to size: Size, _ density: CellPixels? = nil) -> Size {
        let width = Double(min(max(1, size.width), largest.width))
        let height = Double(min(max(1, size.height), largest.height))
        let shown = header.shown
        let ratio = density.map { Double($0.height) / Double($0.width) } ?? 2
        let scale = min(width / Double(shown.width), ratio * height / Double(shown.height))
        return Size(
            width: max(1, Int((Double(shown.width) * scale).rounded())),
            height: max(1, Int((Double(shown.height) * scale / ratio).rounded())))
    }

    private static func draw(
        _ bytes: Data, _ header: PictureHeader, _ size: Size, _ colors: PictureColors, _ density: CellPixels?
    ) throws(PictureError) -> CellPicture {
        let request = pictures_request(
            header, size, colors == .direct ? pictures_direct : pictures_indexed,
            cell: density.map { Size(width: $0.width, height: $0.height) })
        let shown = Size(width: size.width * (density?.width ?? 0), height: size.height * (density?.height ?? 0))
        var cells = [pictures_cell](repeating: pictures_cell(), count: size.width * size.height)
        var pixels = [UInt8](repeating: 0, count: shown.width * shown.height * 4)
        let outcome = self.shown(bytes, header).withUnsafeBytes {
            pictures_decode($0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count, request, &cells, &pixels)
        }
        try throwUnless(outcome, header)
        let seen = cells.map { PictureCell($0, colors) }
        return CellPicture(
            size: size,
            cells: stride(from: 0, to: seen.count, by: size.width).flatMap { row in
                ColorArrangement.arrange(seen[row..<row + size.width])
            },
            pixels: density.map { _ in PixelPicture(size: shown, bytes: pixels) })
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

// Photographs of the shop that are too large for terminals.
extension PictureDecoder {
    /// The maximum size in bytes of a picture that is scaled down.
    public static let maxSourceBytes = 64 << 20
    /// The maximum number of pixels of a picture that is scaled down.
    public static let maxSourcePixels = 120_000_000
    /// The maximum memory, in bytes, of a decoder of such a picture.
    private static let maxSourceMemory = 256_000_000
    /// The maximum length in pixels of the sides of the result: more than terminals show.
    private static let maxScaledSide = 1_600

    /// Whether the file that begins with these bytes declares more pixels than terminals decode.
    public static func hasTooManyPixels(_ head: Data) -> Bool {
        guard let header = try? PictureHeader(head) else { return false }
        let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
        return overflow || pixels > maxPixels || pixels * header.bytesPerPixel > maxMemory
    }

    /// Returns the picture in `bytes`, upright and scaled down to a file that terminals fetch and decode, and what the
    /// original is. Takes a while, and throws as `decode` does, with larger limits.
    public static func scaledDown(_ bytes: Data) throws(PictureError) -> (bytes: Data, facts: PictureFacts) {
        guard bytes.count <= maxSourceBytes else { throw .tooManyBytes(limit: maxSourceBytes) }
        let header = try PictureHeader(bytes)
        try check(header, maxPixels: maxSourcePixels, maxMemory: maxSourceMemory)
        let shown = header.shown
        let scale = min(1, Double(maxScaledSide) / Double(max(shown.width, shown.height)))
        let size = Size(
            width: max(1, Int(Double(shown.width) * scale)), height: max(1, Int(Double(shown.height) * scale)))
        let request = pictures_request(header, size, pictures_direct, cell: Size(width: 1, height: 1))
        var file = pictures_file()
        defer { pictures_release(&file) }
        let outcome = self.shown(bytes, header).withUnsafeBytes {
            pictures_scale($0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count, request, &file)
        }
        try throwUnless(outcome, header)
        guard let start = file.bytes, file.count <= maxFetchedBytes else { throw .tooManyBytes(limit: maxFetchedBytes) }
        return (Data(bytes: start, count: file.count), PictureFacts(header))
    }

    private static func throwUnless(_ outcome: pictures_outcome, _ header: PictureHeader) throws(PictureError) {
        switch outcome {
        case pictures_done: return
        case pictures_mismatched: throw .dimensions(width: header.width, height: header.height)
        case pictures_unavailable: throw .unavailable
        default: throw .unreadable
        }
    }
}

extension pictures_request {
    fileprivate init(_ header: PictureHeader, _ size: Size, _ colors: pictures_colors, cell: Size?) {
        self.init(
            format: header.format.code, colors: colors, width: Int32(header.width), height: Int32(header.height),
            columns: Int32(size.width), rows: Int32(size.height), cell_width: Int32(cell?.width ?? 0),
            cell_height: Int32(cell?.height ?? 0), orientation: Int32(header.orientation),
            is_truncated: header.isTruncated)
    }
}

extension PictureFacts {
    fileprivate init(_ header: PictureHeader) {
        self.init(
            format: header.format, width: header.shown.width, height: header.shown.height,
            isTruncated: header.isTruncated)
    }
}

/// What a picture's file holds.
public struct PictureFacts: Hashable, Sendable {
    public let format: PictureFormat
    /// The size in pixels of the upright picture.
    public let width: Int
    public let height: Int
    /// Whether the file ends before the picture does.
    public let isTruncated: Bool
}
