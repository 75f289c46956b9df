import Canvas
import Foundation
import Testing

@testable import Pictures

/// WebP and HEIC, which are decoded where the system has a decoder. All show red at the left and blue at the right.
@Suite struct PictureFormatTests {
    private let room = Size(width: 8, height: 4)

    private static let lossy =
        "UklGRmAAAABXRUJQVlA4IFQAAABwBACdASpAACAAPrVWokwnJSMiLBqoAOAWiWMAyQOxegfir+AABDUQ63bIgAD+645f5+znQoF//SYNQh+kUC0e"
        + "22HTN/aW/Ap3AQD/0y9KTgeAAAA="
    private static let lossless =
        "UklGRioAAABXRUJQVlA4TB0AAAAvP8AHAA8wEIcAPwj8/EcLxILJ/KVD6I3of1TBNwA="
    private static let extended =
        "UklGRooAAABXRUJQVlA4WAoAAAAIAAAAPwAAHwAAVlA4IFQAAABwBACdASpAACAAPrVWokwnJSMiLBqoAOAWiWMAyQOxegfir+AABDUQ63bIgAD+"
        + "645f5+znQoF//SYNQh+kUC0e22HTN/aW/Ap3AQD/0y9KTgeAAAABFWElGEAAAAEV4aWYAAElJKgAIAAAAAAA="
    /// A grid of one tile that is larger than the picture, as telephones write it.
    private static let heic =
        "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAA"
        + "AAACAAAAEGlkYXQAAAAAAEAAIAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAfQACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYA"
        + "AAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe"
        + "8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAAD"
        + "ACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAACAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAA"
        + "AgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAIVtZGF0AAAAeSgBrwngPfMi///uzif/8M87L+2s7V7//u+KTv844///g5vp"
        + "fhdKdZFoG3x/LthUt0Jv3zouqaGtVDevOCYs+dvYu721OqnnPzhqW8RmbBQy3kr5SmE7xAgTrHTbh3Ou5+xXa0rEaDHVVEZVJuN3o1hMJxneB8kS"
        + "m2A="

    private static func bytes(_ text: String) throws -> Data { try #require(Data(base64Encoded: text)) }

    /// The same, whose description of pixels is replaced by a rotation of a quarter against the clock.
    private static func turned() throws -> Data {
        var heic = try bytes(heic)
        let box = try #require(heic.range(of: Data("pixi".utf8)))
        heic.replaceSubrange(box.lowerBound..<box.upperBound + 1, with: Data("irot\u{1}".utf8))
        return heic
    }

    @Test func theContentTellsTheFormat() throws {
        for webp in [PictureFormatTests.lossy, PictureFormatTests.lossless, PictureFormatTests.extended] {
            let header = try PictureHeader(PictureFormatTests.bytes(webp))
            #expect(header.format == .webp)
            #expect(header.shown == Size(width: 64, height: 32))
        }
        let heic = try PictureHeader(PictureFormatTests.bytes(PictureFormatTests.heic))
        #expect(heic.format == .heic)
        #expect(heic.shown == Size(width: 64, height: 32))
        #expect(try PictureHeader(PictureFormatTests.turned()).shown == Size(width: 32, height: 64))
        let avif = Data([0, 0, 0, 20]) + Data("ftypavif".utf8) + Data(count: 4) + Data("mif1".utf8)
        #expect(PictureFormat(avif) == nil)
    }

    @Test func whatIsCutOffIsRefusedAndHarmless() throws {
        for text in [PictureFormatTests.lossy, PictureFormatTests.extended, PictureFormatTests.heic] {
            let bytes = try PictureFormatTests.bytes(text)
            // The last byte of a WebP may fill it up to an even length.
            for count in 0..<bytes.count - 1 {
                #expect(throws: PictureError.self) {
                    try PictureDecoder.decode(bytes.prefix(count), fitting: room, colors: .direct)
                }
            }
        }
    }

    @Test(.enabled(if: PictureFormat.decodable.contains(.webp))) func webPIsShown() throws {
        for text in [PictureFormatTests.lossy, PictureFormatTests.lossless, PictureFormatTests.extended] {
            try expectColors(PictureFormatTests.bytes(text))
        }
    }

    /// The extended WebP, with the orientation of a camera that was held a quarter against the clock.
    private static func turnedWebP(named: Bool) throws -> Data {
        // The file's head, its first chunk, and that of the picture.
        let picture = try bytes(extended).prefix(12 + 18 + 92)
        let tiff = Data("II".utf8) + Data([42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0])
        let body = (named ? Data("Exif".utf8) + Data(count: 2) : Data()) + tiff
        let webP = picture + Data("EXIF".utf8) + Data([UInt8(body.count), 0, 0, 0]) + body
        return webP.prefix(4) + Data([UInt8(webP.count - 8), 0, 0, 0]) + webP.dropFirst(8)
    }

    @Test(.enabled(if: PictureFormat.decodable.contains(.webp)), arguments: [true, false])
    func aWebPIsShownUpright(_ named: Bool) throws {
        let bytes = try PictureFormatTests.turnedWebP(named: named)
        #expect(try PictureHeader(bytes).shown == Size(width: 32, height: 64))
        let turned = try PictureDecoder.decode(bytes, fitting: room, colors: .direct)
        #expect(turned.size == Size(width: 4, height: 4))
        #expect(DecodedPicture.colors(of: turned, row: 0).allSatisfy(isBlue))
        #expect(DecodedPicture.colors(of: turned, row: 3).allSatisfy(isRed))
    }

    @Test(.enabled(if: PictureFormat.decodable.contains(.heic))) func heicIsShownUpright() throws {
        try expectColors(PictureFormatTests.bytes(PictureFormatTests.heic))
        let turned = try PictureDecoder.decode(PictureFormatTests.turned(), fitting: room, colors: .direct)
        #expect(turned.size == Size(width: 4, height: 4))
        #expect(DecodedPicture.colors(of: turned, row: 0).allSatisfy(isBlue))
        #expect(DecodedPicture.colors(of: turned, row: 3).allSatisfy(isRed))
    }

    @Test func whereThereIsNoDecoderThatIsSaid() throws {
        for (format, text) in [(PictureFormat.webp, PictureFormatTests.lossy), (.heic, PictureFormatTests.heic)]
        where !PictureFormat.decodable.contains(format) {
            #expect(throws: PictureError.unavailable) {
                try PictureDecoder.decode(PictureFormatTests.bytes(text), fitting: room, colors: .direct)
            }
        }
        #expect(PictureFormat.decodable.starts(with: [.jpeg, .png]))
    }

    private func expectColors(_ bytes: Data) throws {
        let cell = try #require(CellPixels(width: 8, height: 16))
        for density in [nil, cell] {
            let picture = try PictureDecoder.decode(bytes, fitting: room, colors: .direct, density: density)
            #expect(picture.size == Size(width: 8, height: 2))
            let row = DecodedPicture.colors(of: picture, row: 1)
            #expect(row.prefix(3).allSatisfy(isRed))
            #expect(row.suffix(3).allSatisfy(isBlue))
            #expect(picture.pixels?.size == density.map { _ in Size(width: 64, height: 32) })
        }
    }

    private func isRed(_ color: CellColor) -> Bool {
        guard case .rgb(let value) = color else { return false }
        return value >> 16 > 180 && value & 0xFF < 90
    }

    private func isBlue(_ color: CellColor) -> Bool {
        guard case .rgb(let value) = color else { return false }
        return value >> 16 < 90 && value & 0xFF > 180
    }
}
