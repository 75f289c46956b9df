import Canvas
import Domain
import TerminalText

/// Asks for the options of an item before it is ordered or put into the cart.
struct OptionsForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable {
        /// An option of which one choice is made, or one or none.
        case option(Int)
        /// A choice of an option of which several may be made.
        case choice(option: Int, Int)
        case confirm, cancel
    }

    let item: SaleItem
    /// What is done with the item then.
    let purpose: Purpose
    var form: Form<Stop, OptionProblem, Never>

    enum Purpose: Hashable, Sendable {
        /// It is ordered, or put into the cart.
        case sale(Command)
        /// It takes the place of a line of the order form.
        case replace(SaleItem.ID)
    }

    /// Asks for the options of `item`, of which `chosen` are chosen to begin with.
    init(_ item: SaleItem, then purpose: Purpose, chosen: [ChosenOption] = []) {
        self.item = item
        self.purpose = purpose
        let fields = item.offered.enumerated().flatMap { number, option in
            OptionsForm.fields(of: option, number, chosen)
        }
        form = Form(fields + [(.confirm, .button), (.cancel, .button)], focus: fields.first?.0 ?? .confirm)
    }

    private static func fields(
        of option: ItemOption, _ number: Int, _ chosen: [ChosenOption]
    ) -> [(Stop, Form<Stop, OptionProblem, Never>.Field)] {
        let made = option.choices.map { choice in
            chosen.contains { $0.option == option.id && $0.choice == choice.id }
        }
        guard option.choose.upperBound > 1 else {
            let none = option.isRequired ? 0 : 1
            let first = made.firstIndex(of: true).map { $0 + none } ?? 0
            return [(.option(number), .choice(ChoiceField(first, of: option.choices.count + none)))]
        }
        return option.choices.indices.map {
            (.choice(option: number, $0), .choice(ChoiceField(made[$0] ? 1 : 0, of: 2)))
        }
    }

    /// The choices that are made, whether or not there are enough of them.
    var chosen: [ChosenOption] {
        item.offered.enumerated().flatMap { number, option in
            let made = option.choices.indices.filter { isChosen($0, of: option, number) }
            return made.map { ChosenOption(option, option.choices[$0]) }
        }
    }

    private func isChosen(_ choice: Int, of option: ItemOption, _ number: Int) -> Bool {
        if let field = form.choice(.option(number)) { return field.index == choice + (option.isRequired ? 0 : 1) }
        return form.choice(.choice(option: number, choice))?.index == 1
    }

    /// The price of one with the choices that are made.
    var price: Won { item.price.adding(chosen) }

    /// Returns the item with its choices. Returns `nil` and shows the problem if there are too few or too many.
    mutating func confirmed() -> SaleItem? {
        do throws(OptionProblem) {
            return item.choosing(try item.offered.resolved(chosen))
        } catch {
            guard case .wrongCount(let option) = error,
                let number = item.offered.firstIndex(where: { $0.id == option.id })
            else { return nil }
            _ = form.show([.choice(option: number, 0): error])
            return nil
        }
    }
}

extension SaleItem {
    fileprivate func choosing(_ options: [ChosenOption]) -> SaleItem {
        SaleItem(
            item, title: title, titleInEnglish: titleInEnglish, options: options, price: price.adding(options),
            isSoldOut: isSoldOut)
    }
}

extension OptionsForm: FormLayer {
    typealias Owner = OrdersCounter

    var keyTable: KeyTable {
        switch focus {
        case .option, .choice: .choice
        case .confirm, .cancel: .buttons
        }
    }

    var hasUnsavedInput: Bool { false }

    mutating func handle(
        _ command: Command, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        // Enter leads from one option to the next, past the single choices of one.
        guard command == .leaveField else { return handleForm(command, &orders, &shell) }
        form.focus(on: stopToGoOn)
        return []
    }

    private var stopToGoOn: Stop {
        let current: Int? =
            switch focus {
            case .option(let number), .choice(let number, _): number
            case .confirm, .cancel: nil
            }
        guard let current, current + 1 < item.offered.count else { return .confirm }
        let next = item.offered[current + 1].choose.upperBound > 1
        return next ? .choice(option: current + 1, 0) : .option(current + 1)
    }

    mutating func submit(_ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard focus == .confirm else { return leave(&orders, &shell) }
        guard let chosen = confirmed() else { return [] }
        shell.close(OptionsForm.self)
        switch purpose {
        case .sale(let command): return orders.handle(command, on: chosen, &shell)
        case .replace(let line): return orders.replace(line, with: chosen, &shell)
        }
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        OptionsFormView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
    }
}

/// The view of the options: each with its choices and what they add to the price, and the price with them.
struct OptionsFormView {
    let words: Words
    let layout: ListLayout
    let spinner: String

    private typealias View = FormView<OptionsForm.Stop, OptionProblem, Never>

    private static let widestLabel = 14

    func picture(of options: OptionsForm) -> LayerPicture {
        let titles = options.item.offered.map { title($0.title).columns + 2 }
        let labels = min(OptionsFormView.widestLabel, titles.max() ?? 0)
        let view = View(form: options.form, layout: layout, labels: labels, spinner: spinner)
        let rows = options.item.offered.enumerated().flatMap { number, option in self.rows(option, number, view) }
        let buttons = view.buttons(
            [
                (.confirm, confirm(options)),
                (.cancel, words.order.cancel),
            ], verbs: [.confirm: verb(options)], sending: "")
        return view.picture(
            Region("options"), title: options.item.title(in: words.language).string, rows + [.space, buttons])
    }

    private func verb(_ options: OptionsForm) -> String {
        switch options.purpose {
        case .sale(let command): words.order.choose(nil, isOrder: command == .order)
        case .replace: words.order.change(to: nil)
        }
    }

    private func confirm(_ options: OptionsForm) -> String {
        switch options.purpose {
        case .sale(let command): words.order.choose(options.price, isOrder: command == .order)
        case .replace: words.order.change(to: options.price)
        }
    }

    private func title(_ text: ShopText) -> String { words.language.text(text.own, english: text.english).string }

    private func name(_ choice: ItemOption.Choice) -> String {
        title(choice.title) + (choice.price.amount > 0 ? " +\(choice.price.text)" : "")
    }

    private func rows(_ option: ItemOption, _ number: Int, _ view: View) -> [View.Row] {
        guard option.choose.upperBound > 1 else {
            let names = (option.isRequired ? [] : [words.order.none]) + option.choices.map(name)
            return [view.choices(title(option.title), .option(number), names)]
        }
        let head = view.row(title(option.title)) { line in
            line.left(words.order.count(option.choose), .dim)
        }
        let first = OptionsForm.Stop.choice(option: number, 0)
        return [head]
            + option.choices.enumerated().map { index, choice in
                view.check(.choice(option: number, index), name(choice))
            } + view.problem(first, indent: 0) { words.order.problem($0) }
    }
}
