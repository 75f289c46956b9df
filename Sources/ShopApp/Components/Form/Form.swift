import Canvas
import TerminalText

/// The fields and buttons of a form in focus order, with their validation problems and a notice to read before
/// continuing.
struct Form<Stop: Hashable & Sendable, Problem: Hashable & Sendable, Notice: Hashable & Sendable>: Hashable, Sendable {
    /// An element that can have the focus.
    enum Field: Hashable, Sendable {
        case text(TextField)
        case number(QuantityField)
        case choice(ChoiceField)
        case button
        /// A button outside the row of buttons.
        case standaloneButton

        /// The input; `nil` for a button.
        fileprivate var entered: String? {
            switch self {
            case .text(let field): field.value.string
            case .number(let field): field.text
            case .choice(let field): "\(field.index)"
            case .button, .standaloneButton: nil
            }
        }
    }

    private struct Entry: Hashable, Sendable {
        let stop: Stop
        var field: Field
    }

    private var entries: [Entry]
    /// The initial input of the fields.
    private var initial: [Stop: String]
    private(set) var focus: Stop
    /// The problem of each field, set when submitting fails validation.
    var problems: [Stop: Problem] = [:]
    var notice: Notice?
    /// The stops that are not shown and cannot have the focus. Their fields keep their input.
    var hidden: Set<Stop> = []
    /// Whether the input is being submitted: nothing can be changed until there is an answer.
    var isSending = false
    /// Whether text was typed where there is no text field, since the focus moved or Enter was pressed. The blanks of such
    /// a text press nothing.
    private(set) var hasIgnoredText = false

    init(_ fields: [(Stop, Field)], focus: Stop) {
        entries = fields.map { Entry(stop: $0, field: $1) }
        initial = Dictionary(fields.compactMap { stop, field in field.entered.map { (stop, $0) } }) { first, _ in first
        }
        self.focus = focus
    }

    /// Whether any field differs from its initial value.
    var isEdited: Bool { entries.contains { isEdited($0.stop) } }

    /// Whether the field at `stop` differs from its initial value.
    func isEdited(_ stop: Stop) -> Bool { self[stop]?.entered != initial[stop] }

    var stops: [Stop] { entries.map(\.stop).filter { !hidden.contains($0) } }

    private func index(of stop: Stop) -> Int? { entries.firstIndex { $0.stop == stop } }

    /// Returns `nil` for a stop that the form does not have; assigning to such a stop has no effect.
    subscript(stop: Stop) -> Field? {
        get { index(of: stop).map { entries[$0].field } }
        set {
            guard let newValue, let index = index(of: stop) else { return }
            entries[index].field = newValue
        }
    }

    /// Returns the text field at `stop`, or an empty one if there is none.
    func text(_ stop: Stop) -> TextField {
        if case .text(let field) = self[stop] { field } else { TextField() }
    }

    func quantity(_ stop: Stop) -> QuantityField? {
        if case .number(let field) = self[stop] { field } else { nil }
    }

    func choice(_ stop: Stop) -> ChoiceField? {
        if case .choice(let field) = self[stop] { field } else { nil }
    }

    /// Chooses the element with that index in the field at `stop`.
    mutating func choose(_ index: Int, at stop: Stop) {
        guard !isSending, var field = choice(stop) else { return }
        field.choose(index)
        self[stop] = .choice(field)
        problems[stop] = nil
    }

    /// Replaces the text of a field as if it had been there from the beginning.
    mutating func fill(_ text: PlainText, at stop: Stop) {
        self[stop] = .text(TextField(text))
        initial[stop] = text.string
        problems[stop] = nil
    }

    /// Has a field stand for something else, with its input.
    mutating func rename(_ stop: Stop, to new: Stop) {
        guard let index = index(of: stop), stop != new else { return }
        entries[index] = Entry(stop: new, field: entries[index].field)
        initial[new] = initial.removeValue(forKey: stop)
        problems[new] = problems.removeValue(forKey: stop)
        if hidden.remove(stop) != nil { hidden.insert(new) }
        if focus == stop { focus = new }
    }

    /// Replaces the fields. The focus stays on its stop if that still exists, otherwise it moves to the first one.
    mutating func replace(_ fields: [(Stop, Field)]) {
        self = Form(fields, focus: focus, problems: problems, notice: notice, isSending: isSending)
        if index(of: focus) == nil, let first = entries.first { focus = first.stop }
    }

    /// Replaces the fields at the stops for which `isReplaced` holds by `fields`, which stand where the first of them was.
    /// If the focus was on one that is gone, it moves to the first of the new ones.
    mutating func replace(where isReplaced: (Stop) -> Bool, with fields: [(Stop, Field)]) {
        let former = entries.filter { isReplaced($0.stop) }.map(\.stop)
        let index = entries.firstIndex { isReplaced($0.stop) } ?? 0
        entries.removeAll { isReplaced($0.stop) }
        entries.insert(contentsOf: fields.map { Entry(stop: $0, field: $1) }, at: index)
        for stop in former { initial[stop] = nil }
        for (stop, field) in fields { initial[stop] = field.entered }
        for stop in former where self.index(of: stop) == nil { problems[stop] = nil }
        if self.index(of: focus) == nil, let first = entries[index...].first ?? entries.first { focus(on: first.stop) }
    }

    private init(
        _ fields: [(Stop, Field)], focus: Stop, problems: [Stop: Problem], notice: Notice?, isSending: Bool
    ) {
        self.init(fields, focus: focus)
        (self.problems, self.notice, self.isSending) = (problems, notice, isSending)
    }
}

// MARK: - Focus
extension Form {
    mutating func focus(on stop: Stop) {
        focus = stop
        hasIgnoredText = false
        if var field = quantity(stop) {
            field.enter()
            self[stop] = .number(field)
        }
    }

    /// Moves the focus by `steps`, wrapping around at both ends.
    mutating func moveFocus(by steps: Int) { move(by: steps, among: stops) }

    /// Moves the focus among the row of buttons, wrapping around at both ends.
    mutating func moveAmongButtons(by steps: Int) {
        move(by: steps, among: entries.filter { $0.field == .button }.map(\.stop))
    }

    private mutating func move(by steps: Int, among stops: [Stop]) {
        guard let index = stops.firstIndex(of: focus) else { return }
        focus(on: stops[(index + steps % stops.count + stops.count) % stops.count])
    }

    /// Shows validation problems and focuses the first field that has one. Returns whether there are any.
    mutating func show(_ problems: [Stop: Problem]) -> Bool {
        self.problems = problems
        if let first = stops.first(where: { problems[$0] != nil }) { focus(on: first) }
        return !problems.isEmpty
    }
}

// MARK: - Typing. Editing a field clears its problem.
extension Form {
    /// Whether the focus is on a text field.
    var isInText: Bool {
        if case .text = self[focus] { true } else { false }
    }

    /// Whether the focus is on something to type in.
    private var takesText: Bool {
        switch self[focus] {
        case .text, .number: true
        case .choice, .button, .standaloneButton, nil: false
        }
    }

    /// Ends a text that had no effect.
    mutating func endIgnoredText() { hasIgnoredText = false }

    mutating func type(_ character: Character) {
        guard !isSending else { return }
        hasIgnoredText = !takesText
        edit(text: { $0.insert(character) }, number: { $0.type(character) })
    }

    mutating func paste(_ text: String) {
        guard !isSending else { return }
        hasIgnoredText = !takesText
        edit(text: { $0.paste(text) }, number: { $0.paste(text) })
    }

    mutating func perform(_ edit: TextField.Edit) {
        self.edit(text: { $0.perform(edit) }, number: { $0.deleteBackward() })
    }

    /// Puts the caret of a text field that is shown in `columns` columns at `column`.
    mutating func moveCaret(of stop: Stop, at column: Int, in columns: Int) {
        guard case .text(var field) = self[stop] else { return }
        field.moveCaret(at: column, in: columns)
        self[stop] = .text(field)
    }

    mutating func step(by count: Int) {
        if let field = choice(focus) {
            choose((field.index + count % field.count + field.count) % field.count, at: focus)
        } else {
            edit(text: { _ in }, number: { $0.step(by: count) })
        }
    }

    private mutating func edit(text: (inout TextField) -> Void, number: (inout QuantityField) -> Void) {
        guard !isSending else { return }
        switch self[focus] {
        case .text(var field):
            text(&field)
            self[focus] = .text(field)
        case .number(var field):
            number(&field)
            self[focus] = .number(field)
        case .choice, .button, .standaloneButton, nil: return
        }
        problems[focus] = nil
    }
}

/// A field in which one of several elements is chosen.
struct ChoiceField: Hashable, Sendable {
    /// At least 1.
    let count: Int
    private(set) var index: Int

    init(_ index: Int, of count: Int) {
        self.count = max(1, count)
        self.index = min(max(0, index), self.count - 1)
    }

    mutating func choose(_ index: Int) { if (0..<count).contains(index) { self.index = index } }
}

enum FormTarget<Stop: Hashable & Sendable>: ClickTarget {
    case field(Stop)
    /// Focuses a text field that is `columns` wide, and puts the caret where the click was.
    case text(Stop, columns: Int)
    case step(Stop, Int)
    /// Chooses the element with that index.
    case choice(Stop, Int)
    case button(Stop)

    var stop: Stop {
        switch self {
        case .field(let stop), .text(let stop, _), .step(let stop, _), .choice(let stop, _), .button(let stop): stop
        }
    }
}

/// A click target whose sign says nothing to the ear.
protocol SignTarget: ClickTarget {
    var isSign: Bool { get }
}

extension FormTarget: SignTarget {
    /// The signs beside a number: the lower edge names the keys that do the same.
    var isSign: Bool { if case .step = self { true } else { false } }
}

extension LineBuilder {
    /// Adds the keys that change the number of a field; both can be clicked.
    mutating func steps<Stop: Hashable & Sendable>(_ stop: Stop, gap: Int = 0) {
        let hint = FormMetrics.stepHint
        left(hint, .dim, gap: gap)
        if line.spans.last?.text == hint { addStepZones(stop) }
    }

    /// Adds the same keys at the right end if at least `room` columns remain free beside them.
    mutating func stepsAtRight<Stop: Hashable & Sendable>(_ stop: Stop, gap: Int, leaving room: Int) {
        let hint = FormMetrics.stepHint
        guard self.room >= room + gap + hint.columns, right(hint, .dim, gap: gap) else { return }
        addStepZones(stop)
    }

    private mutating func addStepZones<Stop: Hashable & Sendable>(_ stop: Stop) {
        let hint = FormMetrics.stepHint
        add([
            ClickZone(columns: 0..<1, target: FormTarget.step(stop, -1)),
            ClickZone(columns: (hint.count - 1)..<hint.count, target: FormTarget.step(stop, 1)),
        ])
    }
}
