import Canvas
import Domain
import Foundation
import Settings
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// Changes of the settings while the shop is open.
struct SettingsNewsTests {
    private func update(_ text: String, _ language: Language = .korean) throws -> SettingsUpdate {
        let file = FileManager.default.temporaryDirectory.appending(path: "banchan-news-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let reader = SettingsReader(options: [:], environment: [:], file: file.path) { WholeShop.commandNames }
        return SettingsUpdate(reader.read(), file: "config.yaml", language: language)
    }

    private func footer(_ state: ShopState) -> String {
        var view = ShopView(words: state.words)
        return view.frame(of: state).picture.split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test func keysAndLanguageAreThoseOfTheFileFromThenOn() throws {
        var state = Fixture.state(120, 24)
        #expect(footer(state).contains("/ 찾기"))
        _ = reduce(&state, .settingsRead(try update("keys: {search.find: F3, list.down: x}", .english)))
        #expect(footer(state).contains("F3 search"))
        let row = state.list.cursor.selection.row
        state.press(.character("x"))
        #expect(state.list.cursor.selection.row == row + 1)
        state.press(.function(3))
        #expect(state.isTyping)
        _ = reduce(&state, .settingsRead(try update("")))
        state.press(.escape)
        #expect(footer(state).contains("/ 찾기"))
    }

    @Test func aSearchGoesOnInTheNewLanguage() throws {
        var state = MachineFixture.state(80, 24)
        state.press(.character("/"))
        state.type("sold out")
        #expect(state.list.foundNothing)
        _ = reduce(&state, .settingsRead(try update("language: en", .english)))
        #expect(!state.list.foundNothing)
    }

    /// What is shown and what is scrolled over are lines of the same language.
    @Test func anOpenPageIsScrolledInTheNewLanguage() throws {
        let english = ShopAction.settingsRead(try update("language: en", .english))
        var hasOtherLength = false
        for width in 24...60 {
            var (before, after) = (Fixture.state(width, 8), Fixture.state(width, 8))
            _ = reduce(&before, english)
            before.press(.right)
            before.arrive()
            before.press(.end)
            after.press(.right)
            after.arrive()
            after.press(.end)
            let top = after.page?.top
            _ = reduce(&after, english)
            #expect(after.page?.language == .english)
            after.press(.end)
            #expect(after.page?.top == before.page?.top, "\(width)")
            if top != before.page?.top { hasOtherLength = true }
        }
        #expect(hasOtherLength, "a language has more lines somewhere")
    }

    @Test func whatTheTerminalHasToDoIsAsked() throws {
        var state = Fixture.state(80, 24)
        let effects = reduce(&state, .settingsRead(try update("theme: light\nmouse: off")))
        #expect(effects.contains(.use(TerminalPreferences(theme: .light, allowsMouse: false))))
        #expect(state.toast.current?.text[.korean] == ["화면 색: 밝게, 마우스: 꺼짐"])
        #expect(state.toast.current?.text[.english] == ["Theme: light, Mouse: off"])
        let again = reduce(&state, .settingsRead(try update("theme: light\nmouse: off\n# more")))
        #expect(again.isEmpty)
    }

    @Test func aChangedLanguageIsToldInItsOwnWords() throws {
        var state = Fixture.state(80, 24)
        _ = reduce(&state, .settingsRead(try update("language: en", .english)))
        #expect(Fixture.frame(state, .english).contains("Language: English"))
        _ = state.toast.expire()
        _ = reduce(&state, .settingsRead(try update("language: ko", .korean)))
        #expect(state.toast.current?.text[.korean] == ["언어: 한국어"])
    }

    @Test func aCommandChangesASettingToItsNextValue() throws {
        var state = Fixture.state(80, 24)
        #expect(reduceCommand(&state, .changeTheme) == [.keep(SettingChange(name: .theme, value: "light"))])
        #expect(reduceCommand(&state, .changeLanguage) == [.keep(SettingChange(name: .language, value: "en"))])
        #expect(reduceCommand(&state, .changeBell) == [.keep(SettingChange(name: .bell, value: "off"))])
        _ = reduce(&state, .settingsRead(try update("theme: high-contrast\npictures: none", .english)))
        #expect(reduceCommand(&state, .changeTheme) == [.keep(SettingChange(name: .theme, value: "auto"))])
        #expect(reduceCommand(&state, .changePictures) == [.keep(SettingChange(name: .pictures, value: "auto"))])
        #expect(reduceCommand(&state, .changeLanguage) == [.keep(SettingChange(name: .language, value: "ko"))])
    }

    @Test func whoOrdersIsWhomTheFileNames() throws {
        var state = Fixture.state(80, 24)
        _ = reduce(&state, .settingsRead(try update("guest: 홍길동")))
        #expect(state.guest == Guest(name: "홍길동", isFixed: true, isShared: true))
        _ = reduce(&state, .settingsRead(try update("")))
        #expect(state.guest == Guest(name: "홍길동"))
    }

    @Test func whatHasToWaitIsSaid() throws {
        var state = Fixture.state(80, 24)
        _ = reduce(&state, .settingsRead(try update("server: http://a\nsections: {a: {title: A, path: woowa/a}}")))
        #expect(state.toast.current?.text[.english].last == "server, sections: takes effect at the next start.")
    }

    @Test func whatIsWrongIsToldInBothLanguagesAndCounted() throws {
        var state = Fixture.state(80, 24)
        _ = reduce(&state, .settingsRead(try update("thme: dark\nmouse: 7\nguests: A")))
        let toast = try #require(state.toast.current)
        #expect(toast.kind == .failed)
        #expect(
            toast.text[.english] == [
                "config.yaml:1: There is no setting thme. Did you mean theme?", "2 more: banchan config",
            ])
        #expect(toast.text[.korean].first?.hasPrefix("config.yaml:1: ") == true)
    }

    @Test func settingsWithAMistakeAreOneToast() throws {
        var state = Fixture.state(80, 24)
        _ = reduce(&state, .settingsRead(try update("theme: light\nserver: http://a\nthme: dark")))
        #expect(
            state.toast.current?.text[.english] == [
                "config.yaml:3: There is no setting thme. Did you mean theme?",
                "server: takes effect at the next start.",
            ])
        _ = state.toast.expire()
        #expect(state.toast.current == nil)
    }

    @Test func nothingOfASectionElsewhereIsSoldOrHasAPage() throws {
        let url = try #require(URL(string: "http://other.example/menu"))
        let own = OwnSection(
            name: "sections.a", heading: SectionHeading(title: "옆집", subtitle: "국수"), source: .address(url))
        let counter = MenuCounter(isKeeper: true, ownSections: [own])
        let id = SectionID(path: url.absoluteString)
        #expect(counter.heading(of: id)[.english] == own.heading)
        #expect(counter.saleItem(ofRow: 0, in: Fixture.section(id, [Fixture.galbi])) == nil)
        #expect(counter.saleItem(ofRow: 0, in: Fixture.section(.main, [Fixture.galbi])) != nil)
        var state = ShopState(
            size: Size(width: 120, height: 40), sections: [Fixture.section(id, [Fixture.galbi])], counters: [counter],
            now: Fixture.noon)
        let bottom = footer(state)
        for hint in ["자세히", "주문", "품절", "가격 변경"] { #expect(!bottom.contains(hint)) }
        #expect(bottom.contains("Enter 가격"))
        state.press(.right)
        #expect(state.page == nil)
        #expect(state.toast.current?.text[.korean].first?.contains("가게 밖") == true)
        state.press(.enter)
        #expect(state.toast.current?.text[.korean].first == Fixture.galbi.title.string)
    }
}
