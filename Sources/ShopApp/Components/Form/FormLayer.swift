import Terminal

/// A layer that is a form: keys are typed into its fields, go from one to the next, and press its buttons.
protocol FormLayer: Layer {
    associatedtype Stop: Hashable & Sendable
    associatedtype Problem: Hashable & Sendable
    associatedtype Notice: Hashable & Sendable

    var form: Form<Stop, Problem, Notice> { get set }
    /// Its keys on the help page.
    var helpTopic: HelpTopic { get }

    /// Something else was entered where the focus is; `self` is the form before.
    func edited(_ state: inout ShopState) -> [Effect]
    /// Enter on a button, or where Enter applies what was entered.
    func submit(_ state: inout ShopState) -> [Effect]
    /// Goes away, and changes nothing.
    func leave(_ state: inout ShopState) -> [Effect]
}

extension FormLayer {
    var takesText: Bool { true }
    var isWaiting: Bool { form.isSending }

    var focus: Stop { form.focus }
    var problems: [Stop: Problem] { form.problems }
    var notice: Notice? { form.notice }
    var isSending: Bool { form.isSending }

    func edited(_ state: inout ShopState) -> [Effect] { [] }

    func leave(_ state: inout ShopState) -> [Effect] {
        state.layers[Self.self] = nil
        return []
    }

    /// In a line of text letters are letters: only what is in the table as it stands is a command.
    func press(_ key: Key, _ state: inout ShopState) -> [Effect] {
        let commands = form.isInText ? keyTable.command(of: key).map { [$0] } ?? [] : keyTable.commands(of: key)
        // A syllable of the Hangul keyboard is several keys: the first may have changed or closed the form.
        guard commands.isEmpty else {
            return commands.flatMap { state.layers[Self.self]?.handle($0, &state) ?? [] }
        }
        switch key {
        case .character(let character): return edit(&state) { $0.type(character) }
        case .paste(let text): return edit(&state) { $0.paste(text) }
        default: return []
        }
    }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect] { handleForm(command, &state) }

    /// What a command does in every form.
    func handleForm(_ command: Command, _ state: inout ShopState) -> [Effect] {
        if let edit = command.edit { return self.edit(&state) { $0.perform(edit) } }
        if let step = command.step { return edit(&state) { $0.step(by: step) } }
        switch command {
        case .nextField, .leaveField: state.layers[Self.self]?.form.moveFocus(by: 1)
        case .previousField: state.layers[Self.self]?.form.moveFocus(by: -1)
        case .nextButton, .otherButton: state.layers[Self.self]?.form.moveAmongButtons(by: 1)
        case .previousButton: state.layers[Self.self]?.form.moveAmongButtons(by: -1)
        case .press, .confirm, .apply: return submit(&state)
        case .back, .discard: return leave(&state)
        case .help: state.help = HelpPage(at: helpTopic, in: state)
        case .repaint: return [.repaint]
        default: break
        }
        return []
    }

    private func edit(
        _ state: inout ShopState, _ change: (inout Form<Stop, Problem, Notice>) -> Void
    ) -> [Effect] {
        guard let before = state.layers[Self.self] else { return [] }
        var after = before
        change(&after.form)
        guard after != before else { return [] }
        state.layers[Self.self] = after
        return before.edited(&state)
    }
}
