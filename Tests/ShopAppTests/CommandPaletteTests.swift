import Canvas
import Domain
import Settings
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// Finding and running commands by name.
@Suite struct CommandPaletteTests {
    private func state(at counter: Key = .character("1")) -> ShopState {
        var state = ShopState(
            size: Size(width: 80, height: 24),
            sections: Fixture.sections + [
                BarFixture.section(BarFixture.juices), BarFixture.section(BarFixture.fruits),
            ],
            counters: [
                MenuCounter(isKeeper: true), JuiceCounter(), DrinksCounter(), ContactsCounter(),
                OrdersCounter(isKeeper: true),
            ], connection: .connected, now: Fixture.noon)
        state.press(counter)
        return state
    }

    private func names(_ state: ShopState) -> [String] {
        (state.layers[CommandPalette.self]?.found ?? []).map(\.name.korean)
    }

    /// Chooses `command` in the palette. Returns the new state and the requested effects, or `nil` if the command is
    /// not offered.
    private func choose(_ command: Command, in state: ShopState) -> (state: ShopState, effects: [Effect])? {
        var state = state
        state.press(.character(":"))
        let place = state.layers[CommandPalette.self]?.found.firstIndex { $0.command == command && $0.counter == nil }
        guard let place else { return nil }
        for _ in 0..<place { state.press(.down) }
        let effects = state.press(.enter)
        return (state, effects)
    }

    @Test func commandsOfTheCounterStandBeforeThoseOfTheShop() {
        var state = state()
        state.press(.character(":"))
        #expect(state.layer == .palette)
        #expect(names(state).first == "이름과 가격 보기")
        let last = names(state).prefix(state.usefulKeys.count + 60).lastIndex(of: "나가기") ?? 0
        #expect(last > (names(state).firstIndex(of: "반찬 자세히 보기") ?? .max))
    }

    @Test func theyAreFoundByPartsOfTheirNamesInitialConsonantsAndKeys() {
        var state = state()
        state.press(.character(":"))
        state.type("ㄷㅇㅁ")
        #expect(names(state) == ["도움말"])
        state.press(.control("u"))
        state.type("refetch-all")
        #expect(names(state) == ["전체 새로고침"])
        state.press(.control("u"))
        state.type("없는 명령")
        #expect(names(state) == [])
        expect([], of: &state, pressing: .enter)
        #expect(state.layer == .palette)
        expect([], of: &state, pressing: .escape)
        #expect(state.layer == .list)
    }

    @Test func theNearestCommandIsProposedAndTakenWithOneKey() {
        var state = state()
        state.press(.character(":"))
        state.type("세로고침")
        #expect(names(state) == [])
        #expect(Fixture.frame(state).contains("(Enter 키로 찾기)"))
        state.press(.enter)
        #expect(names(state).contains { $0.contains("새로고침") })
        #expect(state.layer == .palette)
    }

    @Test(arguments: ["테마", "화면 색", "theme", "언어", "language"])
    func aCommandIsFoundByItsNameInBothLanguages(_ text: String) {
        for language in Language.allCases {
            var state = state()
            state.adopt(state.settings, language)
            state.press(.character(":"))
            state.type(text)
            #expect(!names(state).isEmpty, "\(language)")
        }
    }

    @Test(arguments: [("벨", SettingName.bell), ("테마", .theme), ("그림", .pictures)])
    func aSettingHasItsPresentValueBesideItsName(_ text: String, _ name: SettingName) throws {
        var state = state()
        state.press(.character(":"))
        state.type(text)
        let value = try #require(state.settings.value(of: name))
        #expect(Fixture.frame(state).has(value))
    }

    @Test(arguments: Language.allCases) func theLanguageIsNamedInItself(_ language: Language) {
        var state = state()
        state.adopt(state.settings, language)
        state.press(.character(":"))
        state.type("language")
        #expect(Fixture.frame(state, language.words).has(language == .korean ? "한국어" : "English"))
    }

    @Test func namesComeBeforeWhatElseIsFound() {
        var state = state()
        state.press(.character(":"))
        state.type("보기 주스")
        #expect(names(state).first == "주스 보기")
    }

    @Test func noTwoCommandsHaveTheSameWords() {
        for counter in "12345" {
            var state = state(at: .character(counter))
            state.press(.character(":"))
            let found = state.layers[CommandPalette.self]?.found ?? []
            let words = found.map { "\($0.name.korean) / \($0.counter?.korean ?? "")" }
            #expect(words.count > 20)
            #expect(words.count == Set(words).count, "\(words.sorted())")
        }
    }

    @Test func whatIsChosenIsDone() {
        var state = state()
        state.press(.character(":"))
        state.type("전체 새")
        #expect(state.press(.enter).contains(.refetchAll))
        #expect(state.layers.isEmpty)
        state.press(.character(":"))
        state.type("주스 보기")
        state.press(.enter)
        #expect(state.counter == .juice)
        state.press(.character(":"))
        state.type("나가기")
        #expect(state.press(.enter) == [.quit])
    }

    @Test(arguments: "12345".map(Key.character)) func whatAKeyDoesItsNameDoesToo(_ counter: Key) throws {
        let before = state(at: counter)
        for binding in before.usefulKeys where binding.command != .palette {
            for key in binding.keys.prefix(1) {
                var pressed = before
                let effects = pressed.press(key)
                let chosen = try #require(choose(binding.command, in: before), "\(binding.command.name)")
                #expect(chosen.effects == effects, "\(binding.command.name)")
                #expect(chosen.state.layer == pressed.layer, "\(binding.command.name)")
                #expect(chosen.state.list.cursor == pressed.list.cursor, "\(binding.command.name)")
                #expect(chosen.state.counter == pressed.counter, "\(binding.command.name)")
            }
        }
    }

    @Test func onAPageItsCommandsAreChosen() throws {
        var page = state()
        page.press(.right)
        let chosen = try #require(choose(.back, in: page))
        #expect(chosen.state.page == nil)
        let ordered = try #require(choose(.order, in: page))
        #expect(ordered.state.order != nil)
    }

    @Test func whatWorksElsewhereIsDimAndSaysWhere() {
        var state = state()
        state.press(.character(":"))
        state.type("거스름돈")
        let entry = state.layers[CommandPalette.self]?.selected
        #expect(entry?.command == .returnChange)
        #expect(entry?.counter?.korean == "음료")
        state.press(.enter)
        #expect(state.layers.isEmpty)
        #expect(Fixture.frame(state).contains("여기서 쓰지 않는 명령입니다 (음료)."))
    }

    @Test func theCursorIsWhereOneTypes() {
        for (width, height) in [(120, 40), (80, 24), (44, 14), (20, 6)] {
            var state = state()
            _ = reduce(&state, .resized(Size(width: width, height: height)))
            state.press(.character(":"), .character("ㄱ"))
            #expect(Fixture.frame(state).showsCursor)
        }
    }
}

extension Frame {
    /// Whether `text` stands by itself.
    fileprivate func has(_ text: String) -> Bool {
        panels.contains { $0.lines.contains { $0.spans.contains { $0.text == text } } }
    }
}
