import Terminal

/// A form layer: keys type into its fields, move the focus, and press its buttons.
protocol FormLayer: CounterLayer {
    associatedtype Stop: Hashable & Sendable
    associatedtype Problem: Hashable & Sendable
    associatedtype Notice: Hashable & Sendable

    var form: Form<Stop, Problem, Notice> { get set }

    /// Called when the input of the focused field changed; `before` is the layer before the change.
    mutating func edited(from before: Self, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request]
    /// Submits the form: Enter on a button, or anywhere if Enter applies the input.
    mutating func submit(_ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request]
    /// Whether closing the form now would lose input.
    var hasUnsavedInput: Bool { get }
    /// What is asked before that input is lost.
    var discardQuestion: DiscardQuestion<Owner> { get }
    /// Closes the form without changes.
    mutating func leave(_ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request]
}

extension FormLayer {
    var takesText: Bool { true }
    var isInText: Bool { form.isInText }
    var hasIgnoredText: Bool { form.hasIgnoredText }
    var isWaiting: Bool { form.isSending }

    var focus: Stop { form.focus }
    var problems: [Stop: Problem] { form.problems }
    var notice: Notice? { form.notice }
    var isSending: Bool { form.isSending }
    var hasUnsavedInput: Bool { form.isEdited }
    var discardQuestion: DiscardQuestion<Owner> { DiscardQuestion() }

    mutating func edited(from before: Self, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] { [] }

    mutating func leave(_ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        shell.close(Self.self)
        return []
    }

    mutating func handle(_ command: Command, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        handleForm(command, &owner, &shell)
    }

    mutating func click(_ click: Click, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        clickForm(click, &owner, &shell)
    }

    mutating func clickForm(_ click: Click, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        guard !isSending, let target = click.target as? FormTarget<Stop> else { return [] }
        form.focus(on: target.stop)
        switch target {
        case .field: return []
        case .text(let stop, let columns):
            form.moveCaret(of: stop, at: click.column, in: columns)
            return []
        case .choice(let stop, let index): return edit(&owner, &shell) { $0.choose(index, at: stop) }
        case .step(_, let steps): return edit(&owner, &shell) { $0.step(by: steps) }
        case .button: return submit(&owner, &shell)
        }
    }

    mutating func handleForm(_ command: Command, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        form.endIgnoredText()
        if let edit = command.edit { return self.edit(&owner, &shell) { $0.perform(edit) } }
        if let step = command.step { return edit(&owner, &shell) { $0.step(by: step) } }
        switch command {
        case .nextField, .leaveField: form.moveFocus(by: 1)
        case .previousField: form.moveFocus(by: -1)
        case .nextButton, .otherButton: form.moveAmongButtons(by: 1)
        case .previousButton: form.moveAmongButtons(by: -1)
        case .press, .confirm, .apply: return submit(&owner, &shell)
        case .back where hasUnsavedInput && !isSending, .discard where hasUnsavedInput && !isSending:
            var question = discardQuestion
            question.form = shell.topLayer
            shell.ask(question, isYes: false)
        case .back, .discard: return leave(&owner, &shell)
        default: break
        }
        return []
    }

    mutating func type(_ key: Key, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] {
        switch key {
        case .character(let character): edit(&owner, &shell) { $0.type(character) }
        case .paste(let text): edit(&owner, &shell) { $0.paste(text) }
        default: []
        }
    }

    private mutating func edit(
        _ owner: inout Owner, _ shell: inout ShellContext, _ change: (inout Form<Stop, Problem, Notice>) -> Void
    ) -> [Owner.Request] {
        let before = self
        change(&form)
        return self == before ? [] : edited(from: before, &owner, &shell)
    }
}
