import Canvas
import Domain
import Settings
import ShopClient
import TerminalText

extension CounterID { static let menu = CounterID("menu") }

/// The counter of the menu: side dishes, and their pages.
struct MenuCounter: Counter {
    /// Whether the user may change prices and mark dishes as sold out.
    let isKeeper: Bool
    private var detailRequests = 0
    /// The page of the selected dish, for the pane beside the list; `nil` where there is no pane, or no dish with a page.
    private var beside: DishPage?
    /// The pending changes, by the dishes' hashes.
    private var changing: [String: PendingChanges] = [:]
    /// Changes with an unknown result. The same change again reuses its request key.
    private var unanswered = UnansweredDrafts<DishDraft>()
    /// The changes that undo the last ones; `nil` if there are none.
    private var undoing: (dish: Dish, changes: [DishDraft.Change])?

    private(set) var sections: [SectionDefinition]
    /// Sections that do not belong to the shop: their dishes cannot be ordered and have no page.
    private let elsewhere: Set<SectionID>
    private let ownSections: [OwnSection]
    /// The headings of the shop's sections.
    private var headings: [SectionID: Localized<SectionHeading>]
    /// The shop's rule of delivery; `nil` if the dishes' own texts apply.
    private var delivery: DeliveryRule?

    /// Creates the menu with the shop's sections, followed by the user's own.
    init(
        isKeeper: Bool = false, sections: [MenuSection] = MenuSection.standard, delivery: DeliveryRule? = nil,
        ownSections: [OwnSection] = []
    ) {
        self.isKeeper = isKeeper
        self.delivery = delivery
        self.ownSections = ownSections
        self.sections = SectionDefinition.menu(of: sections, and: ownSections)
        elsewhere = Set(self.sections.filter { $0.address != nil }.map(\.id))
        headings = MenuCounter.headings(of: sections)
    }

    private static func headings(of sections: [MenuSection]) -> [SectionID: Localized<SectionHeading>] {
        Dictionary(sections.map { ($0.section, $0.heading) }) { first, _ in first }
    }

    var id: CounterID { .menu }
    var texts: CounterTexts {
        CounterTexts(
            title: LocalizedText("반찬", "Banchan"), empty: LocalizedText("아직 나온 반찬이 없습니다.", "No dishes here yet."),
            row: LocalizedText("반찬", "dish"))
    }
    var shape: ListShape { ListShape(hasPane: true) }
    var helpTopics: [HelpTopic] { [.menu, .dish] + (isKeeper ? [.keeperDish] : []) }

    func heading(of section: SectionID) -> Localized<SectionHeading> {
        headings[section]
            ?? Localized(
                everywhere: sections.first { $0.id == section }?.heading
                    ?? SectionHeading(title: section.name, subtitle: ""))
    }

    func keys(on list: SectionedList?) -> CounterKeys {
        let dish = list?.selected(Dish.self)
        var keys = CounterKeys(.menuList, keeper: isKeeper ? .keeper(of: dish) : [])
        guard let list else { return keys }
        if dish == nil {
            keys.off = [.select, .open, .turnSoldOut, .editPrice]
        } else if isElsewhere(list) {
            keys.off = [.open, .turnSoldOut, .editPrice]
        }
        return keys
    }

    /// Returns whether the selected section does not belong to the shop.
    private func isElsewhere(_ list: SectionedList) -> Bool {
        !elsewhere.isEmpty && list.selectedSection.map { elsewhere.contains($0.id) } == true
    }

    mutating func handle(_ command: Command, _ shell: inout ShellContext) -> [MenuRequest]? {
        let dish = shell.list.selected(Dish.self)
        switch command {
        case .select:
            guard let dish, let section = shell.list.selectedSection else { showEmptySection(&shell); return [] }
            shell.show(.dish(dish, in: section.id))
        case .open, .turnSoldOut, .editPrice:
            guard !isElsewhere(shell.list) else { shell.show(.listOnly); return [] }
            return dish.flatMap { command == .open ? openPage(of: $0, &shell) : handle(command, on: $0, &shell) } ?? []
        default: return dish.flatMap { handle(command, on: $0, &shell) }
        }
        return []
    }

    mutating func receive(_ event: MenuEvent, _ shell: inout ShellContext) -> [MenuRequest] {
        switch event {
        case .detailArrived(let reply):
            let screen = shell.screen
            if let toast = shell[DishPage.self]?.toast(of: reply) { shell.show(toast) }
            shell[DishPage.self]?.receive(reply, screen: screen)
            beside?.receive(reply, screen: screen)
        case .keeperDishArrived(let hash, let result): shell[DishForm.self]?.receive(result, of: hash)
        case .changed(let report): return finish(report, &shell)
        }
        return []
    }

    mutating func notice(_ occasion: Occasion, _ shell: inout ShellContext) -> [MenuRequest] {
        switch occasion {
        // Another shop may use the same identifier for one of its dishes.
        case .sectionChanged(let section, _) where !elsewhere.contains(section.id):
            if shell[DishPage.self] != nil { shell[DishPage.self]?.update(section) }
            beside?.update(section)
        case .settled: return showBeside(&shell)
        case .shopArranged(let appearance):
            sections = SectionDefinition.menu(of: appearance.sections, and: ownSections)
            headings = MenuCounter.headings(of: appearance.sections)
            delivery = appearance.delivery
            let screen = shell.screen
            shell[DishPage.self]?.apply(delivery, screen: screen)
            beside?.apply(delivery, screen: screen)
        default: break
        }
        return []
    }

    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle { DishRowStyle() }
}

extension MenuCounter: OffersItems, ShowsDetails {
    func saleItem(ofRow row: Int, in section: Section) -> SaleItem? {
        guard !elsewhere.contains(section.id) else { return nil }
        return section.rows.row(row, as: Dish.self).map { $0.saleItem(at: $0.price) }
    }

    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        let hasPage = !isElsewhere(list)
        return DishPane(list, page: hasPage ? beside : nil, known, hasPage: hasPage)
    }

    func pictures(beside list: SectionedList) -> [PictureRequest] {
        guard let beside, beside.detail?.pictures.isEmpty == false else { return [] }
        return DishPane(list, page: beside, [:])?.picturesInText ?? []
    }
}

// The page of a dish.
extension MenuCounter {
    /// Returns a fetch with a unique number.
    mutating func nextDetailRequest(_ detailHash: String) -> DetailRequest {
        detailRequests += 1
        return DetailRequest(sequence: detailRequests, detailHash: detailHash)
    }

    /// Opens the page at once with what the list or the pane shows, and requests the details.
    private mutating func openPage(of dish: Dish, _ shell: inout ShellContext) -> [MenuRequest] {
        let request = nextDetailRequest(dish.detailHash)
        var page = DishPage(
            dish: dish, request: request, showsPictures: shell.showsPictures, isKeeper: isKeeper,
            language: shell.words.language, delivery: delivery)
        if let beside, beside.isAsKnown(as: page) { page = beside }
        page.fetch(by: request)
        if beside != nil { beside = page }
        shell[DishPage.self] = page
        return [.fetchDetail(request)]
    }

    /// Requests the details of an open page again, for the pane beside the list as well.
    mutating func refetch(_ page: DishPage) -> DetailRequest {
        let request = nextDetailRequest(page.dish.detailHash)
        if let beside, beside.isAsKnown(as: page) { self.beside?.fetch(by: request) }
        return request
    }

    /// Forgets the page beside the list if its details have not come yet: nothing fetches them once the open page is closed.
    mutating func forgetUnfetched() { if beside?.isLoading == true { beside = nil } }

    /// Has the pane show the page of the selected dish, which is fetched once the selection rests.
    private mutating func showBeside(_ shell: inout ShellContext) -> [MenuRequest] {
        guard shell.list.layout.hasPane, !isElsewhere(shell.list), let dish = shell.list.selected(Dish.self) else {
            beside = nil
            return []
        }
        // The fetch of an open page is not replaced, nor the page that it is for.
        guard shell[DishPage.self] == nil else { return [] }
        let page = DishPage(
            dish: dish, showsPictures: shell.showsPictures, isKeeper: isKeeper, language: shell.words.language,
            delivery: delivery)
        if let beside, beside.isAsKnown(as: page) { return [] }
        let request = nextDetailRequest(dish.detailHash)
        beside = page
        beside?.fetch(by: request)
        return [.fetchDetailAtRest(request)]
    }
}

// The keeper's changes of a dish.
extension MenuCounter: UndoesChanges {
    /// Handles a command of the keeper; returns `nil` for other commands.
    mutating func handle(_ command: Command, on dish: Dish, _ shell: inout ShellContext) -> [MenuRequest]? {
        switch command {
        case .turnSoldOut: return change(dish, [.soldOut(!dish.isSoldOut)], &shell)
        case .editPrice:
            shell[DishForm.self] = DishForm(dish)
            return [.fetchKeeperDish(dish.detailHash)]
        default: return nil
        }
    }

    /// Requests changes, one after the other; does nothing while another change of the dish is pending. `priceNow` is the
    /// price before, `nil` for the list's, and `countNow` how many are left before, `nil` if they are not counted.
    mutating func change(
        _ dish: Dish, _ changes: [DishDraft.Change], priceNow: Won? = nil, countNow: Int? = nil, isUndo: Bool = false,
        _ shell: inout ShellContext
    ) -> [MenuRequest] {
        guard changing[dish.detailHash] == nil else { return [] }
        shell.withdrawUndo()
        let pending = PendingChanges(
            dish: dish, price: priceNow ?? dish.price, count: countNow, isUndo: isUndo, rest: changes)
        return send(pending, &shell)
    }

    /// Sends the next of the changes.
    private mutating func send(_ pending: PendingChanges, _ shell: inout ShellContext) -> [MenuRequest] {
        var pending = pending
        guard !pending.rest.isEmpty else { return [] }
        let (dish, change) = (pending.dish, pending.rest.removeFirst())
        let hash = dish.detailHash
        // Under its former key it would have no effect after another one.
        unanswered.removeAll { $0.hash == hash && $0.change != change }
        let draft =
            unanswered.take(at: shell.now) { $0.hash == hash }
            ?? DishDraft(
                key: shell.nextRequestKey(), hash: hash, title: dish.title, titleInEnglish: dish.titleInEnglish,
                change: change)
        changing[hash] = pending
        return [.change(draft)]
    }

    mutating func undo(_ shell: inout ShellContext) -> [MenuRequest]? {
        guard let (dish, changes) = undoing else { return nil }
        undoing = nil
        // What undoes a change is not undone itself.
        return change(dish, changes, isUndo: true, &shell)
    }

    /// Offers to undo the changes that the shop has made.
    private mutating func offerToUndo(_ pending: PendingChanges, _ shell: inout ShellContext) {
        guard !pending.isUndo, !pending.made.isEmpty else { return }
        undoing = (pending.dish, pending.made.reversed().map { pending.undo(of: $0) })
        shell.offerUndo()
    }

    /// Sends what comes after a change, or reports the result. If the form is still open, it shows a failure.
    private mutating func finish(_ report: DishReport, _ shell: inout ShellContext) -> [MenuRequest] {
        var pending = changing.removeValue(forKey: report.draft.hash)
        if report.outcome.isDone {
            pending?.made.append(report)
            if let pending, !pending.rest.isEmpty { return send(pending, &shell) }
        }
        if let pending { offerToUndo(pending, &shell) }
        switch report.outcome {
        case .unanswered: unanswered.keep(report.draft, at: shell.now)
        case .refused(let status): unanswered.end(report.draft, refusedWith: status, at: shell.now)
        case .changed: unanswered.end(report.draft, at: shell.now)
        }
        shell.refresh()
        let made = pending?.made ?? []
        if let form = shell[DishForm.self], form.isSending, form.dish.detailHash == report.draft.hash {
            guard report.outcome.isDone else {
                shell[DishForm.self]?.fail(report.outcome, after: made.last?.outcome.dish)
                return []
            }
            shell.close(DishForm.self)
        }
        let former = made.filter { $0.draft != report.draft }
        shell.queue(.dishChanged(report, after: former, shell.words))
        return []
    }
}

/// Changes of a dish that are sent one after the other.
private struct PendingChanges {
    /// The dish before the changes.
    let dish: Dish
    /// The price before them.
    let price: Won
    /// How many were left before them; `nil` if they were not counted.
    let count: Int?
    /// Whether they undo others.
    let isUndo: Bool
    /// The changes that are not sent yet.
    var rest: [DishDraft.Change]
    /// The changes that the shop has made.
    var made: [DishReport] = []

    /// Returns the change that undoes one that was made: with the value of before, or by following the file again if
    /// that has the same one.
    func undo(of report: DishReport) -> DishDraft.Change {
        let now = report.outcome.dish
        return switch report.draft.change {
        case .soldOut, .fileAvailability:
            now?.isSoldOutInFile == dish.isSoldOut ? .fileAvailability : .soldOut(dish.isSoldOut)
        case .price, .filePrice: now?.filePrice == price ? .filePrice : .price(price)
        case .count, .fileCount: count.map { .count($0) } ?? .fileCount
        }
    }
}

private struct DishRowStyle: RowStyle {
    func lines(of dish: Dish, _ context: RowContext) -> [Line] {
        DishRow(context: context).lines(of: dish)
    }

    func copiedLines(of dish: Dish, _ words: Words) -> [String] { dish.copiedLines(words) }

    func searchEntry(of dish: Dish, _ words: Words) -> SearchEntry {
        // Both languages, because a dish is known by either name.
        let (titles, english) = (words.language.titles(dish.title, dish.titleInEnglish), dish.labelsInEnglish)
        let labels = dish.badges + dish.deliveryTypes + (english.badges ?? []) + (english.deliveryTypes ?? [])
        let soldOut = [LocalizedText.soldOut[.korean], LocalizedText.soldOut[.english]]
        return SearchEntry(
            titles: titles.map(\.string), brands: titles.compactMap(\.brandInTitle),
            badges: labels.map(\.string) + (dish.isSoldOut ? soldOut : []),
            details: [dish.description, dish.descriptionInEnglish].compactMap { $0?.string },
            price: dish.price.amount)
    }
}

extension Dish {
    /// The price, or the lowest one if it depends on the choices of its options. `price` is that of the dish without
    /// them, if its page says another.
    func priceText(in language: Language, at price: Won? = nil) -> String {
        let price = price ?? self.price
        guard options.contains(where: { $0.choices.contains { $0.price.amount > 0 } }) else { return price.text }
        let least = Won(price.amount + minPrice.amount - self.price.amount)
        return language.say("\(least.text)부터", "from \(least.text)")
    }

    func saleItem(at price: Won) -> SaleItem {
        SaleItem(
            OrderedItem(.menu, detailHash), title: title, titleInEnglish: titleInEnglish, price: price,
            isSoldOut: isSoldOut, offered: options)
    }
}

extension HelpTopic {
    static let menu = HelpTopic(LocalizedText("반찬", "Banchan"), .menuList)
    static let dish = HelpTopic(LocalizedText("반찬 자세히", "The page of a dish"), .dish)
    static let keeperDish = HelpTopic(LocalizedText("가게 주인의 반찬", "A dish, for its keeper"), .keeperDish)
}
