import Canvas
import Domain
import ShopClient
import TerminalText

/// The form shown before a juice is made: its ingredients, its price and the guest's name.
struct JuiceForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable { case who, confirm, cancel }

    let juice: Juice
    let needs: LocalizedText
    let guest: Guest
    var form: Form<Stop, GuestProblem, Never>

    init(_ juice: Juice, needs: LocalizedText, guest: Guest) {
        self.juice = juice
        self.needs = needs
        self.guest = guest
        let buttons: [(Stop, Form<Stop, GuestProblem, Never>.Field)] = [(.confirm, .button), (.cancel, .button)]
        form = Form(
            (guest.isFixed ? [] : [(.who, .text(TextField(guest.name)))]) + buttons,
            focus: guest.name.isEmpty && !guest.isFixed ? .who : .confirm)
    }

    fileprivate var who: PlainText { guest.isFixed ? guest.name : form.text(.who).value }
}

extension JuiceForm: FormLayer {
    typealias Owner = JuiceCounter

    var keyTable: KeyTable { focus == .who ? .text : .buttons }

    mutating func submit(_ bar: inout JuiceCounter, _ shell: inout ShellContext) -> [JuiceBarRequest] {
        guard focus == .confirm else { return leave(&bar, &shell) }
        guard !form.show(Guest.problem(with: who).map { [.who: $0] } ?? [:]) else { return [] }
        if !guest.isFixed { shell.guest.name = who }
        shell.close(JuiceForm.self)
        return bar.make(juice, for: who, &shell)
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        JuiceFormView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
    }
}

struct JuiceFormView {
    let words: Words
    let layout: ListLayout
    let spinner: String

    private typealias View = FormView<JuiceForm.Stop, GuestProblem, Never>
    private static let labelColumns = 10

    func picture(of juice: JuiceForm) -> LayerPicture {
        let labels = layout.isNarrow ? JuiceFormView.labelColumns - 1 : JuiceFormView.labelColumns
        let view = View(form: juice.form, layout: layout, labels: labels, spinner: spinner)
        let buttons = view.buttons([(.confirm, words.juice.make), (.cancel, words.juice.cancel)], sending: "")
        var rows = [
            view.row(words.juice.takes) { $0.left(juice.needs[words.language], .plain) },
            view.row(words.juice.price) { $0.left(juice.juice.price.text, Style(.price, .bold)) }, .space,
        ]
        rows += view.guest(juice.guest, at: .who, words)
        rows += view.problem(.who, indent: 0) { words.guestProblem($0) }
        return view.picture(
            Region("juice"), title: juice.juice.name(in: words.language).string, rows + [.space, buttons])
    }
}

/// The question whether to edit the stock because there is not enough fruit for a juice.
struct StockQuestion: Question {
    let juice: LocalizedText
    let missing: [FruitID: Int]
    /// The names of the fruits.
    var appearance = JuiceAppearance()

    func title(_ words: Words) -> String { juice[words.language] }
    func answers(_ words: Words) -> [String] { [words.juice.yes, words.juice.no] }

    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow] {
        ModalRow.sentence(words.juice.askStock, in: layout) + missingRows(words)
    }

    /// Returns the missing fruits, one per row.
    private func missingRows(_ words: Words) -> [ModalRow] {
        guard !missing.isEmpty else { return [] }
        let fruits = JuiceAppearance.ordered(missing)
        let widest = fruits.map { appearance.name(of: $0.key, in: words.language).columns }.max() ?? 0
        let rows = fruits.map { fruit, count in
            ModalRow(weight: .useful) {
                let name = appearance.name(of: fruit, in: words.language)
                $0.left(name, Style(.bad, .bold), gap: widest - name.columns + 2)
                $0.left(words.juice.missing(count), Style(.bad))
            }
        }
        return [.space] + rows
    }

    func answer(isYes: Bool, _ bar: inout JuiceCounter, _ shell: inout ShellContext) -> [JuiceBarRequest] {
        if isYes { bar.openStockEditor(at: JuiceAppearance.ordered(missing).first?.key, &shell) }
        return []
    }
}
