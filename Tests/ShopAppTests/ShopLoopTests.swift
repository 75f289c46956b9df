import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

/// The complete event loop, with a fake terminal and answers from the test.
@TerminalActor
@Suite struct ShopLoopTests {
    private let terminal = RecordingTerminal(size: Size(width: 80, height: 40))
    private let source = ScriptedSource()

    /// Opens the shop, runs `body` once every section has arrived and been drawn, and quits.
    private func withOpenShop(_ body: @TerminalActor () async -> Void) async {
        await withShop {
            for (index, id) in SectionID.menu.enumerated() {
                await source.answer(id, Fixture.manyDishes(3, prefix: "\(id.name)\(index) "))
            }
            await terminal.wait { frame in
                let picture = frame.picture
                return SectionID.menu.allSatisfy { picture.contains("\($0.name)") } && picture.contains("연결됨")
                    && !picture.contains("|") && !picture.contains("불러오는 중")
            }
            await settle()
            terminal.forgetPlans()
            await body()
        }
    }

    private func withShop(_ body: @TerminalActor () async -> Void) async {
        let repository = SectionRepository(sections: SectionDefinition.menu, source: source)
        let loop = ShopLoop(device: terminal, repository: repository, words: .korean)
        async let running: Void = loop.run()
        await body()
        terminal.press(.character("q"))
        await running
    }

    /// Returns once all pending changes have been drawn, by pressing two keys that cancel each other out.
    private func settle() async {
        for key in [Key.down, .up] {
            let row = key == .down ? 6 : 3
            terminal.press(key)
            await terminal.wait { $0.cursor.row == row }
        }
    }

    @Test func theFirstFrameIsDrawnBeforeAnythingHasArrived() async {
        await withShop {
            await terminal.wait { $0.picture.contains("불러오는 중") }
            #expect(terminal.plans.first?.changed.contains(Region("woowa/main")) == true)
        }
    }

    @Test func aShopThatCannotBeOpenedShowsTheGuestOutAndTellsWhy() async {
        struct NoShop: Error, Equatable { let why: String }
        let repository = SectionRepository(sections: SectionDefinition.menu, source: source)
        let loop = ShopLoop(device: terminal, repository: repository, words: .korean)
        await #expect(throws: NoShop(why: "closed")) {
            try await loop.run { () async throws(NoShop) in throw NoShop(why: "closed") }
        }
        #expect(terminal.plans.count >= 1)
    }

    @Test func refetchRedrawsOnlyItsSection() async {
        await withOpenShop {
            terminal.press(.tab, .character("r"))
            await source.answer(.soup, Fixture.manyDishes(4, prefix: "새 국 "))
            await terminal.wait { $0.picture.contains("새 국 3") }
            // The first two change because the selection moves from one to the other.
            #expect(terminal.changed == [Region("woowa/main"), Region("woowa/soup"), Region("woowa/side")])
            terminal.forgetPlans()
            terminal.press(.character("r"))
            await source.answer(.soup, Fixture.manyDishes(4, prefix: "다른 국 "))
            await terminal.wait { $0.picture.contains("다른 국 3") }
            #expect(terminal.changed == [Region("woowa/soup")])
            #expect(source.requests.all.sorted { $0.path < $1.path } == [.main, .side, .soup, .soup, .soup])
        }
    }

    @Test func aRefetchThatChangesNothingDrawsAtMostItsHeader() async {
        await withOpenShop {
            terminal.press(.character("r"))
            await source.answer(.main, .success(.unchanged))
            terminal.press(.enter)
            await terminal.wait { $0.panels.last?.region == Region("toast") }
            #expect(terminal.changed.isSubset(of: [Region("woowa/main"), Region("toast")]))
            let rows = Set(terminal.plans.flatMap(\.rows).map(\.row))
            #expect(rows.isSubset(of: [1, 34, 35, 36, 37, 38]), "its header and the toast: \(rows)")
        }
    }

    @Test func aToastRedrawsNoSection() async {
        await withOpenShop {
            terminal.press(.enter)
            await terminal.wait { $0.panels.last?.region == Region("toast") }
            #expect(terminal.changed == [Region("toast")])
            terminal.forgetPlans()
            await terminal.wait { $0.panels.last?.region != Region("toast") }
            #expect(terminal.changed == [Region("toast")])
        }
    }

    @Test func aMovedSelectionDrawsTwoRows() async {
        await withOpenShop {
            terminal.press(.down)
            await terminal.wait { $0.cursor.row == 6 }
            #expect(terminal.plans.flatMap(\.rows).map(\.row) == [3, 6])
            #expect(terminal.cellsDrawn < 2 * 40)
        }
    }

    /// The keys move, turn, reach the ends, open and close layers, and come several times in a row.
    @Test func predictedFramesAreThoseThatAreDrawnWithoutAPrediction() async {
        let keys: [Key] = [
            .down, .down, .down, .pageDown, .pageDown, .up, .up, .end, .down, .down, .home, .up, .enter, .down, .down,
            .character("j"), .character("j"), .character("v"), .down, .down, .escape, .down, .tab, .tab, .tab, .down,
        ]
        var drawn: [[Frame?]] = []
        for isPredicting in [false, true] {
            // Everything is on the screen until it has arrived.
            let terminal = RecordingTerminal(size: Size(width: 80, height: 500), isPredicting: isPredicting)
            let source = ScriptedSource()
            let repository = SectionRepository(sections: SectionDefinition.menu, source: source)
            let loop = ShopLoop(device: terminal, repository: repository, words: .korean)
            async let running: Void = loop.run()
            for id in SectionID.menu { await source.answer(id, Fixture.manyDishes(30, prefix: id.name)) }
            await terminal.wait { frame in
                let picture = frame.picture
                return picture.contains("연결됨") && SectionID.menu.allSatisfy { picture.contains("\($0.name) 29") }
            }
            terminal.send(.resized(Size(width: 80, height: 20)))
            await terminal.wait { $0.size.height == 20 && !$0.picture.contains("|") }
            var (frames, hits): ([Frame?], Int) = ([], 0)
            for key in keys {
                let expected = terminal.expected
                terminal.press(key)
                frames.append(terminal.frame)
                if expected != nil, expected == terminal.frame { hits += 1 }
            }
            #expect(hits >= 8 || !isPredicting, "\(hits) of \(keys.count) frames were predicted")
            drawn.append(frames)
            terminal.press(.escape, .character("q"))
            await running
        }
        for (number, key) in keys.enumerated() { #expect(drawn[0][number] == drawn[1][number], "\(number): \(key)") }
    }

    @Test func manyKeysAtOnceAreDrawnOnce() async {
        await withOpenShop {
            terminal.press(.down, .down, .down, .down, .up, .down, .down)
            await terminal.wait { $0.cursor.row > 12 }
            #expect(terminal.plans.count == 1)
        }
    }

    @Test func aFailedSectionLeavesTheOthersAlone() async {
        await withOpenShop {
            terminal.press(.character("r"))
            await source.answer(.main, .failure(.status(500)))
            await terminal.wait { $0.picture.contains("서버가 500으로 응답했습니다") }
            #expect(terminal.changed == [Region("woowa/main")])
            #expect(terminal.frame?.picture.contains("main0 0") == true)
        }
    }

    @Test func aLostConnectionTurnsTheFrameRedAndSaysSo() async {
        await withOpenShop {
            terminal.press(.character("r"))
            await source.answer(.main, .failure(.unreachable))
            await terminal.wait { $0.picture.contains("연결 끊김") }
            await terminal.wait { $0.picture.contains("연결이 끊겼습니다") }
            #expect(terminal.frame?.picture.contains("main0 0") == true)
        }
    }

    @Test func stopAndRepaintReachTheTerminal() async {
        await withOpenShop {
            terminal.send(.stopRequested)
            terminal.send(.continued)
            terminal.press(.control("l"), .down)
            await terminal.wait { $0.cursor.row == 6 }
            #expect(terminal.stops == 1)
            #expect(terminal.repaints == 2)
        }
    }

    @Test func leavingCancelsWhatIsUnderWay() async {
        await withShop {
            await terminal.wait { $0.picture.contains("|") }
            await source.requests.wait(count: 3)
        }
        #expect(source.cancellations.count == 3)
    }
}
