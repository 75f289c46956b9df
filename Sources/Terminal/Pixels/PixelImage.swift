import Canvas
import Glibc

/// An image of RGBA pixels, row by row, as it is transmitted.
struct PixelImage: Equatable {
    let size: Size
    var bytes: [UInt8]

    init(size: Size, bytes: [UInt8]) {
        self.size = size
        self.bytes = bytes
    }

    /// Renders `picture`, in its circle if it has one.
    init(_ picture: PixelPicture) {
        guard let circle = picture.circle else {
            self.init(size: picture.pictureSize, bytes: picture.bytes)
            return
        }
        self.init(size: circle.size, bytes: [UInt8](repeating: 0, count: circle.size.width * circle.size.height * 4))
        draw(picture, circle)
    }

    private mutating func draw(_ picture: PixelPicture, _ circle: PixelPicture.Circle) {
        let disc = circle.disc.value
        for row in 0..<size.height {
            for column in 0..<size.width {
                let opacity = PixelImage.coverage(column: column, row: row, size)
                guard opacity > 0 else { continue }
                let own = PixelImage.pixel(
                    of: picture, column: column - circle.origin.column, row: row - circle.origin.row)
                let at = (row * size.width + column) * 4
                for part in 0..<3 {
                    let behind = Int(disc >> UInt32(16 - 8 * part) & 0xFF)
                    bytes[at + part] =
                        own.map { UInt8((Int($0[part]) * Int($0[3]) + behind * (255 - Int($0[3]))) / 255) }
                        ?? UInt8(behind)
                }
                bytes[at + 3] = opacity
            }
        }
    }

    private static func pixel(of picture: PixelPicture, column: Int, row: Int) -> SIMD4<UInt8>? {
        guard (0..<picture.pictureSize.width).contains(column), (0..<picture.pictureSize.height).contains(row) else {
            return nil
        }
        let at = (row * picture.pictureSize.width + column) * 4
        return SIMD4(picture.bytes[at], picture.bytes[at + 1], picture.bytes[at + 2], picture.bytes[at + 3])
    }

    /// The coverage of a pixel by the ellipse that fills a rectangle of `size`: 0 to 255.
    private static func coverage(column: Int, row: Int, _ size: Size) -> UInt8 {
        let radius = Double(min(size.width, size.height)) / 2
        let x = (Double(column) + 0.5) * 2 / Double(size.width) - 1
        let y = (Double(row) + 0.5) * 2 / Double(size.height) - 1
        let inside = (1 - (x * x + y * y).squareRoot()) * radius + 0.5
        return UInt8(max(0, min(1, inside)) * 255)
    }

    /// Whether every pixel is opaque.
    var isOpaque: Bool { stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 } }
}

extension CellColor {
    /// The colour as 0xRRGGBB; black for the terminal's default.
    var value: UInt32 {
        switch self {
        case .standard: 0
        case .indexed(let index): RGBColor.value(inPalette: index)
        case .rgb(let value): value
        }
    }
}
