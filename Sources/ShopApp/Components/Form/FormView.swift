import Canvas
import Domain
import TerminalText

/// Builds the lines of a form, with the cursor positions of its fields.
struct FormView<Stop: Hashable & Sendable, Problem: Hashable & Sendable, Notice: Hashable & Sendable> {
    let form: Form<Stop, Problem, Notice>
    let layout: ListLayout
    /// The width of the labels before fields.
    var labels: Int
    let spinner: String
    /// Columns between two buttons on a narrow screen.
    var narrowGap = 1
    /// The greatest width of its frame.
    var widest = Modal.standardWidth
    /// Whether its frame is only as wide as the rows need.
    var fitsRows = false

    struct Row {
        /// The cursor's column for each stop in this row, relative to the start of the text.
        var stops: [Stop: Int] = [:]
        /// What each button in this row does.
        var verbs: [Stop: String] = [:]
        let row: ModalRow

        static var space: Row { Row(row: .space) }

        /// Returns the row with another priority if there is not room for all.
        func weighing(_ weight: ModalRow.Weight) -> Row {
            Row(stops: stops, verbs: verbs, row: ModalRow(weight: weight, add: row.add))
        }
    }

    /// Returns the form as a modal, with the cursor at the caret or at the focused button. Keeps the focused row
    /// visible, or `shownRow` if given.
    func picture(
        _ region: Region, title: String, note: String = "", _ rows: [Row], shownRow: Int? = nil
    ) -> LayerPicture {
        let row = focusedRow(rows)
        let modal = Modal(
            layout: layout, region: region, title: title, rows: rows.map(\.row), focus: shownRow ?? row,
            widest: widest, note: note, fitsRows: fitsRows)
        let column = rows.isEmpty ? 0 : rows[row].stops[form.focus] ?? 0
        return LayerPicture(
            panels: [modal.panel], cursor: modal.point(ofRow: row, column: column), showsCursor: showsCursor,
            verb: form.isSending ? nil : rows.lazy.compactMap { $0.verbs[form.focus] }.first)
    }

    private func focusedRow(_ rows: [Row]) -> Int { rows.firstIndex { $0.stops[form.focus] != nil } ?? 0 }

    /// Whether the cursor is visible: in fields, unless the input is being submitted.
    var showsCursor: Bool {
        switch form[form.focus] {
        case .text, .number: !form.isSending
        case .choice, .button, .standaloneButton, nil: false
        }
    }

    func isFocused(_ stop: Stop) -> Bool { form.focus == stop && !form.isSending }

    // MARK: - Fields

    /// The width of a text field, which extends to the right end.
    var fieldColumns: Int { max(1, textColumns - labels) }

    /// The width of all text.
    var textColumns: Int { Modal.textColumns(in: layout, widest: widest) }

    func text(_ name: String, _ stop: Stop) -> Row {
        let shown = form.text(stop).visible(columns: fieldColumns)
        return Row(
            stops: [stop: labels + shown.caret],
            row: ModalRow { line in
                addLabel(name, stop, to: &line)
                addField(
                    shown.text, columns: fieldColumns, stop, target: .text(stop, columns: fieldColumns), to: &line)
            })
    }

    /// Returns the row of a number field; `addRest` adds content after the number.
    func quantity(_ name: String, _ stop: Stop, addRest: @escaping (inout LineBuilder) -> Void = { _ in }) -> Row {
        Row(
            stops: [stop: labels + (form.quantity(stop)?.text.columns ?? 0)],
            row: ModalRow { line in
                addLabel(name, stop, to: &line)
                addNumber(stop, to: &line)
                if isFocused(stop), line.room >= FormMetrics.stepHint.columns { line.steps(stop) }
                addRest(&line)
            })
    }

    /// Returns the row of a field of choices, each with its name. The chosen one is marked; if they do not all fit, the
    /// row begins with it.
    func choices(_ name: String, _ stop: Stop, _ names: [String]) -> Row {
        let chosen = form.choice(stop)?.index ?? 0
        let marked = names.enumerated().map { number, name in
            (number: number, text: "\(FormMetrics.mark(number == chosen)) \(name)")
        }
        let columns = marked.reduce(-FormMetrics.choiceGap) { $0 + $1.text.columns + FormMetrics.choiceGap }
        let shown = columns > fieldColumns ? marked[chosen...] + marked[..<chosen] : marked[...]
        let before = shown.prefix { $0.number != chosen }.reduce(0) { $0 + $1.text.columns + FormMetrics.choiceGap }
        return Row(
            stops: [stop: labels + before],
            row: ModalRow { line in
                addLabel(name, stop, to: &line)
                for choice in shown {
                    let isChosen = choice.number == chosen
                    let style = isChosen ? isFocused(stop) ? Style.selected : .bold : .dim
                    line.left(
                        choice.text, style, gap: FormMetrics.choiceGap, target: FormTarget.choice(stop, choice.number))
                }
            })
    }

    /// Returns the row of a field with two choices: not marked, and marked.
    func check(_ stop: Stop, _ name: String) -> Row {
        let isMarked = form.choice(stop)?.index == 1
        return Row(
            stops: [stop: 0],
            row: ModalRow { line in
                let style = isFocused(stop) ? Style.selected : isMarked ? .bold : .plain
                line.left(
                    "\(FormMetrics.check(isMarked)) \(name)", style, target: FormTarget.choice(stop, isMarked ? 0 : 1))
            })
    }

    /// Returns a row without a field: the label, and the content that `add` adds.
    func row(_ name: String, _ add: @escaping (inout LineBuilder) -> Void) -> Row {
        Row(
            row: ModalRow(weight: .wanted) { line in
                addLabel(name, to: &line)
                add(&line)
            })
    }

    func addLabel(_ name: String, _ stop: Stop? = nil, to line: inout LineBuilder) {
        let style = stop.map(isFocused) == true ? Style(.accent, .bold) : .dim
        line.left(name, style, gap: max(1, labels - name.columns), target: stop.map { FormTarget.field($0) })
    }

    func addNumber(_ stop: Stop, to line: inout LineBuilder) {
        let columns = (form.quantity(stop)?.maxDigits ?? 0) + 1
        addField(form.quantity(stop)?.text ?? "", columns: columns, stop, gap: 2, target: .field(stop), to: &line)
    }

    /// Underlined over its whole width, so that an empty field is visible too.
    private func addField(
        _ text: String, columns: Int, _ stop: Stop, gap: Int = 0, target: FormTarget<Stop>, to line: inout LineBuilder
    ) {
        let blanks = String(repeating: " ", count: max(0, columns - text.columns))
        let style = Style(.standard, isFocused(stop) ? [.bold, .underline] : .underline)
        line.left(text + blanks, style, gap: gap, target: target)
    }

    // MARK: - Problems and notices

    /// Returns the problem of a field, in at most two lines, indented by `indent` columns; empty if there is none.
    func problem(_ stop: Stop, indent: Int, _ sentence: (Problem) -> String) -> [Row] {
        let lines = form.problems[stop].map(sentence)?.wrapped(columns: max(1, textColumns - indent), limit: 2) ?? []
        return lines.enumerated().map { number, text in
            Row(
                row: ModalRow(weight: form.focus == stop && number == 0 ? .needed : .wanted) { line in
                    line.skip(indent)
                    line.left(text, Style(.bad))
                })
        }
    }

    /// Returns the notice, in at most two lines.
    func notice(_ sentence: (Notice) -> String) -> [Row] {
        let lines = form.notice.map(sentence)?.wrapped(columns: textColumns, limit: 2) ?? []
        return lines.enumerated().map { number, text in
            let weight: ModalRow.Weight = number == 0 && form.problems.isEmpty ? .needed : .wanted
            return Row(row: ModalRow(weight: weight) { $0.left(text, Style(.bad)) })
        }
    }

    // MARK: - Buttons

    /// Returns the row of buttons. If they do not all fit, they start at the focused one. While the input is being
    /// submitted, shows `sending` instead. What a button does is its name, unless `verbs` has it.
    func buttons(_ names: [(Stop, String)], verbs: [Stop: String] = [:], sending: String) -> Row {
        let shown = shownButtons(names)
        var stops: [Stop: Int] = [:]
        for (stop, _) in names { stops[stop] = 0 }
        var column = 0
        for (stop, name) in shown {
            stops[stop] = column
            column += layout.button(name).columns + gap
        }
        return Row(
            stops: stops, verbs: Dictionary(names) { first, _ in first }.merging(verbs) { $1 },
            row: ModalRow { line in
                guard !form.isSending else { return addBusy(sending, to: &line) }
                for (stop, name) in shown { addButton(name, stop, gap: gap, to: &line) }
            })
    }

    func addButton(_ name: String, _ stop: Stop, gap: Int, to line: inout LineBuilder) {
        line.left(
            layout.button(name), isFocused(stop) ? .selected : .plain, gap: gap, target: FormTarget.button(stop))
    }

    func addBusy(_ sentence: String, to line: inout LineBuilder) {
        line.left(spinner, Style(.accent), gap: 1)
        line.left(sentence, .dim)
    }

    private var gap: Int { layout.isNarrow ? narrowGap : 2 }

    private func shownButtons(_ names: [(Stop, String)]) -> [(Stop, String)] {
        let all = names.reduce(-gap) { $0 + layout.button($1.1).columns + gap }
        guard all > textColumns, names.contains(where: { $0.0 == form.focus }) else {
            return names
        }
        return Array(names.drop { $0.0 != form.focus })
    }
}

enum FormMetrics {
    static let digits = 4
    /// The keys that change a number.
    static let stepHint = "- +"
    static let choiceGap = 2

    static func check(_ isMarked: Bool) -> String { isMarked ? "[x]" : "[ ]" }
    static func mark(_ isChosen: Bool) -> String { isChosen ? "(*)" : "( )" }
}

extension FormView {
    /// Returns the field for the guest's name; only the name as text if it is fixed.
    func guest(_ guest: Guest, at stop: Stop, _ words: Words) -> [Row] {
        [guest.isFixed ? row(words.guest) { $0.left(guest.name.string, .plain) } : text(words.guest, stop)]
    }
}
