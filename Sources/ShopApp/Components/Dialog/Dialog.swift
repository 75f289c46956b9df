import Canvas
import Terminal

/// A yes-or-no question that must be answered before anything else. The counter defines its text and its consequences.
protocol Question: Hashable, Sendable {
    associatedtype Owner: Counter

    /// Whether it is only a notice to acknowledge.
    var isNotice: Bool { get }
    /// Keys of the counter that work in addition to the dialog's own; they close it.
    var otherKeys: KeyTable { get }

    func title(_ words: Words) -> String
    /// The text of the question, in lines that fit `layout`.
    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow]
    /// The labels of the answers: yes and no, or one for acknowledging.
    func answers(_ words: Words) -> [String]

    func answer(isYes: Bool, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request]
    func handle(_ command: Command, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request]
}

extension Question {
    var isNotice: Bool { false }
    var otherKeys: KeyTable { [] }
    func handle(_ command: Command, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] { [] }
}

/// A dialog that shows a question with its answers as buttons.
struct Dialog<Asked: Question>: FormLayer {
    typealias Owner = Asked.Owner

    let question: Asked
    var form: Form<Bool, Never, Never>

    /// The focus starts on the yes button if `isYes` is `true`, otherwise on the no button.
    init(_ question: Asked, isYes: Bool = true) {
        self.question = question
        form = Form(question.isNotice ? [(true, .button)] : [(true, .button), (false, .button)], focus: isYes)
    }

    var keyTable: KeyTable {
        (question.isNotice ? KeyTable.dialog.without(.otherButton, .yes, .no) : .dialog) + question.otherKeys
    }

    var helpTopic: HelpTopic? { keyTable == .dialog ? .dialog : nil }

    mutating func handle(_ command: Command, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        if command == .yes || command == .no { return answer(command == .yes, &owner, &shell) }
        guard question.otherKeys.contains(where: { $0.command == command }) else {
            return handleForm(command, &owner, &shell)
        }
        shell.close(Self.self)
        return question.handle(command, &owner, &shell)
    }

    func submit(_ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        answer(focus, &owner, &shell)
    }

    func leave(_ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        answer(false, &owner, &shell)
    }

    private func answer(_ isYes: Bool, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        shell.close(Self.self)
        return question.answer(isYes: isYes, &owner, &shell)
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        typealias View = FormView<Bool, Never, Never>
        let view = View(form: form, layout: context.layout, labels: 0, spinner: context.spinner, fitsRows: true)
        let answers = Array(zip(form.stops, question.answers(words)))
        let rows = question.rows(words, context.layout).map { View.Row(row: $0) }
        return view.picture(
            Region("dialog"), title: question.title(words), rows + [.space, view.buttons(answers, sending: "")])
    }
}

/// Asks whether to discard the input of a form.
struct DiscardQuestion<Owner: Counter>: Question {
    /// The number of the form among the layers: it may have been closed since, and another one may lie on top.
    var form: Int?
    var heading = LocalizedText("저장하지 않음", "Not saved")
    var sentence = LocalizedText("입력한 내용을 버리고 닫을까요?", "Close and lose what was entered?")
    var yes = LocalizedText("예", "Yes")
    var no = LocalizedText("아니오", "No")

    func title(_ words: Words) -> String { heading[words.language] }

    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow] {
        ModalRow.sentence(sentence[words.language], in: layout)
    }

    func answers(_ words: Words) -> [String] { [yes, no].map { $0[words.language] } }

    func answer(isYes: Bool, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        if isYes, let form { shell.close(layer: form) }
        return []
    }
}
