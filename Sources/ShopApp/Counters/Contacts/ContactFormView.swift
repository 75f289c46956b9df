import Canvas
import Contacts
import TerminalText

/// The form of a contact: the circle with the button for another picture, name, number, and the buttons.
struct ContactFormView {
    let words: Words
    let layout: ListLayout
    /// What can be shown of the picture that the contact has.
    let kept: CellPicture?

    private static let labels = 8
    private static let labelsWhereNarrow = 6
    private static let narrow = 30
    private static let mostNoticeLines = 2
    private static let gapAfterAvatar = 3

    func panel(_ form: ContactFormState, spinner: String) -> Panel { modal(form, spinner).panel }

    /// At the caret, else on the button that Enter presses.
    func cursor(_ form: ContactFormState) -> Point {
        let rows = rows(form, "")
        let modal = modal(form, "")
        let row = rows.firstIndex { $0.focus.contains(form.focus) } ?? 0
        return modal.point(ofRow: row, column: column(form))
    }

    /// In the fields, unless the contact is being kept.
    func showsCursor(_ form: ContactFormState) -> Bool {
        !form.isSaving && (form.focus == .name || form.focus == .number)
    }

    private func column(_ form: ContactFormState) -> Int {
        switch form.focus {
        case .picture: return showsAvatar(form) ? AvatarDisc.formSize.width + ContactFormView.gapAfterAvatar : 0
        case .name: return label + form.name.visible(columns: fieldColumns).caret
        case .number: return label + form.number.visible(columns: fieldColumns).caret
        case .apply, .cancel, .delete:
            let before = shownButtons(form).prefix { $0.0 != form.focus }
            return before.reduce(0) { $0 + button($1.1).columns + buttonGap }
        }
    }

    // MARK: - Rows

    /// A row, and the stops of the focus that are in it.
    private struct Row {
        var focus: [ContactFormState.Focus] = []
        let row: ModalRow
    }

    private func modal(_ form: ContactFormState, _ spinner: String) -> Modal {
        let rows = rows(form, spinner)
        return Modal(
            layout: layout, region: Region("contact"), title: title(form), rows: rows.map(\.row),
            focus: rows.firstIndex { $0.focus.contains(form.focus) } ?? 0)
    }

    private func title(_ form: ContactFormState) -> String {
        guard let name = form.contact?.name, !name.isEmpty else { return words.contacts.newContact }
        return name.string
    }

    private func rows(_ form: ContactFormState, _ spinner: String) -> [Row] {
        let picture = showsAvatar(form) ? avatarRows(form, spinner) : pictureRows(form, spinner)
        return picture + [Row(row: .space), field(words.contacts.name, form.name, .name, form)]
            + problem(.name, form) + [Row(row: .space), field(words.contacts.number, form.number, .number, form)]
            + problem(.number, form) + notice(form) + [Row(row: .space), buttonRow(form, spinner)]
    }

    /// The circle is shown whole or not at all.
    private func showsAvatar(_ form: ContactFormState) -> Bool {
        let needed = ContactFormView.rowsBesideAvatar + AvatarDisc.formSize.height
        return layout.density == .spacious && layout.height >= needed && layout.width >= ContactFormView.narrowestAvatar
    }

    /// Edges, both fields, a problem of each, a notice, the buttons.
    private static let rowsBesideAvatar = 10
    private static let narrowestAvatar = 44

    private func avatarRows(_ form: ContactFormState, _ spinner: String) -> [Row] {
        let disc = AvatarDisc(
            size: AvatarDisc.formSize, picture: form.picture.map(\.cells) ?? kept, name: form.shownName)
        let middle = AvatarDisc.formSize.height / 2
        return (0..<AvatarDisc.formSize.height).map { number in
            Row(
                focus: number == middle ? [.picture] : [],
                row: ModalRow { line in
                    disc.add(row: number, to: &line)
                    line.skip(ContactFormView.gapAfterAvatar)
                    switch number {
                    case middle: addPictureButton(form, &line)
                    case middle + 1: addFetching(form, spinner, &line)
                    default: break
                    }
                })
        }
    }

    /// Without the circle, the button alone, and that a picture was chosen.
    private func pictureRows(_ form: ContactFormState, _ spinner: String) -> [Row] {
        [
            Row(
                focus: [.picture],
                row: ModalRow { line in
                    addPictureButton(form, &line)
                    addFetching(form, spinner, &line)
                })
        ]
    }

    private func addPictureButton(_ form: ContactFormState, _ line: inout LineBuilder) {
        line.left(
            layout.button(words.contacts.randomPicture),
            form.focus == .picture && !form.isSaving ? .selected : .plain, gap: isNarrow ? 1 : 2)
    }

    private func addFetching(_ form: ContactFormState, _ spinner: String, _ line: inout LineBuilder) {
        if form.isFetching {
            line.left(spinner, Style(.accent), gap: 1)
            line.left(words.contacts.fetching, .dim)
        } else if let picture = form.picture {
            line.left(picture.creature.isEmpty ? words.contacts.newPicture : picture.creature.string, .dim)
        }
    }

    private func field(
        _ name: String, _ field: TextField, _ focus: ContactFormState.Focus, _ form: ContactFormState
    ) -> Row {
        let isFocused = form.focus == focus && !form.isSaving
        return Row(
            focus: [focus],
            row: ModalRow { line in
                line.left(name, isFocused ? Style(.accent, .bold) : .dim, gap: max(1, label - name.columns))
                // Underlined as far as it reaches, so that an empty field is seen too.
                let text = field.visible(columns: fieldColumns).text
                let blanks = String(repeating: " ", count: max(0, fieldColumns - text.columns))
                line.left(text + blanks, Style(.standard, isFocused ? [.bold, .underline] : .underline))
            })
    }

    private func problem(_ focus: ContactFormState.Focus, _ form: ContactFormState) -> [Row] {
        guard let problem = form.problems[focus] else { return [] }
        return [
            Row(
                row: ModalRow(weight: form.focus == focus ? .needed : .useful) { line in
                    line.skip(isNarrow ? 0 : label)
                    line.left(words.contacts.problem(problem), Style(.bad))
                })
        ]
    }

    private func notice(_ form: ContactFormState) -> [Row] {
        guard let notice = form.notice else { return [] }
        let lines = words.contacts.notice(notice).wrapped(
            columns: Modal.textColumns(in: layout), limit: ContactFormView.mostNoticeLines)
        return [Row(row: .space)]
            + lines.enumerated().map { number, text in
                Row(row: ModalRow(weight: number == 0 ? .needed : .useful) { $0.left(text, Style(.bad)) })
            }
    }

    // MARK: - Buttons

    private func buttons(_ form: ContactFormState) -> [(ContactFormState.Focus, String)] {
        let both = [(ContactFormState.Focus.apply, words.contacts.apply), (.cancel, words.contacts.cancel)]
        return form.contact == nil ? both : both + [(.delete, words.contacts.delete)]
    }

    /// Those that there is room for; where not all of them fit, from the one on where the focus is.
    private func shownButtons(_ form: ContactFormState) -> [(ContactFormState.Focus, String)] {
        let all = buttons(form)
        let columns = all.reduce(-buttonGap) { $0 + button($1.1).columns + buttonGap }
        guard columns > Modal.textColumns(in: layout), all.contains(where: { $0.0 == form.focus }) else { return all }
        return Array(all.drop { $0.0 != form.focus })
    }

    private func buttonRow(_ form: ContactFormState, _ spinner: String) -> Row {
        Row(
            focus: [.apply, .cancel, .delete],
            row: ModalRow { line in
                guard !form.isSaving else {
                    line.left(spinner, Style(.accent), gap: 1)
                    return line.left(words.contacts.saving, .dim)
                }
                for (focus, name) in shownButtons(form) {
                    line.left(button(name), form.focus == focus ? .selected : .plain, gap: buttonGap)
                }
            })
    }

    private var buttonGap: Int { isNarrow ? 0 : 2 }
    private var isNarrow: Bool { layout.width < ContactFormView.narrow }
    private var label: Int { isNarrow ? ContactFormView.labelsWhereNarrow : ContactFormView.labels }
    private var fieldColumns: Int { max(1, Modal.textColumns(in: layout) - label) }
    private func button(_ name: String) -> String { isNarrow ? "[\(name)]" : "[ \(name) ]" }
}

extension ContactFormState {
    /// What the circle's initial is made of: the name as it is typed.
    var shownName: PlainText { name.value.isEmpty ? contact?.name ?? "" : name.value }
}
