import Canvas
import TestPeers
import Testing

@testable import Terminal

@Suite struct KittyGraphicsTests {
    private static func image(_ width: Int, _ height: Int, opacity: UInt8 = 255, seed: UInt64 = 7) -> PixelImage {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<(width * height * 4)).map { at -> UInt8 in
            at % 4 == 3 ? opacity : .random(in: 0...255, using: &random)
        }
        return PixelImage(size: Size(width: width, height: height), bytes: bytes)
    }

    private static func text(_ command: [UInt8]) -> String { String(decoding: command, as: UTF8.self) }

    /// Returns the payload: the bytes between the semicolon and the terminator.
    private static func letters(_ command: [UInt8]) -> [UInt8] {
        let start = command.firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? command.endIndex
        return Array(command[start...].dropLast(2))
    }

    @Test(arguments: [1, 31, 32, 33, 100]) func aPictureComesInChunksThatTogetherAreItsPixels(_ side: Int) {
        let image = KittyGraphicsTests.image(side, side)
        let commands = KittyGraphics(throughTmux: false).transmission(
            of: image, id: 300, cells: Size(width: 6, height: 3))
        #expect(commands.allSatisfy { KittyGraphicsTests.letters($0).count <= 4_096 })
        #expect(commands.dropLast().allSatisfy { KittyGraphicsTests.letters($0).count % 4 == 0 })
        let sent = decoded(commands.flatMap(KittyGraphicsTests.letters))
        #expect(sent == image.bytes.indices.filter { $0 % 4 != 3 }.map { image.bytes[$0] })
        for (number, command) in commands.enumerated() {
            let isLast = number == commands.count - 1
            #expect(KittyGraphicsTests.text(command).contains("m=\(isLast ? 0 : 1)"))
            #expect(KittyGraphicsTests.text(command).contains("q=2"))
            #expect(KittyGraphicsTests.text(command).contains("i=300") == (number == 0))
        }
        let first = KittyGraphicsTests.text(commands[0])
        #expect(first.hasPrefix("\u{1B}_Ga=T,U=1,q=2,f=24,s=\(side),v=\(side),i=300,c=6,r=3,"))
    }

    @Test func aPictureThatIsSeenThroughComesWithItsOpacity() {
        let image = KittyGraphicsTests.image(5, 4, opacity: 128)
        let commands = KittyGraphics(throughTmux: false).transmission(
            of: image, id: 1, cells: Size(width: 1, height: 1))
        #expect(KittyGraphicsTests.text(commands[0]).contains("f=32"))
        #expect(decoded(commands.flatMap(KittyGraphicsTests.letters)) == image.bytes)
    }

    @Test func throughTmuxEachCommandIsMarkedForTheTerminalBehindIt() {
        let plain = KittyGraphics(throughTmux: false).deletion(of: 7)
        let marked = KittyGraphics(throughTmux: true).deletion(of: 7)
        #expect(KittyGraphicsTests.text(plain) == "\u{1B}_Ga=d,d=I,i=7,q=2\u{1B}\\")
        #expect(KittyGraphicsTests.text(marked) == "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=d,d=I,i=7,q=2\u{1B}\u{1B}\\\u{1B}\\")
    }

    @Test func noTwoRowsOrColumnsHaveTheSameMark() {
        let marks = KittyPlaceholder.marks
        #expect(marks.count == 297)
        #expect(Set(marks).count == marks.count)
        #expect(marks.allSatisfy { $0.properties.canonicalCombiningClass == .above })
        // Samples from kitty's own list: the first, some in between, and the last.
        #expect([0, 1, 4, 9, 40, 99].map { marks[$0].value } == [0x305, 0x30D, 0x312, 0x34A, 0x598, 0x74A])
        #expect(marks.last?.value == 0x1D244)
    }

    @Test func aCellSaysItsRowItsColumnAndTheHighestBits() {
        let marks = KittyPlaceholder.marks
        let text = KittyPlaceholder.text(row: 2, columns: 3..<5, high: 9)
        #expect(
            Array(text.unicodeScalars) == [
                "\u{10EEEE}", marks[2], marks[3], marks[9], "\u{10EEEE}", marks[2], marks[4], marks[9],
            ])
        #expect(KittyPlaceholder.text(row: 0, columns: 0..<1, high: nil).unicodeScalars.count == 3)
        #expect(KittyPlaceholder.reaches(Size(width: 297, height: 297)))
        #expect(!KittyPlaceholder.reaches(Size(width: 298, height: 1)))
    }

    @Test(arguments: [1, 2, 77, 32_767, 4_194_304])
    func theColourAndTheMarkTellTheNumber(_ process: Int32) {
        for number in [0, 1, 63] {
            let direct = KittyNumbering(process: process, .direct)
            #expect(direct.color(of: number) == .rgb(direct.id(of: number)))
            // Smaller numbers would be palette indices.
            #expect((0x100...0xFF_FFFF).contains(direct.id(of: number)))
            #expect(direct.high == nil)
            let indexed = KittyNumbering(process: process, .indexed)
            guard case .indexed(let place) = indexed.color(of: number), let high = indexed.high else {
                Issue.record("a place in the palette, and a mark")
                continue
            }
            #expect(indexed.id(of: number) == UInt32(high) << 24 | UInt32(place))
            #expect((0x300...0x36F).contains(KittyPlaceholder.marks[high].value))
        }
    }

    /// Decodes base64 independently of the encoder under test.
    private func decoded(_ letters: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let values = letters.compactMap { letter in alphabet.firstIndex(of: letter) }
        let bits = values.flatMap { value in (0..<6).map { value >> (5 - $0) & 1 } }
        return stride(from: 0, to: bits.count / 8 * 8, by: 8).map { at in
            bits[at..<(at + 8)].reduce(0) { $0 << 1 | UInt8($1) }
        }
    }
}
