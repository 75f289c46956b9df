import Canvas
import Terminal

extension Command {
    static let previousField = Command(
        "form.previous", help: ("이전, 다음 칸", "previous, next field"), title: ("이전 칸", "previous field"),
        hint: ("이동", "move"))
    static let nextField = Command(
        "form.next", help: previousField.help, title: LocalizedText("다음 칸", "next field"), hint: previousField.hint)
    static let leaveField = Command("form.leave", help: ("다음 칸으로", "to the next field"), hint: ("다음", "next"))
    static let press = Command("form.press", help: ("버튼 누르기", "press the button"), hint: ("누르기", "press"))
    static let nextButton = Command("form.next-button", help: ("버튼 이동", "from button to button"))
    static let previousButton = Command("form.previous-button", help: nextButton.help)
    static let nextSuggestion = Command("form.next-suggestion", help: ("제안된 이름 고르기", "choose a suggested name"))
    static let previousSuggestion = Command("form.previous-suggestion", help: nextSuggestion.help)
    static let apply = Command("form.apply", help: ("적용하고 닫기", "apply and close"), hint: ("적용", "apply"))
    /// Closes the form without changes.
    static let discard = Command(
        "form.discard", help: ("그대로 두고 닫기", "close and change nothing"), hint: ("그만두기", "discard"))

    // In a dialog.
    static let confirm = Command(
        "dialog.confirm", help: LocalizedText("주문하기, 취소 누르기", "press the button"), hint: press.hint)
    static let otherButton = Command("dialog.other", help: ("주문하기, 취소", "order, cancel"))
    static let yes = Command("dialog.yes", help: ("예", "yes"), hint: ("예", "yes"))
    static let no = Command("dialog.no", help: ("아니오", "no"), hint: ("아니오", "no"))

    // In a field of choices.
    static let previousChoice = Command("choice.previous", help: ("하나 고르기", "choose one"), hint: ("고르기", "choose"))
    static let nextChoice = Command("choice.next", help: previousChoice.help, hint: previousChoice.hint)

    // In a number field.
    static let less = Command("number.less", help: ("1개 줄이기, 늘리기", "1 less, 1 more"), hint: ("수량", "quantity"))
    /// The same where digits are typed, too.
    static let lessOrTyped = Command(
        less.name, help: ("숫자 입력, 1개 줄이기, 늘리기", "type a number; 1 less, 1 more"), hint: ("수량", "quantity"))
    static let more = Command("number.more", help: less.help, hint: less.hint)
    static let tenLess = Command("number.ten-less", help: ("10개 늘리기, 줄이기", "10 more, 10 less"))
    static let tenMore = Command("number.ten-more", help: tenLess.help)

    // In a text field.
    static let caretLeft = Command("text.left", help: ("커서 이동", "move the cursor"))
    static let caretRight = Command("text.right", help: caretLeft.help)
    static let lineStart = Command("text.first", help: ("줄의 처음, 끝으로", "to the beginning, to the end of the line"))
    static let lineEnd = Command("text.last", help: lineStart.help)
    static let deleteBackward = Command("text.delete-backward", help: ("글자 지우기", "delete a character"))
    static let deleteForward = Command("text.delete-forward", help: deleteBackward.help)
    static let deleteWord = Command("text.delete-word", help: ("낱말 지우기", "delete a word"))
    static let deleteToStart = Command("text.delete-to-first", help: ("커서 앞 모두 지우기", "delete back to the beginning"))

    /// The text edit that a command performs; `nil` for all other commands.
    var edit: TextField.Edit? { Command.edits[self] }

    private static let edits: [Command: TextField.Edit] = [
        caretLeft: .left, caretRight: .right, lineStart: .first, lineEnd: .last, deleteBackward: .deleteBackward,
        deleteForward: .deleteForward, deleteWord: .deleteWord, deleteToStart: .deleteToFirst,
    ]

    /// The change of a number that a command performs; `nil` for all other commands.
    var step: Int? { Command.steps[self] }

    private static let steps: [Command: Int] = [
        less: -1, more: 1, tenLess: -10, tenMore: 10, previousChoice: -1, nextChoice: 1,
    ]
}

extension KeyTable {
    /// In a form, regardless of the focus.
    private static let form: KeyTable = [
        KeyBinding(.previousField, .up, .backTab, hint: .useful),
        KeyBinding(.nextField, .down, .tab, hint: .useful, isPaired: true),
        KeyBinding(.back, .escape, hint: .important), KeyBinding(.help, .function(1), hint: .important),
        KeyBinding(.repaint, .control("l")),
    ]

    private static let leavingField = KeyBinding(.leaveField, .enter, hint: .important)

    static let editing: KeyTable = [
        KeyBinding(.caretLeft, .left, .control("b")), KeyBinding(.caretRight, .right, .control("f"), isPaired: true),
        KeyBinding(.lineStart, .home, .control("a")), KeyBinding(.lineEnd, .end, .control("e"), isPaired: true),
        KeyBinding(.deleteBackward, .backspace, .control("h")),
        KeyBinding(.deleteForward, .delete, .control("d"), isPaired: true),
        KeyBinding(.deleteWord, .control("w")), KeyBinding(.deleteToStart, .control("u")),
    ]

    /// In a text field; all other characters are inserted.
    static let text: KeyTable = [leavingField] + editing + form

    /// In a text field with suggested names: up and down select a suggestion.
    static let suggesting: KeyTable =
        [KeyBinding(.previousSuggestion, .up), KeyBinding(.nextSuggestion, .down, isPaired: true)]
        + text.map { $0.filteringKeys { $0 != .up && $0 != .down } }

    /// In a quantity field; digits are typed.
    static let quantity: KeyTable =
        [
            leavingField,
            KeyBinding(.lessOrTyped, .left, .character("-"), hint: .useful, typed: "0-9"),
            KeyBinding(.more, .right, .character("+"), .character("="), isPaired: true),
            KeyBinding(.deleteBackward, .backspace, .delete, .control("h")),
        ] + form

    /// In a field of choices.
    static let choice: KeyTable =
        [
            leavingField, KeyBinding(.previousChoice, .left, hint: .useful),
            KeyBinding(.nextChoice, .right, .character(" "), hint: .useful, isPaired: true),
        ] + form

    /// On the buttons at the end of a form that has two.
    static let buttons: KeyTable =
        [
            KeyBinding(.confirm, .enter, .character(" "), hint: .important),
            KeyBinding(.otherButton, .left, .right),
        ] + form

    static let manyButtons: KeyTable =
        [
            KeyBinding(.press, .enter, .character(" "), hint: .important),
            KeyBinding(.previousButton, .left), KeyBinding(.nextButton, .right, isPaired: true),
        ] + form

    /// A question with two answers.
    static let dialog: KeyTable = [
        KeyBinding(.confirm, .enter, .character(" "), hint: .important),
        KeyBinding(.otherButton, .left, .right, .tab, .backTab, .character("h"), .character("l")),
        KeyBinding(.yes, .character("y"), hint: .important), KeyBinding(.no, .character("n"), hint: .important),
        KeyBinding(.back, .escape, .character("q"), hint: .important),
        KeyBinding(.help, .function(1), .character("?"), hint: .important), KeyBinding(.repaint, .control("l")),
    ]

    /// In a form of number fields; digits are typed.
    static let steppers: KeyTable = [
        KeyBinding(.apply, .enter, hint: .important),
        KeyBinding(.lessOrTyped, .left, .character("-"), .character("h"), hint: .useful, typed: "0-9"),
        KeyBinding(.more, .right, .character("+"), .character("l"), .character("="), isPaired: true),
        KeyBinding(.tenMore, .pageUp), KeyBinding(.tenLess, .pageDown, isPaired: true),
        KeyBinding(.previousField, .up, .backTab, .character("k")),
        KeyBinding(.nextField, .down, .tab, .character("j"), isPaired: true),
        KeyBinding(.deleteBackward, .backspace, .delete, .control("h")),
        KeyBinding(.discard, .escape, .character("q"), hint: .important),
        KeyBinding(.help, .function(1), .character("?"), hint: .important), KeyBinding(.repaint, .control("l")),
    ]

    /// While a form is being submitted: it can only be closed.
    static let sending: KeyTable = [
        KeyBinding(.back, .escape, hint: .important), KeyBinding(.help, .function(1), hint: .important),
        KeyBinding(.repaint, .control("l")),
    ]

    /// While something is being saved, which is almost instantaneous unless another program blocks it.
    static let saving: KeyTable = text.only(.help, .repaint)
}
