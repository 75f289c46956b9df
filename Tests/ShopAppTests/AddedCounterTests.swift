import Canvas
import Domain
import Foundation
import Settings
import ShopClient
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp
@testable import Teahouse

/// A counter defined outside the program, in the real shell with a fake terminal.
@Suite(.timeLimit(.minutes(5))) @TerminalActor struct AddedCounterTests {
    private let terminal = RecordingTerminal(size: Size(width: 80, height: 24))
    private let source = ScriptedSource()
    nonisolated private static let counters: [ShopCounter] = [.menu(), ShopCounter(TeaCounter(), TeaService())]
    private static let section = TeaCounter().sections[0].id
    private static let teas = [Tea(id: "green", name: "녹차", minutes: 3), Tea(id: "black", name: "홍차", minutes: 5)]

    private func withOpenShop(
        _ words: Words = .korean, _ settings: Settings = Settings(), _ body: () async -> Void
    ) async {
        let counters = AddedCounterTests.counters
        let repository = SectionRepository(
            sections: counters[0].sections, unopened: counters[1].sections, source: source)
        let loop = ShopLoop(
            device: terminal, repository: repository, counters: counters, settings: settings, words: words)
        async let running: Void = loop.run()
        await source.answer(.main, [Fixture.galbi])
        await terminal.wait { $0.contains(Fixture.galbi.title(in: words.language).string) }
        terminal.press(.character("2"))
        await source.answer(AddedCounterTests.section, AddedCounterTests.teas)
        await terminal.wait { $0.contains("홍차") }
        await body()
        terminal.press(.escape, .escape, .character("q"))
        await running
    }

    @Test func itsTabItsSectionAndItsKeysAreShown() async throws {
        await withOpenShop {
            await terminal.wait { $0.contains("2 찻집") && $0.contains("tea/list") && $0.contains("우리기") }
        }
        let frame = try #require(terminal.frame)
        #expect(frame.contains("3분 우린 차"))
        #expect(frame.contains("5분 우린 차"))
        #expect(source.requests.all.count { $0 == AddedCounterTests.section } == 1)
    }

    @Test func itsCommandAsksItsServiceAndAToastTellsTheResult() async throws {
        await withOpenShop {
            terminal.press(.down, .enter)
            await terminal.wait { $0.contains("홍차 나왔습니다.") }
        }
        #expect(try #require(terminal.frame).contains("1잔"))
        #expect(terminal.rings == 1)
    }

    @Test func itsKeyIsAssignedInTheSettings() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "banchan-tea-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("keys: {tea.brew: F5}".utf8).write(to: file)
        func read(_ counters: [ShopCounter]) -> ReadSettings {
            SettingsReader(options: [:], environment: [:], file: file.path) {
                ShopCounter.commandNames(of: counters)
            }.read()
        }
        #expect(read([.menu()]).problems.count == 1)
        let read = read(AddedCounterTests.counters)
        #expect(read.problems == [])
        await withOpenShop(.korean, read.settings) {
            await terminal.wait { $0.contains("F5") }
            terminal.press(.function(5))
            await terminal.wait { $0.contains("녹차 나왔습니다.") }
        }
        #expect(terminal.rings == 1)
    }

    @Test func itsFormTakesLettersAndItsAnswer() async throws {
        await withOpenShop {
            terminal.press(.character("w"))
            await terminal.wait { $0.contains("무슨 차를 드릴까요?") && $0.showsCursor }
            terminal.press(.character("말"), .character("차"), .enter)
            await terminal.wait { $0.contains("말차 나왔습니다.") }
        }
        #expect(try #require(terminal.frame).panels.allSatisfy { $0.region != Region("tea-form") })
    }

    @Test func itsListIsSearchedWithoutALineOfItsOwn() async throws {
        await withOpenShop {
            terminal.press(.character("/"), .character("ㅎ"), .character("ㅊ"))
            await terminal.wait { $0.contains("홍차") && !$0.contains("녹차") && $0.contains("1개") }
            terminal.press(.backspace, .backspace, .character("3"), .enter)
            await terminal.wait { $0.contains("녹차") && !$0.contains("홍차") }
            terminal.press(.escape)
            await terminal.wait { $0.contains("녹차") && $0.contains("홍차") }
        }
        #expect(terminal.frame?.showsCursor == false)
    }

    @Test func itsWordsAreThereInTheOtherLanguageAndInTheHelp() async throws {
        await withOpenShop(.english) {
            await terminal.wait { $0.contains("2 Teahouse") && $0.contains("brew") }
            terminal.press(.character("?"))
            await terminal.wait { $0.contains("wish for another tea") }
        }
        #expect(terminal.frame?.contains("Teahouse") == true)
    }
}
