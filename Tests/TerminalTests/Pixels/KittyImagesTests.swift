import Canvas
import TestPeers
import Testing

@testable import Terminal

@Suite struct KittyImagesTests {
    private static func picture(_ number: Int, side: Int = 2) -> PixelPicture {
        let value = UInt8(number % 256)
        return PixelPicture(
            size: Size(width: side, height: side), bytes: [UInt8](repeating: value, count: side * side * 4))
    }

    /// A terminal that receives every transmission immediately.
    private struct Terminal {
        var images: KittyImages
        var numbers: [Int: PixelPicture] = [:]

        mutating func show(_ pictures: [PixelPicture]) {
            let demand = images.show(pictures)
            for number in demand.deleted { numbers[number] = nil }
            for transmitted in demand.transmitted {
                #expect(numbers[transmitted.id] == nil, "a number that is taken")
                guard images.isWanted(transmitted.picture) else { continue }
                numbers[transmitted.id] = transmitted.picture
                images.arrive(transmitted.picture)
            }
        }
    }

    @Test func whateverIsShownAPictureHasTheNumberUnderWhichTheTerminalHasIt() {
        var random = SeededGenerator(seed: 5)
        var terminal = Terminal(images: KittyImages(limits: .init(images: 6, bytes: 200, underWay: 3)))
        for _ in 0..<2_000 {
            let shown = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                KittyImagesTests.picture(.random(in: 0..<20, using: &random), side: .random(in: 1...4, using: &random))
            }
            terminal.show(shown)
            for picture in shown {
                guard let number = terminal.images[picture] else { continue }
                #expect(terminal.numbers[number] == picture)
            }
            #expect(terminal.numbers.count <= 6)
            #expect(terminal.numbers.values.reduce(0) { $0 + $1.bytes.count } <= 200)
        }
        #expect(terminal.images.end <= 6)
    }

    @Test func whatIsOnTheScreenIsNotGivenUpForAnother() {
        var terminal = Terminal(images: KittyImages(limits: .init(images: 2, bytes: 1_000, underWay: 9)))
        let pictures = (0..<3).map { KittyImagesTests.picture($0) }
        terminal.show(pictures)
        terminal.show(pictures)
        #expect(pictures.count { terminal.images[$0] != nil } == 2)
        terminal.show([pictures[2]])
        terminal.show([pictures[2]])
        #expect(terminal.images[pictures[2]] != nil)
    }

    @Test func onlyAFewAreOnTheirWayAtOnceAndWhoLeftTheScreenIsGivenUp() {
        var images = KittyImages(limits: .init(images: 8, bytes: 1_000, underWay: 2))
        let pictures = (0..<4).map { KittyImagesTests.picture($0) }
        let first = images.show(pictures)
        #expect(first.transmitted.map(\.picture) == Array(pictures[..<2]))
        #expect(images[pictures[0]] == nil)
        let second = images.show([pictures[0]])
        #expect(second.transmitted.isEmpty)
        let wanted = pictures[..<2].map { images.isWanted($0) }
        #expect(wanted == [true, false])
        images.arrive(pictures[0])
        #expect(images[pictures[0]] != nil)
        let third = images.show(pictures)
        #expect(third.transmitted.count == 2)
    }

    @Test func whatIsForgottenIsBroughtAgain() {
        var terminal = Terminal(images: KittyImages())
        let picture = KittyImagesTests.picture(1)
        terminal.show([picture])
        terminal.images.forgetAll()
        terminal.numbers = [:]
        #expect(terminal.images[picture] == nil)
        #expect(terminal.images.end == 1)
        terminal.show([picture])
        #expect(terminal.images[picture] != nil)
    }
}
