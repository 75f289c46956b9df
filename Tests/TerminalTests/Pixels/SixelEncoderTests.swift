import Canvas
import TestPeers
import Testing

@testable import Terminal

@Suite struct SixelEncoderTests {
    private static func image(_ width: Int, _ height: Int, _ color: (_ column: Int, _ row: Int) -> UInt32) -> PixelImage
    {
        let bytes = (0..<(width * height)).flatMap { at -> [UInt8] in
            let color = color(at % width, at / width)
            return [UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF), 255]
        }
        return PixelImage(size: Size(width: width, height: height), bytes: bytes)
    }

    @Test(arguments: [1, 5, 6, 7, 12, 20]) func everyPixelIsDrawnOnceInItsColour(_ height: Int) throws {
        // Only colours that can be expressed in percentages without rounding.
        let image = SixelEncoderTests.image(9, height) { ($0 + $1) % 3 == 0 ? 0xFF0000 : $0 < 4 ? 0x0000FF : 0x00FF00 }
        let picture = try SixelPicture(SixelEncoder.encode(image, colors: 16))
        #expect(picture.declared == image.size)
        #expect(picture.pixels.count == 9 * height)
        for (place, color) in picture.pixels {
            let at = (place.row * 9 + place.column) * 4
            #expect(abs(Int(color >> 16) - Int(image.bytes[at])) <= 8)
            #expect(abs(Int(color >> 8 & 0xFF) - Int(image.bytes[at + 1])) <= 8)
            #expect(abs(Int(color & 0xFF) - Int(image.bytes[at + 2])) <= 8)
        }
    }

    @Test(arguments: [2, 16, 256]) func aPictureHasNoMoreColoursThanTheTerminal(_ limit: Int) throws {
        var random = SeededGenerator(seed: 3)
        let image = SixelEncoderTests.image(40, 30) { _, _ in .random(in: 0...0xFF_FFFF, using: &random) }
        let picture = try SixelPicture(SixelEncoder.encode(image, colors: limit))
        #expect(picture.pixels.count == 40 * 30)
        #expect(picture.registers.count <= limit)
        #expect(Set(picture.pixels.values).count <= limit)
    }

    @Test func onAverageASlopeKeepsItsColours() throws {
        let image = SixelEncoderTests.image(64, 24) { column, row in
            UInt32(column * 4) << 16 | UInt32(row * 10) << 8 | 0x80
        }
        let picture = try SixelPicture(SixelEncoder.encode(image, colors: 64))
        for shift: UInt32 in [16, 8, 0] {
            let wanted = stride(from: 2 - Int(shift) / 8, to: image.bytes.count, by: 4).reduce(0) {
                $0 + Int(image.bytes[$1])
            }
            let drawn = picture.pixels.values.reduce(0) { $0 + Int($1 >> shift & 0xFF) }
            #expect(abs(wanted - drawn) / (64 * 24) <= 4)
        }
    }

    @Test func whatIsSeenThroughGetsTheColourBehind() {
        let image = PixelImage(size: Size(width: 2, height: 1), bytes: [255, 0, 0, 0, 200, 100, 0, 128]).on(0x0000FF)
        #expect(image.bytes == [0, 0, 255, 255, 100, 50, 127, 255])
        #expect(image.isOpaque)
    }

    @Test func aPartIsItsPixels() {
        let image = SixelEncoderTests.image(4, 4) { UInt32($0 * 16 + $1) }
        let part = image.cropped(to: Rectangle(column: 1, row: 2, width: 2, height: 2))
        #expect(part.size == Size(width: 2, height: 2))
        #expect(stride(from: 2, to: 16, by: 4).map { part.bytes[$0] } == [0x12, 0x22, 0x13, 0x23])
    }

    @Test func theCircleOfAPictureIsTransparentOutside() throws {
        let white = PixelPicture(size: Size(width: 20, height: 20), bytes: [UInt8](repeating: 255, count: 20 * 20 * 4))
        let cells = CellPicture(
            size: Size(width: 2, height: 1),
            cells: [PictureCell("x", .standard, .standard), PictureCell("x", .standard, .standard)],
            pixels: white)
        let circle = try #require(cells.inCircle(Size(width: 6, height: 3), disc: .rgb(0x010203)).pixels)
        let image = PixelImage(circle)
        #expect(image.size == Size(width: 60, height: 60))
        #expect(image.bytes[3] == 0)
        let middle = (30 * 60 + 30) * 4
        #expect(Array(image.bytes[middle..<(middle + 4)]) == [255, 255, 255, 255])
        let above = (4 * 60 + 30) * 4
        #expect(Array(image.bytes[above..<(above + 4)]) == [1, 2, 3, 255])
    }
}

/// A parser of sixel graphics that records what they draw.
private struct SixelPicture {
    struct Broken: Error {}

    private(set) var declared = Size(width: 0, height: 0)
    private(set) var registers: [Int: UInt32] = [:]
    private(set) var pixels: [Place: UInt32] = [:]

    struct Place: Hashable {
        let column: Int
        let row: Int
    }

    init(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("\u{1B}P0;1;0q"), text.hasSuffix("\u{1B}\\") else { throw Broken() }
        var rest = text.dropFirst(8).dropLast(2)
        var (column, top, register) = (0, 0, 0)
        while let letter = rest.popFirst() {
            switch letter {
            case "\"":
                let numbers = SixelPicture.numbers(&rest)
                declared = Size(width: numbers[2], height: numbers[3])
            case "#":
                let numbers = SixelPicture.numbers(&rest)
                register = numbers[0]
                if numbers.count == 5 {
                    let parts = numbers[2...].map { UInt32($0 * 255 / 100) }
                    registers[register] = parts[0] << 16 | parts[1] << 8 | parts[2]
                }
            case "$": column = 0
            case "-": (column, top) = (0, top + 6)
            case "!":
                let count = SixelPicture.numbers(&rest)[0]
                guard let letter = rest.popFirst() else { throw Broken() }
                for _ in 0..<count { try draw(letter, &column, top, register) }
            default: try draw(letter, &column, top, register)
            }
        }
    }

    private mutating func draw(_ letter: Character, _ column: inout Int, _ top: Int, _ register: Int) throws {
        guard let value = letter.asciiValue, (0x3F...0x7E).contains(value), let color = registers[register] else {
            throw Broken()
        }
        for bit in 0..<6 where (value - 0x3F) >> bit & 1 == 1 {
            let place = Place(column: column, row: top + bit)
            // A pixel may be drawn only once.
            guard pixels[place] == nil else { throw Broken() }
            pixels[place] = color
        }
        column += 1
    }

    private static func numbers(_ text: inout Substring) -> [Int] {
        let digits = text.prefix { $0.isNumber || $0 == ";" }
        text = text.dropFirst(digits.count)
        return digits.split(separator: ";").compactMap { Int($0) }
    }
}
