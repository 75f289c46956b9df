import Canvas
import Domain
import ShopClient
import TerminalText

extension CounterID { static let juice = CounterID("juice") }

/// The counter of the juice bar: juices, and the fruits that they are made of.
struct JuiceCounter: Hashable, Counter {
    /// Whether the user may change the stock.
    var isKeeper = true
    /// The juice being made; only one at a time.
    private(set) var making: JuiceDraft?
    /// The juice requests with an unknown result. The same request again reuses its request key, whatever else was
    /// requested in between.
    private(set) var unanswered = UnansweredDrafts<JuiceDraft>()
    /// Whether the shop asked for more than a name, so that juices are ordered by the order form.
    private(set) var asksForDetails = false
    /// What was ordered here since the shop was opened, without the order form.
    private(set) var receipt: [ReceiptEntry] = []

    var id: CounterID { .juice }
    var texts: CounterTexts {
        CounterTexts(
            title: Localized { $0.juice.counter }, empty: Localized { $0.juice.empty },
            row: LocalizedText("과일", "fruit"), rows: [.juices: LocalizedText("주스", "juice")])
    }
    var sections: [SectionDefinition] { SectionDefinition.juiceBar }

    var shape: ListShape { ListShape(rows: .compact, hasPane: true) }
    var helpTopics: [HelpTopic] { isKeeper ? [.juice, .stock] : [.juiceForGuests] }

    func keys(on list: SectionedList?) -> CounterKeys {
        var keys = CounterKeys(isKeeper ? .juiceList : .atTheBarForGuests)
        guard let list, list.selected(Juice.self) == nil else { return keys }
        if isKeeper, list.selected(FruitStock.self) != nil { keys.own = .onFruit } else { keys.off = [.make] }
        return keys
    }

    mutating func handle(_ command: Command, _ shell: inout ShellContext) -> [JuiceBarRequest]? {
        switch command {
        case .make: return makeSelected(&shell)
        case .editStock: openStockEditor(at: shell.list.selected(FruitStock.self)?.id, &shell)
        default: return nil
        }
        return []
    }

    mutating func receive(_ event: JuiceBarEvent, _ shell: inout ShellContext) -> [JuiceBarRequest] {
        switch event {
        case .made(let report): finish(report, &shell)
        case .needsDetails(let draft): askForDetails(draft, &shell)
        case .restocked(let report): finish(report, &shell)
        }
        return []
    }

    func notice(_ occasion: Occasion, _ shell: inout ShellContext) -> [JuiceBarRequest] {
        if case .sectionChanged(let section, _) = occasion, section.id == .fruits { rebaseEditor(&shell) }
        return []
    }

    func heading(of section: SectionID) -> Localized<SectionHeading> { SectionDefinition.heading(juiceList: section) }

    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle {
        section == .juices ? JuiceRowStyle(appearance: appearance(in: list)) : FruitRowStyle()
    }

    /// Returns the state that the rows show in addition to the juices.
    private func appearance(in list: SectionedList) -> JuiceAppearance {
        JuiceAppearance(
            names: list.section(.fruits)?.rows.array(of: FruitStock.self).names ?? [:], making: making?.juice)
    }
}

extension JuiceCounter: OffersItems, ShowsDetails {
    func saleItem(ofRow row: Int, in section: Section) -> SaleItem? {
        section.rows.row(row, as: Juice.self).map { SaleItem($0) }
    }

    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        JuicePane(list, isKeeper: isKeeper)
    }
}

// Making juices.
extension JuiceCounter {
    /// Opens the order form for the selected juice, or the stock editor at the selected fruit (for guests, a toast with
    /// its count).
    private mutating func makeSelected(_ shell: inout ShellContext) -> [JuiceBarRequest] {
        if let fruit = shell.list.selected(FruitStock.self) {
            isKeeper ? openStockEditor(at: fruit.id, &shell) : shell.show(.fruit(fruit, in: .fruits))
        } else if let juice = shell.list.selected(Juice.self) {
            guard making == nil, !tellIfShort(juice, &shell) else { return [] }
            if asksForDetails {
                shell.handle(.order, onListed: SaleItem(juice))
                return []
            }
            let appearance = appearance(in: shell.list)
            let needs = Localized { appearance.words(for: juice.needs, in: $0.language) }
            shell[JuiceForm.self] = JuiceForm(juice, needs: needs, guest: shell.guest)
        } else {
            showEmptySection(&shell)
        }
        return []
    }

    /// Says which fruits a juice lacks that cannot be made; keepers are asked whether to edit the stock. Returns whether
    /// it did: with fruits enough in the stock that is shown, the shop is asked.
    private func tellIfShort(_ juice: Juice, _ shell: inout ShellContext) -> Bool {
        let missing = juice.available ? [:] : shell.list.missing(for: juice)
        guard !missing.isEmpty else { return false }
        if isKeeper {
            ask(of: Localized { juice.name(in: $0.language).string }, missing, &shell)
        } else {
            shell.show(.juiceIsShort(juice, missing, appearance(in: shell.list)))
        }
        return true
    }

    /// Asks whether to edit the stock.
    private func ask(of juice: LocalizedText, _ missing: [FruitID: Int], _ shell: inout ShellContext) {
        shell.ask(StockQuestion(juice: juice, missing: missing, appearance: appearance(in: shell.list)))
    }

    /// Requests the juice, with a new request key, or that of the same request if it got no answer shortly before. Does nothing
    /// while another juice is being made.
    mutating func make(_ juice: Juice, for who: PlainText, _ shell: inout ShellContext) -> [JuiceBarRequest] {
        guard making == nil else { return [] }
        let new = JuiceDraft(key: shell.nextRequestKey(), juice, who: who.string)
        let draft = unanswered.take(at: shell.now) { $0.isEqualOrder(to: new) } ?? new
        making = draft
        return [.make(draft)]
    }

    /// Opens the order form for a juice that the shop does not sell for a name alone. Whoever is doing something else
    /// by now is only told.
    private mutating func askForDetails(_ draft: JuiceDraft, _ shell: inout ShellContext) {
        guard making?.key == draft.key else { return }
        (making, asksForDetails) = (nil, true)
        if shell.isInFront {
            shell.handle(.order, onListed: draft.item)
        } else {
            shell.queue(.juiceNeedsDetails(draft))
        }
    }

    /// Handles the result of a juice request.
    private mutating func finish(_ report: JuiceReport, _ shell: inout ShellContext) {
        guard making?.key == report.draft.key else { return }
        making = nil
        switch report.outcome {
        case .unanswered: unanswered.keep(report.draft, at: shell.now)
        case .refused(let refusal):
            unanswered.end(report.draft, refusedWith: refusal.status, at: shell.now)
            shell.refresh()
        case .made, .short:
            unanswered.end(report.draft, at: shell.now)
            shell.refresh()
        }
        switch report.outcome {
        case .made(let receipt):
            note(report.draft, receipt)
            shell.queue(.juiceMade(report.draft, receipt, followedWith: shell.keysOfTabs[.orders]))
        case .short(let missing) where isKeeper && shell.isInFront:
            ask(of: Localized { report.draft.name(in: $0.language).string }, missing, &shell)
        case .short, .refused, .unanswered: shell.queue(.juiceFailed(report))
        }
    }
}

extension JuiceCounter: GivesReceipt {
    private mutating func note(_ draft: JuiceDraft, _ receipt: OrderReceipt?) {
        let line = ReceiptEntry.Line(
            title: ShopText(draft.item.title, english: draft.item.titleInEnglish), quantity: 1, total: draft.item.price)
        self.receipt.append(ReceiptEntry(number: receipt?.number, lines: [line], fee: draft.deliveryFee))
    }
}

// The stock.
extension JuiceCounter {
    /// Opens the stock editor with the present stock, focused on `fruit`.
    func openStockEditor(at fruit: FruitID? = nil, _ shell: inout ShellContext) {
        guard let fruits = shell.list.section(.fruits) else { return }
        guard let editor = StockEditor(fruits, at: fruit) else { return showEmpty(fruits, &shell) }
        shell[StockEditor.self] = editor
    }

    /// Reports the result of a stock change. If its editor is still open, the editor shows a failure.
    private func finish(_ report: StockReport, _ shell: inout ShellContext) {
        if report.outcome == .stored { shell.refresh() }
        guard shell[StockEditor.self]?.isSending == true else { return shell.queue(.stock(report)) }
        guard report.outcome != .stored else {
            shell.close(StockEditor.self)
            return shell.queue(.stock(report))
        }
        shell[StockEditor.self]?.fail(report)
        rebaseEditor(&shell)
        if report.outcome == .changedMeanwhile { shell.refetch(.fruits) }
    }

    /// Passes a changed fruits section to the open editor, unless the editor is waiting for an answer.
    private func rebaseEditor(_ shell: inout ShellContext) {
        guard shell[StockEditor.self]?.isSending == false, let fruits = shell.list.section(.fruits) else { return }
        shell[StockEditor.self]?.rebase(on: fruits)
    }
}

extension SectionedList {
    /// Returns how many of each fruit there are too few for a juice, in the stock that is shown; empty while that is
    /// not known.
    fileprivate func missing(for juice: Juice) -> [FruitID: Int] {
        guard let fruits = section(.fruits), fruits.confirmedAt != nil else { return [:] }
        let stock = Dictionary(fruits.rows.array(of: FruitStock.self).map { ($0.id, $0.count) }) { first, _ in first }
        return juice.needs.reduce(into: [:]) { missing, need in
            let lacking = need.value - (stock[need.key] ?? 0)
            if lacking > 0 { missing[need.key] = lacking }
        }
    }
}

private struct JuiceRowStyle: RowStyle {
    let appearance: JuiceAppearance

    func lines(of juice: Juice, _ context: RowContext) -> [Line] {
        JuiceRow(context: context, appearance: appearance).lines(of: juice)
    }

    func copiedLines(of juice: Juice, _ words: Words) -> [String] {
        ["\(juice.name(in: words.language)) \(juice.price.text)"]
    }

    func searchEntry(of juice: Juice, _ words: Words) -> SearchEntry {
        SearchEntry(
            titles: words.language.titles(juice.name, juice.nameInEnglish).map(\.string),
            details: Language.allCases.map { appearance.words(for: juice.needs, in: $0) }, price: juice.price.amount)
    }
}

private struct FruitRowStyle: RowStyle {
    func lines(of fruit: FruitStock, _ context: RowContext) -> [Line] {
        FruitRow(context: context).lines(of: fruit)
    }

    func searchEntry(of fruit: FruitStock, _ words: Words) -> SearchEntry {
        SearchEntry(titles: words.language.titles(fruit.name, fruit.nameInEnglish).map(\.string))
    }
}

extension HelpTopic {
    static let juice = HelpTopic(LocalizedText("주스", "Juice"), .juiceList)
    static let juiceForGuests = HelpTopic(juice.title, .atTheBarForGuests)
    static let stock = HelpTopic(LocalizedText("재고", "Stock"), .steppers)
}
