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

/// A question that is asked.
public struct DialogState: Hashable, Sendable {
    let question: any Question
    /// What Enter answers.
    public internal(set) var isYes = true

    init(_ question: any Question, isYes: Bool = true) {
        self.question = question
        self.isYes = isYes
    }

    /// Whether it asks `question`.
    func asks(_ question: some Question) -> Bool { question.isEqual(to: self.question) }

    public static func == (left: DialogState, right: DialogState) -> Bool {
        left.isYes == right.isYes && left.question.isEqual(to: right.question)
    }

    public func hash(into hasher: inout Hasher) {
        question.hash(into: &hasher)
        hasher.combine(isYes)
    }
}

extension DialogState: Layer {
    var keyTable: KeyTable {
        (question.isNotice ? KeyTable.dialog.without(.otherButton, .yes, .no) : .dialog) + question.otherKeys
    }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect] {
        switch command {
        case .otherButton: state.dialog?.isYes.toggle()
        case .confirm: return answer(isYes, &state)
        case .yes: return answer(true, &state)
        case .no, .back: return answer(false, &state)
        case .help: state.help = HelpState(at: .dialog, in: state)
        case .repaint: return [.repaint]
        default:
            state.dialog = nil
            return question.handle(command, &state)
        }
        return []
    }

    private func answer(_ isYes: Bool, _ state: inout ShopState) -> [Effect] {
        state.dialog = nil
        return question.answer(isYes: isYes, &state)
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let view = DialogView(words: words, layout: context.layout)
        return LayerPicture(panels: [view.panel(self)], cursor: view.cursor(self))
    }
}

extension ShopState {
    /// The question, while one is asked.
    var dialog: DialogState? {
        get { layers[DialogState.self] }
        set { layers[DialogState.self] = newValue }
    }
}
