import Canvas
import Foundation
import TestPeers
import Testing

@testable import Pictures

struct PictureDecoderTests {
    private let room = Size(width: 8, height: 4)

    private func error(_ bytes: Data) -> PictureError? {
        do throws(PictureError) {
            _ = try PictureDecoder.decode(bytes, fitting: room, colors: .direct)
            return nil
        } catch {
            return error
        }
    }

    @Test func aPlainPictureIsThatColourInEveryCell() throws {
        for bytes in [TestPicture.plain(0xC02010), TestPicture.jpeg(64, 64) { _, _ in 0xC02010 }] {
            let picture = try PictureDecoder.decode(bytes, fitting: room, colors: .direct)
            #expect(picture.size == room)
            for row in 0..<4 { #expect(DecodedPicture.colors(of: picture, row: row).allSatisfy { near($0, 0xC02010) }) }
        }
    }

    private func near(_ color: CellColor, _ wanted: UInt32) -> Bool {
        guard case .rgb(let value) = color else { return false }
        return [0, 8, 16].allSatisfy { abs(Int(value >> $0 & 0xFF) - Int(wanted >> $0 & 0xFF)) < 12 }
    }

    @Test func itsHalvesStandWhereTheyShould() throws {
        let bytes = TestPicture.png(80, 80) { x, _ in x < 40 ? 0xFF0000 : 0x0000FF }
        let picture = try PictureDecoder.decode(bytes, fitting: room, colors: .direct)
        let row = DecodedPicture.colors(of: picture, row: 1)
        #expect(row.prefix(3).allSatisfy { near($0, 0xFF0000) })
        #expect(row.suffix(3).allSatisfy { near($0, 0x0000FF) })
    }

    @Test func ofThePaletteOnlyTheFixedColoursAreUsed() throws {
        let bytes = TestPicture.png(96, 96) { x, y in UInt32(x * 2) << 16 | UInt32(y * 2) << 8 | 0x40 }
        let picture = try PictureDecoder.decode(bytes, fitting: Size(width: 40, height: 20), colors: .indexed)
        let colors = Set((0..<20).flatMap { DecodedPicture.colors(of: picture, row: $0) })
        #expect(colors.count > 10)
        for color in colors {
            guard case .indexed(let place) = color else {
                Issue.record("\(color)")
                continue
            }
            #expect(place >= 16)
        }
    }

    @Test func itKeepsItsShapeWithinTheRoom() throws {
        let sizes = [(400, 100), (100, 400), (240, 240), (1, 1), (1, 3_000), (3_000, 1)]
        for (width, height) in sizes {
            let bytes = TestPicture.plain(0x808080, width, height)
            let size = try PictureDecoder.decode(bytes, fitting: Size(width: 20, height: 10), colors: .indexed).size
            #expect((1...20).contains(size.width))
            #expect((1...10).contains(size.height))
            if width == 400 { #expect(size == Size(width: 20, height: 3)) }
            if height == 400 { #expect(size == Size(width: 5, height: 10)) }
        }
    }

    @Test func everyCharacterTakesOneColumn() throws {
        let bytes = TestPicture.noise(seed: 3, bytes: 5_000)
        let picture = try PictureDecoder.decode(bytes, fitting: Size(width: 60, height: 30), colors: .direct)
        for row in 0..<30 {
            for run in picture.runs(ofRow: row) {
                #expect(run.text.unicodeScalars.count == run.columns)
                #expect(run.text.unicodeScalars.allSatisfy { $0 == " " || (0x2580...0x259F).contains($0.value) })
            }
        }
    }

    @Test func whatIsNoPictureIsRefusedWhateverItIsCalled() {
        let svg = Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)
        let gif = Data("GIF89a".utf8) + Data(count: 100)
        let html = Data("<html><body>404</body></html>".utf8)
        for bytes in [svg, gif, html, Data(), Data([0xFF]), Data("BM".utf8) + Data(count: 60)] {
            #expect(error(bytes) == .unknownFormat)
        }
    }

    @Test func ofATruncatedFileWhatIsThereIsShown() throws {
        let files = [
            TestPicture.jpeg(160, 160) { x, y in
                y < 80 ? 0xD02010 : UInt32(truncatingIfNeeded: x &* 7_919 ^ y &* 104_729)
            },
            TestPicture.png(160, 160) { x, y in
                y < 80 ? 0xD02010 : UInt32(truncatingIfNeeded: x &* 7_919 ^ y &* 104_729)
            },
        ]
        for bytes in files {
            for missing in [1, 2, 20, bytes.count / 4] {
                let picture = try PictureDecoder.decode(bytes.dropLast(missing), fitting: room, colors: .direct)
                #expect(picture.size == room)
                #expect(
                    DecodedPicture.colors(of: picture, row: 0).allSatisfy { near($0, 0xD02010) },
                    "\(missing) of \(bytes.count) missing")
            }
        }
    }

    @Test func ofAnyTruncatedPhotographSomethingOrNothingIsShown() {
        let progressive = TestPicture.noise(seed: 1, bytes: 3_000)
        var shown = 0
        for part in stride(from: 0, to: progressive.count, by: 7) where error(progressive.prefix(part)) == nil {
            shown += 1
        }
        #expect(shown > progressive.count / 7 / 2)
    }

    @Test func whatATruncatedFileLacksIsBlank() throws {
        let bytes = TestPicture.png(64, 64) { x, y in UInt32(truncatingIfNeeded: x &* 7_919 ^ y &* 104_729) }
        let half = bytes.prefix(bytes.count / 2)
        // Memory that was used before must not be shown.
        for color: UInt32 in [0xFFFFFF, 0x00FF00] {
            for _ in 0..<4 {
                _ = try PictureDecoder.decode(TestPicture.plain(color, 64, 64), fitting: room, colors: .direct)
            }
            let picture = try PictureDecoder.decode(half, fitting: room, colors: .direct)
            #expect(DecodedPicture.colors(of: picture, row: 3).allSatisfy { near($0, 0) })
        }
    }

    @Test func filesOfWhichNothingCanBeShownAreRefused() {
        let whole = [TestPicture.noise(seed: 1, bytes: 3_000), TestPicture.png(60, 60) { x, y in UInt32(x * y) }]
        for bytes in whole {
            for part in [3, 9, 20, 40] { #expect(error(bytes.prefix(part)) != nil, "\(part) of \(bytes.count)") }
        }
        var flipped = whole[1]
        for index in 60..<flipped.count - 20 { flipped[index] ^= 0x5A }
        #expect(error(flipped) == .unreadable)
        #expect(error(flipped.dropLast(12)) == .unreadable)
    }

    @Test func whatFollowsAPictureIsNoPartOfIt() throws {
        let jpeg = TestPicture.jpeg(64, 64) { _, _ in 0xC02010 }
        let film =
            Data("MotionPhoto_Data".utf8) + Data(count: 40) + Data([0xFF, 0xDA, 0xFF, 0xD9, 0xFF, 0xDA])
            + Data(count: 70_000)
        let plain = try PictureDecoder.decode(jpeg, fitting: room, colors: .direct)
        for end in [film, Data(count: 99), Data([0xFF, 0xD8, 0xFF])] {
            #expect(try PictureDecoder.decode(jpeg + end, fitting: room, colors: .direct) == plain)
        }
        let png = TestPicture.plain(0x336699)
        #expect(
            try PictureDecoder.decode(png + film, fitting: room, colors: .direct)
                == PictureDecoder.decode(png, fitting: room, colors: .direct))
    }

    @Test func whatLiesBeforeAMarkerIsSkipped() throws {
        let jpeg = TestPicture.jpeg(64, 64) { _, _ in 0xC02010 }
        let plain = try PictureDecoder.decode(jpeg, fitting: room, colors: .direct)
        // Bytes that are no marker; and markers without a length: TEM, a restart.
        for junk: [UInt8] in [[0, 0, 0], [7], [0xFF, 0x01], [0xFF, 0xD0]] {
            let bytes = jpeg.prefix(2) + junk + jpeg.dropFirst(2)
            let header = try PictureHeader(bytes)
            #expect(header.shown == Size(width: 64, height: 64), "\(junk)")
            guard junk[0] != 0xFF else { continue }
            #expect(try PictureDecoder.decode(bytes, fitting: room, colors: .direct) == plain, "\(junk)")
        }
    }

    @Test func randomBytesBehindASignatureAreHarmless() {
        var state: UInt32 = 7
        for signature in [[0xFF, 0xD8, 0xFF, 0xE0], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]] as [[UInt8]] {
            for _ in 0..<200 {
                let noise = (0..<300).map { _ in
                    state = state &* 1_664_525 &+ 1_013_904_223
                    return UInt8(truncatingIfNeeded: state >> 24)
                }
                #expect(error(Data(signature + noise)) != nil)
            }
        }
    }

    @Test func aBombIsRefusedByWhatItDeclares() {
        let small = TestPicture.plain(0, 8, 8)
        #expect(error(Bomb.png(small, width: 50_000, height: 50_000)) == .dimensions(width: 50_000, height: 50_000))
        #expect(error(Bomb.png(small, width: 0, height: 5)) == .dimensions(width: 0, height: 5))
        #expect(error(Bomb.png(small, width: .max, height: .max)) != nil)
        // The number of pixels is permitted, but so few bytes cannot contain them.
        #expect(error(Bomb.png(small, width: 4_000, height: 4_000)) == .unreadable)
        let jpeg = TestPicture.jpeg(8, 8) { _, _ in 0 }
        #expect(error(Bomb.jpeg(jpeg, width: 65_000, height: 65_000)) == .dimensions(width: 65_000, height: 65_000))
        #expect(error(Data(count: PictureDecoder.maxBytes + 1)) == .tooManyBytes(limit: PictureDecoder.maxBytes))
    }

    @Test func asManyPixelsAsTheLimitSaysAreDecodedInEveryFormat() throws {
        // 8.5 megapixels.
        for bytes in [TestPicture.plain(0x336699, 3_400, 2_500), TestPicture.jpeg(3_400, 2_500) { _, _ in 0x336699 }] {
            #expect(try PictureDecoder.decode(bytes, fitting: room, colors: .direct).size.width > 0)
        }
        #expect(PictureDecoder.maxPixels == 16_000_000)
        #expect(PictureDecoder.maxMemory >= PictureDecoder.maxPixels * 6)
    }

    @Test func fillBytesBeforeAMarkerAreLegal() throws {
        let jpeg = [UInt8](TestPicture.jpeg(48, 48) { x, y in UInt32(x * 5) << 16 | UInt32(y * 5) })
        // Fill bytes are inserted before every marker up to the first scan.
        var (filled, at): ([UInt8], Int) = ([0xFF, 0xD8], 2)
        while jpeg[at + 1] != 0xDA {
            let end = at + 2 + (Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3]))
            filled += [0xFF, 0xFF, 0xFF] + jpeg[at..<end]
            at = end
        }
        let plain = try PictureDecoder.decode(Data(jpeg), fitting: room, colors: .direct)
        #expect(try PictureDecoder.decode(Data(filled + jpeg[at...]), fitting: room, colors: .direct) == plain)
        #expect(error(Data([0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 100_000))) == .unreadable)
    }

    @Test func aFileOfEndlessScansIsRefused() {
        let jpeg = TestPicture.jpeg(8, 8) { _, _ in 0x123456 }
        let scans = Data((0..<1_000).flatMap { _ in [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] as [UInt8] })
        #expect(error(jpeg.dropLast(2) + scans + [0xFF, 0xD9]) == .tooCostly)
    }

    @Test func aLargePhotographTakesLittleMemory() throws {
        let bytes = TestPicture.jpeg(3_000, 2_000) { x, y in UInt32(x ^ y) & 0xFF }
        // The whole picture decoded would be 18 MB of pixels, every time; other tests need memory now and then.
        var least = Int.max
        for _ in 0..<20 where least >= 8 << 20 {
            least = min(
                least,
                try DecodedPicture.growth { _ = try PictureDecoder.decode(bytes, fitting: room, colors: .direct) })
        }
        #expect(least < 8 << 20)
    }

    @Test func theSameBytesGiveEqualPicturesAndOthersGiveOthers() throws {
        let one = try PictureDecoder.decode(TestPicture.plain(0x112233), fitting: room, colors: .direct)
        let again = try PictureDecoder.decode(TestPicture.plain(0x112233), fitting: room, colors: .direct)
        let other = try PictureDecoder.decode(TestPicture.plain(0x332211), fitting: room, colors: .direct)
        #expect(one == again)
        #expect(one != other)
    }

    @Test func manyAreDecodedSideBySide() async throws {
        let bytes = TestPicture.noise(seed: 9, bytes: 20_000)
        let wanted = try PictureDecoder.decode(bytes, fitting: room, colors: .indexed)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 {
                group.addTask { (try? PictureDecoder.decode(bytes, fitting: room, colors: .indexed)) == wanted }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}

/// Pictures for terminals that show pixels.
@Suite struct PicturePixelsTests {
    private static let room = Size(width: 8, height: 4)

    @Test func aPictureHasThePixelsOfItsCells() throws {
        let cell = try #require(CellPixels(width: 9, height: 18))
        let picture = try PictureDecoder.decode(
            TestPicture.plain(0x112233), fitting: PicturePixelsTests.room, colors: .direct, density: cell)
        let pixels = try #require(picture.pixels)
        #expect(pixels.size == Size(width: picture.size.width * 9, height: picture.size.height * 18))
        #expect(Array(pixels.bytes.prefix(4)) == [0x11, 0x22, 0x33, 255])
        #expect(pixels.bytes.count == pixels.size.width * pixels.size.height * 4)
    }

    @Test func withoutADensityThereAreCellsOnly() throws {
        let picture = try PictureDecoder.decode(
            TestPicture.plain(0x112233), fitting: PicturePixelsTests.room, colors: .direct)
        #expect(picture.pixels == nil)
    }

    @Test func whereCellsAreSquareAPictureHasAsManyRowsAsColumns() throws {
        let cell = try #require(CellPixels(width: 16, height: 16))
        let picture = try PictureDecoder.decode(
            TestPicture.plain(0x112233), fitting: Size(width: 20, height: 5), colors: .indexed, density: cell)
        let usual = try PictureDecoder.decode(
            TestPicture.plain(0x112233), fitting: Size(width: 20, height: 5), colors: .indexed)
        #expect(picture.size.width * 2 <= usual.size.width + 1)
    }

    @Test func aPictureOfTooManyPixelsIsCellsOnly() throws {
        let cell = try #require(CellPixels(width: 128, height: 128))
        let picture = try PictureDecoder.decode(
            TestPicture.plain(0x112233), fitting: Size(width: 100, height: 50), colors: .indexed, density: cell)
        #expect(picture.pixels == nil)
    }
}
