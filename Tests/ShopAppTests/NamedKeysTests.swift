import Canvas
import Contacts
import Domain
import Foundation
import Settings
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// Texts that mention a key use the key that the user has configured.
struct NamedKeysTests {
    /// Assigns every command a key that no keyboard has.
    private static let choices: [String: [Key]] = Dictionary(
        uniqueKeysWithValues: (WholeShop.commandNames + ["idle.stay"]).uniqued.enumerated().map {
            ($0.element, [.function(1_000 + $0.offset)])
        })
    private static let none: [String: [Key]] = choices.mapValues { _ in [] }

    private static func label(_ command: Command) -> String { choices[command.name]?.first?.label ?? "" }

    private static let usualNames: Set<Substring> = [
        "Enter", "Esc", "Tab", "Shift-Tab", "Space", "Backspace", "PgUp", "PgDn", "Up", "Down", "Right",
        "Left",
        "Ctrl-L", "Ctrl-Z", "1-5", "1-4", "F1",
    ]

    /// Returns the default keys mentioned in a text: names of special keys, and letters in phrases that refer to a key.
    private static func usualKeys(in text: String, _ language: Language) -> [Substring] {
        // "Enter a name" does not refer to a key.
        let text = text.replacing("Enter a ", with: "")
        let names = text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.filter(usualNames.contains)
        let letters: [Substring?] =
            switch language {
            case .korean:
                text.matches(of: #/(?:^|\s)([!-~]) (?:키|되돌리기|다시 시도|도움말|넣기)/#).map(\.output.1)
            case .english:
                text.matches(of: #/[Pp]ress ([!-~])(?:[\s.,]|$)/#).map(\.output.1)
                    + text.matches(of: #/(?:with|and) ([b-zB-Z!-\/:-@])(?:[\s.,]|$)/#).map(\.output.1)
                    + text.matches(of: #/(?:^|\s)([a-zA-Z!-\/:-@]) (?:to |undoes|brings|for help|puts in)/#).map(
                        \.output.1)
            }
        return names + letters.compactMap(\.self)
    }

    @Test func aUsualKeyInASentenceIsFound() {
        #expect(NamedKeysTests.usualKeys(in: "u 되돌리기", .korean) == ["u"])
        #expect(NamedKeysTests.usualKeys(in: "Press Esc to see", .english) == ["Esc"])
        #expect(NamedKeysTests.usualKeys(in: "in with t and f.", .english) == ["t", "f"])
    }

    private func words(_ language: Language, _ keys: [String: [Key]] = choices) -> Words {
        language.words.naming(KeyChoices(keys))
    }

    @Test(arguments: ScreenFile.all.filter { !$0.name.hasPrefix("help") && $0.name != "commands" })
    func noScreenNamesAKeyThatAnotherWasChosenFor(_ screen: ScreenFile) {
        var settings = Settings()
        settings.keys = NamedKeysTests.choices
        for size in screen.sizes.prefix(2) {
            for language in Language.allCases {
                var state = screen.state(size, .indexed)
                state.toast = ToastQueue()
                state.adopt(settings, language)
                if state.isPlain { state.startPlainStatus() }
                let picture = Fixture.frame(state, state.words).picture
                #expect(NamedKeysTests.usualKeys(in: picture, language) == [], "\(picture)")
            }
        }
    }

    @Test(arguments: Language.allCases) func helpAndPaletteNameTheKeysThatWereChosen(_ language: Language) throws {
        var settings = Settings()
        settings.keys = NamedKeysTests.choices
        for command in [Command.help, .palette] {
            var state = Fixture.state(120, 40)
            state.adopt(settings, language)
            state.press(try #require(NamedKeysTests.choices[command.name]?.first))
            #expect(!state.layers.isEmpty)
            let picture = Fixture.frame(state, state.words).picture
            #expect(picture.contains(#/F1[0-9]{3}/#))
            #expect(NamedKeysTests.usualKeys(in: picture, language) == [], "\(picture)")
        }
    }

    @Test(arguments: Language.allCases) func toastsNameTheKeysThatWereChosen(_ language: Language) {
        let words = words(language)
        let dish = DishReport(
            draft: DishDraft(key: .init(), hash: "H1", title: "", change: .soldOut(true)), outcome: .changed(nil))
        let toasts: [(Toast, Command)] = [
            (.contact(.deleted("이몽룡"), words), .undo), (.cartIsEmpty(words), .putIn),
            (.dishChanged(dish, after: [], words), .turnSoldOut),
        ]
        for (toast, command) in toasts {
            let text = toast.text[language].joined(separator: "\n")
            #expect(text.contains(NamedKeysTests.label(command)), "\(text)")
            #expect(NamedKeysTests.usualKeys(in: text, language) == [])
        }
    }

    @Test(arguments: Language.allCases) func emptyListsNameTheKeysThatWereChosen(_ language: Language) {
        let words = words(language)
        #expect(words.contacts.emptyHint(.empty, words).contains(NamedKeysTests.label(.addContact)))
        #expect(words.contacts.emptyHint(.failed(.busy), words).contains(NamedKeysTests.label(.reread)))
        #expect(EmptyState.noMatch(nearest: nil).hint(words).contains(NamedKeysTests.label(.clearSearch)))
        #expect(EmptyState.noMatch(nearest: "갈비").hint(words).contains(NamedKeysTests.label(.takeNearest)))
        #expect(words.drinks.nothingBought(words).contains(NamedKeysTests.label(.insertFiveThousand)))
        let question = words.drinks.question(
            .insufficientBalance(drink: MachineFixture.cola.title, missing: nil), words)
        #expect(question.contains { $0.contains(NamedKeysTests.label(.insertThousand)) })
        #expect(words.retry.contains(NamedKeysTests.label(.refetch)))
    }

    @Test func aCommandWithoutAKeyIsCalledByItsName() {
        let words = words(.english, NamedKeysTests.none)
        #expect(words.contacts.emptyHint(.empty, words) == "Press contacts.add to add the first one.")
        let paletteOnly = self.words(.english, ["contacts.add": []])
        #expect(paletteOnly.contacts.emptyHint(.empty, paletteOnly) == "Press : contacts.add to add the first one.")
        #expect(words.retry.isEmpty)
    }

    @Test func aKeyThatAnotherCommandOfTheListHasTakenIsNotNamed() {
        let words = words(.english, ["shop.quit": [.character("a")]])
        #expect(words.contacts.emptyHint(.empty, words) == "Press : contacts.add to add the first one.")
        #expect(words.contacts.emptyHint(.failed(.busy), words) == "Press r to open it again.")
    }

    @Test func aDoubleClickOpensWhateverKeyDoes() {
        var state = Fixture.state(80, 24)
        var settings = Settings()
        settings.keys = NamedKeysTests.none
        state.adopt(settings, .korean)
        #expect(state.mainCommand == .select)
        state.list.toggleFolding(of: .main)
        #expect(state.mainCommand == .fold)
    }
}

extension Array where Element: Hashable {
    fileprivate var uniqued: [Element] { Array(Set(self)).sorted { "\($0)" < "\($1)" } }
}
