import Canvas
import Foundation
import TestPeers
import Testing

@testable import Pictures

/// Photographs are stored as the camera was held, with the orientation in their EXIF data.
struct PictureOrientationTests {
    /// The colours of the upright picture's corners, in reading order.
    private static let corners: [UInt32] = [0xF01010, 0x10F010, 0x1010F0, 0xF0F010]
    /// Twice as wide as high.
    private static let (width, height) = (160, 80)

    /// Returns a file with that orientation: each corner of the file has the colour of the corresponding corner of the
    /// upright picture.
    private static func stored(_ orientation: Int) -> Data {
        let isTurned = orientation >= 5
        let (columns, rows) = isTurned ? (height, width) : (width, height)
        return TestPicture.jpeg(columns, rows, quality: 95) { x, y in
            let (right, below) = (x >= columns / 2, y >= rows / 2)
            let (column, row) = upright(right, below, orientation)
            return corners[(row ? 2 : 0) + (column ? 1 : 0)]
        }
    }

    /// Returns where a corner of the file appears in the upright picture (EXIF 2.3, figure 5). For orientations 1 to 8,
    /// the file's first row and first column are at the top and left, top and right, bottom and right, bottom and left,
    /// left and top, right and top, right and bottom, left and bottom.
    private static func upright(_ right: Bool, _ below: Bool, _ orientation: Int) -> (right: Bool, below: Bool) {
        switch orientation {
        case 2: (!right, below)
        case 3: (!right, !below)
        case 4: (right, !below)
        case 5: (below, right)
        case 6: (!below, right)
        case 7: (!below, !right)
        case 8: (below, !right)
        default: (right, below)
        }
    }

    /// Inserts an EXIF segment with that orientation into `jpeg`, in either byte order.
    private static func exif(_ orientation: Int, isLittle: Bool, in jpeg: Data) -> Data {
        func number(_ value: UInt16) -> [UInt8] {
            let bytes = [UInt8(value >> 8), UInt8(value & 0xFF)]
            return isLittle ? bytes.reversed() : bytes
        }
        func long(_ value: UInt16) -> [UInt8] { isLittle ? number(value) + [0, 0] : [0, 0] + number(value) }
        let other = number(0x0100) + number(3) + long(1) + number(7) + [0, 0]
        let entry = number(0x0112) + number(3) + long(1) + number(UInt16(orientation)) + [0, 0]
        let tiff =
            Array((isLittle ? "II" : "MM").utf8) + number(42) + long(8) + number(2) + other + entry + [0, 0, 0, 0]
        let body = Array("Exif".utf8) + [0, 0] + tiff
        let length = UInt16(body.count + 2)
        return jpeg.prefix(2) + Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + body) + jpeg.dropFirst(2)
    }

    private func near(_ color: CellColor?, _ wanted: UInt32) -> Bool {
        guard case .rgb(let value) = color else { return false }
        return [0, 8, 16].allSatisfy { abs(Int(value >> $0 & 0xFF) - Int(wanted >> $0 & 0xFF)) < 40 }
    }

    @Test(arguments: 1...8, [true, false])
    func aPhotographIsSeenUpright(_ orientation: Int, _ isLittle: Bool) throws {
        let bytes = PictureOrientationTests.exif(
            orientation, isLittle: isLittle, in: PictureOrientationTests.stored(orientation))
        let header = try PictureHeader(bytes)
        #expect(header.orientation == orientation)
        let picture = try PictureDecoder.decode(bytes, fitting: Size(width: 16, height: 8), colors: .direct)
        #expect(picture.size == Size(width: 16, height: 4))
        let (top, bottom) = (DecodedPicture.colors(of: picture, row: 0), DecodedPicture.colors(of: picture, row: 3))
        let seen = [top.first, top.last, bottom.first, bottom.last]
        for (color, wanted) in zip(seen, PictureOrientationTests.corners) { #expect(near(color, wanted), "\(seen)") }
    }

    @Test(arguments: [0, 9, 255]) func anOrientationThatIsNoneIsNone(_ orientation: Int) throws {
        let bytes = PictureOrientationTests.exif(
            orientation, isLittle: true, in: PictureOrientationTests.stored(1))
        #expect(try PictureHeader(bytes).orientation == 1)
    }

    @Test func brokenEXIFIsNone() throws {
        let whole = PictureOrientationTests.exif(6, isLittle: false, in: PictureOrientationTests.stored(6))
        for index in 6..<40 {
            for value in [0x00, 0x7F, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[bytes.startIndex + index] = value
                let orientation = try PictureHeader(bytes).orientation
                #expect((1...8).contains(orientation))
            }
        }
    }
}
