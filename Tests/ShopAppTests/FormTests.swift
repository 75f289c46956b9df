import Domain
import TerminalText
import Testing

@testable import ShopApp

struct FormTests {
    private enum Stop { case picture, name, count, apply, cancel }
    private enum Problem { case missing }
    private typealias Entries = Form<Stop, Problem, Never>

    private let form = Entries(
        [
            (.picture, .standaloneButton), (.name, .text(TextField("김"))),
            (.count, .number(QuantityField(5, in: 0...100))), (.apply, .button), (.cancel, .button),
        ], focus: .name)

    @Test func theFocusGoesAroundAllStopsAndAmongTheButtonsOfTheRow() {
        var form = form
        var seen: [Stop] = []
        for _ in 0..<6 {
            form.moveFocus(by: 1)
            seen.append(form.focus)
        }
        #expect(seen == [.count, .apply, .cancel, .picture, .name, .count])
        form.moveAmongButtons(by: 1)
        #expect(form.focus == .count)
        form.focus(on: .cancel)
        form.moveAmongButtons(by: 1)
        #expect(form.focus == .apply)
    }

    @Test func whatIsTypedGoesWhereTheFocusIs() {
        var form = form
        form.type("치")
        form.focus(on: .count)
        form.type("7")
        for text in ["2x3", "2,3", "-5", "1.5", "12 900", String(repeating: "1", count: 100)] { form.paste(text) }
        #expect(form.quantity(.count)?.text == "7", "what is no number is not pasted as another one")
        form.paste(" 23원\n")
        #expect(form.text(.name).text == "김치")
        #expect(form.quantity(.count)?.text == "723")
        form.perform(.deleteBackward)
        form.step(by: 1)
        #expect(form.quantity(.count)?.value == 73)
        #expect(form.text(.name).text == "김치")
        form.focus(on: .apply)
        form.type("a")
        form.step(by: 1)
        #expect(form.text(.name).text == "김치")
        #expect(form.quantity(.count)?.value == 73)
    }

    @Test func problemsAreToldAtTheFirstFieldAndGoWhereItIsChanged() {
        var form = form
        form.focus(on: .apply)
        let isWrong = form.show([.count: .missing, .name: .missing])
        #expect(isWrong)
        #expect(form.focus == .name)
        form.type("치")
        #expect(form.problems == [.count: .missing])
        let isStillWrong = form.show([:])
        #expect(!isStillWrong)
        #expect(form.focus == .name)
        #expect(form.problems == [:])
    }

    @Test func nothingIsChangedWhileItIsSent() {
        var form = form
        form.isSending = true
        let before = form
        form.type("치")
        form.perform(.deleteBackward)
        #expect(form == before)
    }

    @Test func otherFieldsTakeTheFocusWhereItsOwnIsGone() {
        var form = form
        form.replace([(.name, .text(TextField("새"))), (.apply, .button)])
        #expect(form.focus == .name)
        #expect(form.text(.name).text == "새")
        #expect(form[.count] == nil)
        form.focus(on: .apply)
        form.replace([(.name, .text(TextField()))])
        #expect(form.focus == .name)
        form.replace([])
        form.moveFocus(by: 1)
        form.type("a")
        #expect(form.stops.isEmpty)
        #expect(form.text(.name).text == "")
    }
}
