import Canvas
import Domain
import Terminal
import Testing

@testable import ShopApp

/// Keys that the user has configured.
struct KeyChoicesTests {
    private let table: KeyTable = [
        KeyBinding(.up, .up, .character("k")), KeyBinding(.down, .down, .character("j"), isPaired: true),
        KeyBinding(.refetch, .character("r"), hint: .useful), KeyBinding(.quit, .character("q"), hint: .important),
    ]

    @Test func aCommandHasTheChosenKeysAndNoOthers() {
        let keys = table.applying(KeyChoices(["list.refetch": [.function(5), .control("r")]]))
        #expect(keys.commands(of: .function(5)) == [.refetch])
        #expect(keys.commands(of: .control("r")) == [.refetch])
        #expect(keys.commands(of: .character("r")).isEmpty)
        #expect(keys.hints.map(\.label) == ["F5", "q"])
    }

    @Test func aKeyThatIsChosenIsTakenFromItsCommand() {
        let keys = table.applying(KeyChoices(["list.refetch": [.character("q")]]))
        #expect(keys.commands(of: .character("q")) == [.refetch])
        #expect(keys.hints.map(\.label) == ["q"])
        #expect(keys.contains { $0.command == .quit })
    }

    @Test func aCommandMayHaveNoKeysAndIsNotNamedThen() {
        let keys = table.applying(KeyChoices(["list.up": [], "shop.quit": []]))
        #expect(keys.hints.map(\.label) == ["r"])
        #expect(keys.helpLines.map(\.label.text) == ["Down  j", "r"])
    }

    @Test func whereLettersAreTypedTheyAreNoKeys() {
        let choices = KeyChoices(["form.leave": [.character("x"), .function(2)], "text.left": [.character("y")]])
        let keys = KeyTable.text.applying(choices, inText: true)
        #expect(keys.command(of: .character("x")) == nil)
        #expect(keys.command(of: .function(2)) == .leaveField)
        #expect(keys.command(of: .left) == .caretLeft)
        #expect(keys.command(of: .character("y")) == nil)
    }

    @Test func everyCommandOfEveryPlaceHasANameForTheSettings() {
        let names = Set(WholeShop.commandNames)
        for table in KeyTable.all {
            for binding in table { #expect(names.contains(binding.command.name), "\(binding.command.name)") }
        }
        let shop = Fixture.state(80, 24)
        for topic in shop.helpTopics where topic != .mouse {
            for binding in topic.keys { #expect(names.contains(binding.command.name), "\(binding.command.name)") }
        }
    }

    @Test func everyKeyThatTheFooterShowsHasAWordInBothLanguages() {
        let screens = ScreenFile.all.map { $0.state($0.sizes[0], .indexed).keyTable }
        let topics = HelpTopic.all(of: WholeShop.counters).map(\.keys)
        for table in screens + topics + KeyTable.all + [KeyTable.onFruit] {
            for hint in table.hints {
                let word = hint.binding.command.hint
                #expect(Language.allCases.allSatisfy { word?[$0].isEmpty == false }, "\(hint.binding.command.name)")
            }
        }
    }
}
