import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopApp

/// Pictures in the complete event loop, with a fake terminal.
@TerminalActor
@Suite struct PictureLoopTests {
    private let terminal = RecordingTerminal(
        size: Size(width: 80, height: 40), pictureColors: .direct, isPredicting: true)
    private let source = ScriptedSource()
    private let pictures = ScriptedPictures()
    private let clock = TestClock()

    /// Opens the shop with `main` in its first section, and runs `body` once everything is displayed.
    private func withShop(_ main: [Dish], _ body: @TerminalActor () async -> Void) async {
        let repository = SectionRepository(sections: SectionDefinition.menu, source: source)
        let shelf = PictureRepository(source: pictures.source, colors: .direct, backoff: .none)
        let loop = ShopLoop(device: terminal, repository: repository, pictures: shelf, words: .korean)
        loop.now = { clock.now }
        async let running: Void = loop.run()
        await source.answer(.main, main)
        await source.answer(.soup, [Dish]())
        await source.answer(.side, [Dish]())
        // Pictures are requested after everything else has arrived.
        await pictures.wait(count: min(main.count, 8))
        await terminal.wait { $0.contains("연결됨") && $0.spinners == 0 }
        await settle()
        terminal.forgetPlans()
        await body()
        terminal.press(.character("q"))
        pictures.close()
        await running
    }

    /// Returns once all pending changes have been drawn, by pressing two keys that cancel each other out.
    private func settle() async {
        for (key, row) in [(Key.down, 7), (.up, 3)] {
            terminal.press(key)
            await terminal.wait { $0.cursor.row == row }
        }
    }

    /// Returns the screen rows that show a picture, with its colour.
    private func shown(_ frame: Frame) -> [Int: CellColor] {
        var shown: [Int: CellColor] = [:]
        for panel in frame.panels {
            for (index, line) in panel.lines.enumerated() {
                guard let slice = line.pictures.first else { continue }
                let run = slice.picture.runs(ofRow: slice.row).first
                shown[panel.origin.row + index] = run.map { $0.text.hasPrefix(" ") ? $0.background : $0.foreground }
            }
        }
        return shown
    }

    private func wait(forRows rows: Int) async { await terminal.wait { $0.pictureRows == rows } }

    @Test func aPictureThatArrivesRedrawsItsRowOnly() async {
        await withShop(Fixture.picturedDishes(4, "m")) {
            pictures.arrive("pictures/m1.png")
            await wait(forRows: 3)
            #expect(terminal.changed == [Region("woowa/main")])
            #expect(terminal.plans.flatMap(\.rows).map(\.row) == [7, 8, 9])
            terminal.forgetPlans()
            pictures.arrive("pictures/m3.png")
            await wait(forRows: 6)
            #expect(terminal.plans.flatMap(\.rows).map(\.row) == [15, 16, 17])
        }
    }

    @Test func picturesAreAskedForOnceAllListsHaveAnswered() async {
        let repository = SectionRepository(sections: SectionDefinition.menu, source: source)
        let shelf = PictureRepository(source: pictures.source, colors: .direct)
        let loop = ShopLoop(device: terminal, repository: repository, pictures: shelf, words: .korean)
        async let running: Void = loop.run()
        await source.answer(.main, Fixture.picturedDishes(2, "m"))
        await source.answer(.soup, .failure(.status(500)))
        await terminal.wait { $0.contains("m1") && $0.contains("500") }
        #expect(pictures.asked.isEmpty)
        pictures.arrive("pictures/m0.png")
        await source.answer(.side, [Dish]())
        await wait(forRows: 3)
        terminal.press(.character("q"))
        pictures.close()
        await running
    }

    @Test func aLatePictureFindsItsDishAfterARefetchReorderedTheRows() async {
        let dishes = Fixture.picturedDishes(4, "m")
        await withShop(dishes) {
            pictures.arrive("pictures/m0.png", color: 0xFF0000)
            await wait(forRows: 3)
            terminal.press(.character("r"))
            await source.answer(.main, [dishes[3], dishes[2], dishes[1], dishes[0]])
            await terminal.wait { $0.cursor.row == 15 && $0.spinners == 0 }
            pictures.arrive("pictures/m1.png", color: 0x0000FF)
            await wait(forRows: 6)
            let frame = terminal.frame.map(shown)
            #expect(frame?[15] == .rgb(0xFF0000), "the first dish took its picture along")
            #expect(frame?[11] == .rgb(0x0000FF))
            #expect(frame?[3] == nil)
            #expect(frame?[7] == nil)
        }
    }

    @Test func aToastOverPicturesIsTakenAwayWithoutATrace() async {
        await withShop(Fixture.picturedDishes(9, "m")) {
            for number in 0..<9 { pictures.arrive("pictures/m\(number).png") }
            await wait(forRows: 27)
            let before = terminal.frame?.panels
            terminal.forgetPlans()
            terminal.press(.enter)
            await terminal.wait { $0.panels.last?.region == Region("toast") }
            #expect(terminal.changed == [Region("toast")])
            await terminal.wait { $0.panels.last?.region != Region("toast") }
            #expect(terminal.frame?.panels == before)
        }
    }

    @Test func aPictureThatFailsLeavesItsFrame() async {
        await withShop(Fixture.picturedDishes(2, "m")) {
            await pictures.wait(count: 2)
            for attempt in 1...4 {
                await pictures.wait(count: attempt, of: "m0.png")
                pictures.fail("pictures/m0.png")
            }
            pictures.arrive("pictures/m1.png")
            await wait(forRows: 3)
            #expect(terminal.frame?.contains("┌────┐") == true)
            #expect(pictures.asked.count { $0.hasSuffix("m0.png") } == 4)
        }
    }

    @Test func whatWasSeenIsThereAtOnceWhenItComesBackIntoView() async {
        await withShop(Fixture.picturedDishes(12, "m")) {
            for number in 0..<12 { pictures.arrive("pictures/m\(number).png") }
            await wait(forRows: 27)
            terminal.press(.end)
            await terminal.wait { $0.pictureRows > 0 && $0.contains("m11") && !$0.contains("m0") }
            terminal.press(.home)
            await terminal.wait { $0.contains("m0") }
            #expect(terminal.frame?.pictureRows == 27, "in the very frame that the key drew")
        }
    }

    @Test func aLargePictureBesideTheListWaitsUntilTheKeysRest() async {
        await withShop(Fixture.picturedDishes(12, "m")) {
            terminal.send(.resized(Size(width: 120, height: 40)))
            for number in 0..<12 { pictures.arrive("pictures/m\(number).png") }
            clock.now += .seconds(1)
            await terminal.wait { $0.widestPicture == 42 }
            for key in [Key.down, .up, .down] {
                pressHeld(key)
                #expect(terminal.frame?.widestPicture == 8)
                clock.now += .seconds(1)
                await terminal.wait { $0.widestPicture == 42 }
            }
            // What is shown already stays.
            pressHeld(.enter)
            #expect(terminal.frame?.widestPicture == 42)
        }
    }

    /// Presses the key twice, as if it were held down.
    private func pressHeld(_ key: Key) {
        terminal.press(key)
        clock.now += .milliseconds(30)
        terminal.press(key)
    }

    @Test func aKeyThatWasExpectedShowsWhatTheShopWouldShowAnyhow() async {
        await withShop(Fixture.picturedDishes(40, "m")) {
            // Only those that are waited for: a picture that is decoded later changes the frame by itself.
            for number in 0..<9 { pictures.arrive("pictures/m\(number).png") }
            await wait(forRows: 27)
            var random = SeededGenerator(seed: 18)
            let keys: [Key] = [.down, .down, .up, .up, .pageDown, .end, .home, .tab, .enter, .character("z")]
            for _ in 0..<200 {
                guard let key = keys.randomElement(using: &random) else { continue }
                // After the first press, the second press of the same key is predicted.
                terminal.press(key)
                terminal.press(key)
                let shown = terminal.frame
                terminal.press()
                #expect(terminal.frame == shown, "after \(key)")
            }
        }
    }
}

/// A clock that stands still between the steps of a test.
@TerminalActor private final class TestClock {
    var now = ContinuousClock.now
}

extension Frame {
    /// The number of rows that contain part of a picture.
    fileprivate var pictureRows: Int { panels.reduce(0) { $0 + $1.lines.count { !$0.pictures.isEmpty } } }

    /// The width of the widest picture, of which part is on the screen.
    fileprivate var widestPicture: Int {
        panels.flatMap(\.lines).flatMap(\.pictures).map(\.picture.size.width).max() ?? 0
    }

    /// The number of sections that show that they are being fetched.
    fileprivate var spinners: Int {
        let signs: Set<String> = ["|", "/", "-", "\\"]
        return panels.reduce(0) { $0 + $1.lines.count { $0.spans.contains { signs.contains($0.text) } } }
    }
}
