import Canvas
import Foundation
import TestPeers
import Testing

@testable import Pictures

/// Photographs that are too large for terminals, scaled down.
@Suite struct PictureScalingTests {
    private let room = Size(width: 8, height: 4)
    /// 17.5 megapixels, red above blue.
    private static let photograph = TestPicture.jpeg(5_000, 3_500) { _, y in y < 1_750 ? 0xD02010 : 0x1020D0 }

    @Test func aLargePhotographBecomesASmallOne() throws {
        let photograph = PictureScalingTests.photograph
        #expect(PictureDecoder.hasTooManyPixels(photograph.prefix(1_000)))
        #expect(throws: PictureError.dimensions(width: 5_000, height: 3_500)) {
            try PictureDecoder.decode(photograph, fitting: room, colors: .direct)
        }
        let (bytes, facts) = try PictureDecoder.scaledDown(photograph)
        #expect(facts == PictureFacts(format: .jpeg, width: 5_000, height: 3_500, isTruncated: false))
        #expect(try PictureHeader(bytes).shown == Size(width: 1_600, height: 1_120))
        #expect(!PictureDecoder.hasTooManyPixels(bytes))
        let picture = try PictureDecoder.decode(bytes, fitting: room, colors: .direct)
        let expected = try PictureDecoder.decode(
            TestPicture.jpeg(500, 350) { _, y in y < 175 ? 0xD02010 : 0x1020D0 }, fitting: room, colors: .direct)
        #expect(picture.size == expected.size)
        #expect(
            DecodedPicture.colors(of: picture, row: 0).map(isRed)
                == DecodedPicture.colors(of: expected, row: 0).map(isRed))
        #expect(DecodedPicture.colors(of: picture, row: 3).allSatisfy { !isRed($0) })
    }

    @Test func aPNGIsScaledDownToo() throws {
        let (bytes, facts) = try PictureDecoder.scaledDown(TestPicture.plain(0x336699, 2_000, 10))
        #expect(facts.format == .png)
        #expect(try PictureHeader(bytes).shown == Size(width: 1_600, height: 8))
    }

    @Test func whatIsSmallKeepsItsSize() throws {
        #expect(!PictureDecoder.hasTooManyPixels(TestPicture.plain(0x336699)))
        let (bytes, _) = try PictureDecoder.scaledDown(TestPicture.plain(0x336699, 40, 20))
        #expect(try PictureHeader(bytes).shown == Size(width: 40, height: 20))
    }

    @Test func thereIsALimit() {
        let jpeg = TestPicture.jpeg(8, 8) { _, _ in 0 }
        #expect(throws: PictureError.dimensions(width: 12_000, height: 12_000)) {
            try PictureDecoder.scaledDown(Bomb.jpeg(jpeg, width: 12_000, height: 12_000))
        }
        #expect(throws: PictureError.tooManyBytes(limit: PictureDecoder.maxSourceBytes)) {
            try PictureDecoder.scaledDown(Data(count: PictureDecoder.maxSourceBytes + 1))
        }
        #expect(throws: PictureError.unknownFormat) { try PictureDecoder.scaledDown(Data("<html>".utf8)) }
        #expect(!PictureDecoder.hasTooManyPixels(Data()))
    }

    private func isRed(_ color: CellColor) -> Bool {
        guard case .rgb(let value) = color else { return false }
        return value >> 16 > value & 0xFF
    }
}
