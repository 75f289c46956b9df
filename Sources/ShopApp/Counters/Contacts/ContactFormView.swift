import Canvas
import Contacts
import TerminalText

/// The view of the contact form: the avatar with the button for another picture, name, number and the buttons.
struct ContactFormView {
    let words: Words
    let layout: ListLayout
    let kept: CellPicture?
    let spinner: String

    private typealias View = FormView<ContactForm.Stop, ContactProblem, ContactNotice>

    private static let labels = 8
    private static let labelsWhereNarrow = 6
    private static let gapAfterAvatar = 3

    private var labels: Int {
        layout.isNarrow ? ContactFormView.labelsWhereNarrow : ContactFormView.labels
    }

    func picture(of form: ContactForm) -> LayerPicture {
        let view = View(form: form.form, layout: layout, labels: labels, spinner: spinner, narrowGap: 0)
        let name = form.contact?.name ?? ""
        return view.picture(
            Region("contact"), title: name.isEmpty ? words.contacts.newContact : name.string, rows(form, view))
    }

    private func rows(_ form: ContactForm, _ view: View) -> [View.Row] {
        func problem(_ stop: ContactForm.Stop) -> [View.Row] {
            view.problem(stop, indent: layout.isNarrow ? 0 : labels) { words.contacts.problem($0) }
        }
        let notice = view.notice { words.contacts.notice($0) }
        return (showsAvatar ? avatarRows(form, view) : [pictureRow(form, view)])
            + [.space, view.text(words.contacts.name, .name)] + problem(.name)
            + [.space, view.text(words.contacts.number, .number)] + problem(.number)
            + (notice.isEmpty ? [] : [.space]) + notice
            + [.space, view.buttons(buttons(form), sending: words.contacts.saving)]
    }

    private func buttons(_ form: ContactForm) -> [(ContactForm.Stop, String)] {
        let both = [(ContactForm.Stop.apply, words.contacts.apply), (.cancel, words.contacts.cancel)]
        return form.contact == nil ? both : both + [(.delete, words.contacts.delete)]
    }

    /// Whether there is room for the whole avatar; it is never cut off.
    private var showsAvatar: Bool {
        let needed = ContactFormView.rowsBesideAvatar + AvatarDisc.formSize.height
        return layout.density == .spacious && layout.height >= needed && layout.width >= ContactFormView.minAvatarWidth
    }

    /// The rows for the edges, both fields, a problem for each, a notice and the buttons.
    private static let rowsBesideAvatar = 10
    private static let minAvatarWidth = 44

    private func avatarRows(_ form: ContactForm, _ view: View) -> [View.Row] {
        let size = AvatarDisc.formSize
        let disc = AvatarDisc(size: size, picture: form.picture.map(\.cells) ?? kept, name: form.shownName)
        let middle = size.height / 2
        return (0..<size.height).map { number in
            View.Row(
                stops: number == middle ? [.picture: size.width + ContactFormView.gapAfterAvatar] : [:],
                verbs: [.picture: words.contacts.otherPicture],
                row: ModalRow { line in
                    disc.add(row: number, to: &line)
                    line.skip(ContactFormView.gapAfterAvatar)
                    if number == middle { addPictureButton(view, to: &line) }
                    if number == middle + 1 { addFetching(form, view, to: &line) }
                })
        }
    }

    /// Returns the row that replaces the avatar: the button, and whether a picture was chosen.
    private func pictureRow(_ form: ContactForm, _ view: View) -> View.Row {
        View.Row(
            stops: [.picture: 0], verbs: [.picture: words.contacts.otherPicture],
            row: ModalRow { line in
                addPictureButton(view, to: &line)
                addFetching(form, view, to: &line)
            })
    }

    private func addPictureButton(_ view: View, to line: inout LineBuilder) {
        view.addButton(words.contacts.randomPicture, .picture, gap: layout.isNarrow ? 1 : 2, to: &line)
    }

    private func addFetching(_ form: ContactForm, _ view: View, to line: inout LineBuilder) {
        if form.isFetching {
            view.addBusy(words.contacts.fetching, to: &line)
        } else if let picture = form.picture {
            line.left(picture.creature.isEmpty ? words.contacts.newPicture : picture.creature.string, .dim)
        }
    }
}

extension ContactForm {
    /// The name for the avatar's initial: the one typed, or else the contact's.
    var shownName: PlainText { name.value.isEmpty ? contact?.name ?? "" : name.value }
}
