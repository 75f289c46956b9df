import Canvas
import Terminal

/// Something that is answered with yes or no before anything else. A counter says what is asked, and what follows.
protocol Question: Hashable, Sendable {
    /// Whether there is nothing to decide: it only has to be seen.
    var isNotice: Bool { get }
    /// Keys of the counter that work beside the dialog's own; they close it.
    var otherKeys: KeyTable { get }

    func title(_ words: Words) -> String
    /// What is asked, in lines that fit `layout`.
    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow]
    /// What can be answered: yes, no; or only that it was seen.
    func answers(_ words: Words) -> [String]

    func answer(isYes: Bool, _ state: inout ShopState) -> [Effect]
    /// One of the other keys was pressed.
    func handle(_ command: Command, _ state: inout ShopState) -> [Effect]
}

extension Question {
    var isNotice: Bool { false }
    var otherKeys: KeyTable { [] }
    func handle(_ command: Command, _ state: inout ShopState) -> [Effect] { [] }

    fileprivate func isEqual(to other: any Question) -> Bool { self == other as? Self }
}

/// A question that is asked, with its answers as buttons.
public struct Dialog: Hashable, Sendable {
    let question: any Question
    var form: Form<Bool, Never, Never>

    init(_ question: any Question, isYes: Bool = true) {
        self.question = question
        form = Form(question.isNotice ? [(true, .button)] : [(true, .button), (false, .button)], focus: isYes)
    }

    /// What Enter answers.
    var isYes: Bool { focus }

    /// Whether it asks `question`.
    func asks(_ question: some Question) -> Bool { question.isEqual(to: self.question) }

    public static func == (left: Dialog, right: Dialog) -> Bool {
        left.form == right.form && left.question.isEqual(to: right.question)
    }

    public func hash(into hasher: inout Hasher) {
        question.hash(into: &hasher)
        hasher.combine(form)
    }
}

extension Dialog: FormLayer {
    var keyTable: KeyTable {
        (question.isNotice ? KeyTable.dialog.without(.otherButton, .yes, .no) : .dialog) + question.otherKeys
    }

    var helpTopic: HelpTopic { .dialog }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect] {
        if command == .yes || command == .no { return answer(command == .yes, &state) }
        guard question.otherKeys.contains(where: { $0.command == command }) else { return handleForm(command, &state) }
        state.dialog = nil
        return question.handle(command, &state)
    }

    func submit(_ state: inout ShopState) -> [Effect] { answer(isYes, &state) }
    func leave(_ state: inout ShopState) -> [Effect] { answer(false, &state) }

    private func answer(_ isYes: Bool, _ state: inout ShopState) -> [Effect] {
        state.dialog = nil
        return question.answer(isYes: isYes, &state)
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        typealias View = FormView<Bool, Never, Never>
        let view = View(form: form, layout: context.layout, labels: 0, spinner: context.spinner)
        let answers = Array(zip(form.stops, question.answers(words)))
        let rows = question.rows(words, context.layout).map { View.Row(row: $0) }
        return view.picture(
            Region("dialog"), title: question.title(words), rows + [.space, view.buttons(answers, sending: "")])
    }
}

extension ShopState {
    /// The question, while one is asked.
    var dialog: Dialog? {
        get { layers[Dialog.self] }
        set { layers[Dialog.self] = newValue }
    }
}
