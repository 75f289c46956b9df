import Canvas
import Domain
import TerminalText

/// The order form: a layer in the middle of the screen, or all of a small one.
struct OrderForm {
    let words: Words
    let layout: ListLayout

    private static let widest = 58
    private static let labelColumns = 10
    /// Columns of the frame and the space beside it.
    private static let sides = 6

    /// A line of the form, in the order in which they stand.
    private enum Row: Hashable {
        case edge, blank, dish
        case who, quantity, total, buttons
        case problem(OrderFormState.Focus)
        /// A line of the notice.
        case notice(Int)
        case bottom
    }

    /// Rows that can be left out where there is no room, the least important first.
    private func dispensable(_ form: OrderFormState) -> [Row] {
        let elsewhere = form.problems.keys.filter { $0 != form.focus }.map { Row.problem($0) }
        let notice: [Row] = form.problems.isEmpty ? [.notice(1)] : [.notice(1), .notice(0)]
        return [.blank, .bottom, .edge, .dish, .total] + elsewhere + notice
    }

    /// Whether there is room around the form: then it has a frame.
    private var isFramed: Bool { layout.density == .spacious && layout.width >= 44 }

    private var width: Int { isFramed ? min(OrderForm.widest, layout.width - 4) : layout.width }

    private func rows(_ form: OrderFormState) -> [Row] {
        func problem(_ focus: OrderFormState.Focus) -> [Row] { form.problems[focus] == nil ? [] : [.problem(focus)] }
        let fields: [Row] =
            [.dish, .blank, .who] + problem(.who) + [.blank, .quantity] + problem(.quantity) + [.blank, .total]
            + noticeLines(form).indices.map(Row.notice) + [.blank, .buttons]
        var rows = isFramed ? [.edge, .blank] + fields + [.blank, .bottom] : [.edge] + fields
        for row in dispensable(form) where rows.count > layout.height { rows.removeAll { $0 == row } }
        return Array(rows.prefix(layout.height))
    }

    /// In the middle; without a frame, all there is, so that nothing shines through beside it.
    private func place(_ rows: [Row]) -> Rectangle {
        guard isFramed else {
            return Rectangle(column: 0, row: layout.origin.row, width: width, height: layout.height)
        }
        return Rectangle(
            column: (layout.width - width) / 2, row: layout.origin.row + (layout.height - rows.count) / 2, width: width,
            height: rows.count)
    }

    func panel(_ form: OrderFormState, spinner: String) -> Panel {
        let rows = rows(form)
        return Panel(
            region: Region("order"), place: place(rows),
            lines: rows.enumerated().map { index, row in
                framed(line(row, form, spinner: spinner), row)
            })
    }

    /// Where an input method draws: at the caret, else where the focus is.
    func cursor(_ form: OrderFormState) -> Point {
        let rows = rows(form)
        let place = place(rows)
        let target: Row = [.who: .who, .quantity: .quantity][form.focus] ?? .buttons
        let row = place.origin.row + (rows.firstIndex(of: target) ?? 0)
        var column = place.origin.column + margin
        switch form.focus {
        case .who: column += label + form.who.visible(columns: fieldWidth).caret
        case .quantity: column += label + form.quantity.text.columns
        case .confirm: break
        case .cancel: column += button(words.order.confirm).columns + buttonGap
        }
        return Point(column: min(column, layout.width - 1), row: row)
    }

    /// Names that are offered, below the field, above whatever else the form has there.
    func suggestions(_ form: OrderFormState) -> Panel? {
        guard !form.suggestions.isEmpty, form.focus == .who, !form.isSending else { return nil }
        let rows = rows(form)
        let place = place(rows)
        let row = place.origin.row + (rows.firstIndex(of: .who) ?? 0) + 1
        let room = layout.origin.row + layout.height - row
        let shown = form.suggestions.prefix(max(0, room))
        guard !shown.isEmpty else { return nil }
        let columns = min(fieldWidth, OrderForm.widestSuggestion)
        return Panel(
            region: Region("suggestions"), origin: Point(column: place.origin.column + margin + label, row: row),
            width: columns,
            lines: shown.enumerated().map { index, name in
                let isChosen = index == form.chosenSuggestion
                var line = LineBuilder(
                    width: columns,
                    fill: Style(isChosen ? .accent : .standard, isChosen ? [.reverse, .bold] : .reverse))
                line.left((isChosen ? "> " : "  ") + name.string, line.line.fill)
                return line.line
            })
    }

    private static let widestSuggestion = 30

    /// In the fields, unless the order is on its way.
    func showsCursor(_ form: OrderFormState) -> Bool {
        !form.isSending && (form.focus == .who || form.focus == .quantity)
    }

    private var margin: Int { isFramed ? OrderForm.sides / 2 : layout.margin }
    private var label: Int { isNarrow ? OrderForm.labelColumns - 1 : OrderForm.labelColumns }
    private var fieldWidth: Int { max(1, width - 2 * margin - label) }

    // MARK: - Lines

    private func framed(_ line: Line, _ row: Row) -> Line {
        guard isFramed, row != .edge, row != .bottom else { return line }
        let style = Style(.accent, .frame)
        return Line(
            fill: line.fill,
            spans: [Span(column: 0, columns: 1, text: "│", style: style)] + line.spans + [
                Span(column: width - 1, columns: 1, text: "│", style: style)
            ])
    }

    private func line(_ row: Row, _ form: OrderFormState, spinner: String) -> Line {
        var builder = LineBuilder(width: width, margin: margin)
        switch row {
        case .blank: break
        case .edge: return edge("┌", "┐", title: words.order.title)
        case .bottom: return edge("└", "┘", title: "")
        case .dish:
            builder.right(form.price.text, Style(.price), gap: 2)
            builder.left(form.dish.title.string, .bold)
        case .who: addField(words.order.who, form.who.visible(columns: fieldWidth).text, .who, form, &builder)
        case .quantity: addQuantity(form, &builder)
        case .total: addTotal(form, &builder)
        case .problem(let focus):
            builder.left(
                form.problems[focus].map { words.order.problem($0) } ?? "", Style(.bad), indent: hanging)
        case .notice(let number): builder.left(noticeLines(form)[number], Style(.bad))
        case .buttons: addButtons(form, spinner, &builder)
        }
        return builder.line
    }

    private static let mostNoticeLines = 2

    private func noticeLines(_ form: OrderFormState) -> [String] {
        let text = form.notice.map { words.order.notice($0) } ?? ""
        return text.wrapped(columns: width - 2 * margin, limit: OrderForm.mostNoticeLines)
    }

    /// Problems stand below the field, where there is room for that.
    private var hanging: Int { layout.width < 44 ? 0 : label }

    private func edge(_ left: String, _ right: String, title: String) -> Line {
        let style = Style(.accent, .frame)
        guard isFramed else { return Line(title, style: Style(.accent, .bold), width: width).indented(margin) }
        let rule = left + String(repeating: "─", count: width - 2) + right
        var spans = [Span(column: 0, columns: width, text: rule, style: style)]
        if !title.isEmpty {
            spans.append(
                Span(column: 2, columns: title.columns + 2, text: " \(title) ", style: Style(.accent, .bold)))
        }
        return Line(spans: spans)
    }

    private func addLabel(_ text: String, isFocused: Bool, _ builder: inout LineBuilder) {
        builder.left(text, isFocused ? Style(.accent, .bold) : .dim, gap: max(1, label - text.columns))
    }

    private func addField(
        _ name: String, _ text: String, _ focus: OrderFormState.Focus, _ form: OrderFormState,
        _ builder: inout LineBuilder
    ) {
        let isFocused = form.focus == focus && !form.isSending
        addLabel(name, isFocused: isFocused, &builder)
        // Underlined as far as it reaches, so that an empty field is seen too.
        let blanks = String(repeating: " ", count: max(0, fieldWidth - text.columns))
        builder.left(text + blanks, Style(.standard, isFocused ? [.bold, .underline] : .underline))
    }

    private func addQuantity(_ form: OrderFormState, _ builder: inout LineBuilder) {
        let isFocused = form.focus == .quantity && !form.isSending
        addLabel(words.order.quantity, isFocused: isFocused, &builder)
        let digits = 4
        let blanks = String(repeating: " ", count: max(0, digits - form.quantity.text.columns))
        builder.left(
            form.quantity.text + blanks, Style(.standard, isFocused ? [.bold, .underline] : .underline), gap: 2)
        if isFocused, builder.room >= OrderForm.stepHint.columns { builder.left(OrderForm.stepHint, .dim) }
    }

    private static let stepHint = "- +"

    private func addTotal(_ form: OrderFormState, _ builder: inout LineBuilder) {
        addLabel(words.order.total, isFocused: false, &builder)
        guard let total = form.total, let quantity = form.quantity.value else { return builder.left("-", .dim) }
        let parts = "\(form.price.text) x \(quantity) = "
        if parts.columns + total.text.columns <= builder.room { builder.left(parts, .dim) }
        builder.left(total.text, Style(.price, .bold))
    }

    private func addButtons(_ form: OrderFormState, _ spinner: String, _ builder: inout LineBuilder) {
        guard !form.isSending else {
            builder.left(spinner, Style(.accent), gap: 1)
            builder.left(words.order.sending, .dim)
            return
        }
        let buttons: [(OrderFormState.Focus, String)] = [
            (.confirm, words.order.confirm), (.cancel, words.order.cancel),
        ]
        for (focus, name) in buttons {
            builder.left(button(name), form.focus == focus ? .selected : .plain, gap: buttonGap)
        }
    }

    private var isNarrow: Bool { layout.width < 30 }
    private var buttonGap: Int { isNarrow ? 1 : 2 }
    private func button(_ name: String) -> String { isNarrow ? "[\(name)]" : "[ \(name) ]" }
}

extension LineBuilder {
    fileprivate mutating func left(_ text: String, _ style: Style, indent: Int) {
        left(String(repeating: " ", count: indent) + text, style)
    }
}

extension Line {
    /// The same line so many columns further right.
    fileprivate func indented(_ columns: Int) -> Line {
        Line(
            fill: fill,
            spans: spans.map {
                Span(column: $0.column + columns, columns: $0.columns, text: $0.text, style: $0.style)
            })
    }
}
