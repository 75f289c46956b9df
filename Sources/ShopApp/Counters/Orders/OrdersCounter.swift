import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

extension CounterID { static let orders = CounterID("orders") }

/// The counter of orders: the cart, the orders of this terminal with their states, and for the keeper the board of all
/// orders.
struct OrdersCounter: Counter {
    /// Whether the counter shows the board of all orders, whose states the keeper changes.
    let isKeeper: Bool
    /// Whether the orders placed at this terminal are followed on all screens: those of a guest, and in the own shop those
    /// of whoever sits there.
    let followsOwnOrders: Bool
    /// Whether the service suggests names for typed text.
    let suggestsNames: Bool
    /// The fixed time zone; `nil` for the shop's, or until it is known that of this machine, which is looked up on demand because that takes a
    /// millisecond and some memory.
    private let fixedZone: TimeZone?
    var cart = Cart() {
        didSet { hints = cartHints }
    }
    /// What of the cart was sold out when the lists last changed.
    var soldOut: Set<SaleItem.ListedID> = [] {
        didSet { hints = cartHints }
    }
    private(set) var hints: [Command: LocalizedText] = [:]
    var cartChanges = 0
    /// The known delivery fees of the cart's items.
    private(set) var fees = DeliveryFees()
    /// What the shop says of itself; `nil` until it is known. Then the defaults apply, which look this machine's time
    /// zone up.
    var profile: ShopProfile? {
        didSet { shopZone = profile.map(\.calendar.zone) }
    }
    private var shopZone: TimeZone?
    /// What guests are told while the shop takes no orders; `nil` while it does.
    var closed: ClosedShop?
    /// The pause, or its end, that is being sent, and one with an unknown result: the same again reuses its request key.
    var (pausing, unansweredPauses): (PauseDraft?, UnansweredDrafts<PauseDraft>) = (nil, UnansweredDrafts())
    /// A request for a closing of the till, and the number that the closing would have.
    typealias RequestedClosing = (draft: ClosingDraft, number: Int?)
    /// The closing that is being sent, and one with an unknown result, likewise.
    var (closing, unansweredClosing): (RequestedClosing?, RequestedClosing?) = (nil, nil)
    /// How this terminal's guest got the last order.
    var lastHandover: RememberedHandover?
    /// The orders on this device that the shop does not have: being sent, waiting or refused.
    private(set) var waiting: [PendingOrder] = []
    private var waitingChanges = 0
    /// The pending state changes, by order number.
    var moving: [Int: OrderMove] = [:]
    /// State changes with an unknown result. The same change again reuses its request key.
    var unanswered = UnansweredDrafts<OrderMove>()
    /// The moves that are sent together; `nil` while there are none.
    var batch: OrderBatch?
    /// The moved order with which the selection goes to another section.
    var followed: FollowedMove?
    /// Whether no order was selected yet since the board was opened.
    var isOpening = true
    /// The sections of the board that had rows when they came last.
    var filledSections: Set<SectionID> = []
    /// The last change that can be undone.
    var undoable: OrdersUndo?
    /// The order that is being moved back by undoing; `nil` if there is none.
    var orderBeingUndone: Int?
    /// The cart when its form was opened.
    var cartBefore = Cart()
    /// What of the cart was ordered, and the key of that order, until its result is known.
    var sentCart: (key: UUID, cart: Cart)?
    /// The orders of which nobody knows whether the shop has them. The same one again reuses its key.
    var unansweredOrders = UnansweredDrafts<OrderDraft>()
    /// The guest's own orders, as far as the shop has told of them.
    var own = FollowedOrders()
    /// What was ordered since the shop was opened, by the identifiers of the orders.
    var ordered: [(id: Int?, entry: ReceiptEntry)] = []
    /// The number of orders not yet started; `nil` until they are loaded.
    private var receivedCount: Int?
    /// The highest number of an order not yet started that was seen so far.
    private var lastReceived = 0
    private var fetchedRows = FetchedRows()
    /// The bell of the keeper's board.
    var bell = RepeatedBell()
    /// What the keeper has to see to.
    private(set) var troubles = BoardTroubles()

    init(isKeeper: Bool = false, isOwnShop: Bool = false, suggestsNames: Bool = false, zone: TimeZone? = nil) {
        self.isKeeper = isKeeper
        followsOwnOrders = !isKeeper || isOwnShop
        self.suggestsNames = suggestsNames
        fixedZone = zone
    }

    var shop: ShopProfile { profile ?? ShopProfile() }

    /// The time zone of displayed times.
    var zone: TimeZone { fixedZone ?? shopZone ?? .current }

    var id: CounterID { .orders }
    var texts: CounterTexts {
        CounterTexts(
            title: Localized { $0.orders.counter }, empty: Localized { $0.orders.empty },
            emptyHint: isKeeper ? nil : OrdersCounter.howToOrder, row: LocalizedText("주문", "order"),
            count: { $1.orders.count($0) })
    }
    private static let howToOrder: @Sendable (Words) -> String = { $0.orders.howToOrder }

    var sections: [SectionDefinition] {
        isKeeper ? SectionDefinition.board + [.undelivered, .printers, .files] : [.myOrders]
    }
    var helpTopics: [HelpTopic] { (isKeeper ? [.board, .report] : [.orders]) + [.cart, .order] }

    func heading(of section: SectionID) -> Localized<SectionHeading> {
        Localized { $0.orders.heading(section, waiting: waiting) }
    }

    func keys(on list: SectionedList?) -> CounterKeys {
        let isPaused = isKeeper && isPaused
        let board: KeyTable = isPaused ? .onThePausedBoard : .onTheBoard
        if let list, awaitsMovedOrder(on: list) { return CounterKeys(board) }
        if let order = list?.selected(Order.self) {
            return CounterKeys(
                .on(order, isKeeper: isKeeper, prints: hasPrinters, isPaused: isPaused),
                off: order.canBeOrderedAgain ? [] : OrdersCounter.orderAgain)
        }
        let off = list.map(commandsWithoutEffect) ?? (hasPrinters ? [] : [.printAgain])
        return CounterKeys(isKeeper ? board : .onOrders, off: off)
    }

    // Shared, because the keys at the cursor are computed for each frame.
    private static let orderAgain: Set<Command> = [.orderAgain]

    private func commandsWithoutEffect(on list: SectionedList) -> Set<Command> {
        if list.selected(UndeliveredOrder.self) != nil { return Command.ofOrders.subtracting([.openOrder]) }
        return list.selected(PendingOrder.self) == nil
            ? Command.ofOrders : [.advance, .advanceAll, .stepBack, .reduceOrder, .payOrder, .printAgain]
    }

    private var hasPrinters: Bool { !troubles.printers.isEmpty }

    mutating func handle(_ command: Command, _ shell: inout ShellContext) -> [OrdersRequest]? {
        if command == .openCart { return openCart(&shell) }
        if command == .muteBell, isKeeper { return toggleBell(&shell) }
        if command == .openReport {
            shell[ReportPage.self] = ReportPage(zone: zone, showsVAT: profile?.head.showsVAT == true)
            return [.fetchReport(nil)]
        }
        if command == .pauseShop {
            askToPause(&shell)
            return []
        }
        if command.isOfOrders, awaitsMovedOrder(on: shell.list) {
            followed?.hold(command, at: shell.now)
            return []
        }
        if let order = shell.list.selected(Order.self) { return handle(command, on: order, &shell) }
        if let order = shell.list.selected(PendingOrder.self) { return handle(command, on: order, &shell) }
        guard command.isOfOrders else { return nil }
        if let held = shell.list.selected(UndeliveredOrder.self) {
            let opens = command == .openOrder || command == .advance
            return opens ? handle(.openOrder, on: held.order, &shell) : []
        }
        showEmptySection(&shell)
        return []
    }

    mutating func receive(_ event: OrdersEvent, _ shell: inout ShellContext) -> [OrdersRequest] {
        switch event {
        case .cartRead(let kept): return adopt(kept, &shell)
        case .feesKnown(let fees):
            self.fees.learn(fees)
            shell[OrderForm.self]?.update(self.fees)
            markSoldOut(&shell)
        case .shopKnown(let shop): learn(shop, &shell)
        case .handoverRead(let handover):
            lastHandover = lastHandover ?? handover
            forgetExpiredHandover(at: shell.now)
        case .reported(let report):
            if case .stored(let receipt) = report.outcome {
                note(report.draft, receipt)
                if followsOwnOrders { follow(receipt, &shell) }
            }
            return rememberHandover(of: report, shell) + finish(report, &shell)
        case .waitingChanged(let orders): show(waiting: orders, &shell)
        case .tookBack(let order, let isGone): shell.queue(.tookBack(order, isGone))
        case .setAside(let files): shell.queue(.setAside(files))
        case .moved(let report): finish(report, &shell)
        case .movedAll(let reports): finish(reports, &shell)
        case .paused(let report): return finish(report, &shell)
        case .reportArrived(let day, let result): return shell[ReportPage.self]?.receive(result, of: day) ?? []
        case .dayEnded: return shell[ReportPage.self]?.endDay() ?? []
        case .closingArrived(.next, let result): shell[ClosingForm.self]?.receive(result)
        case .closingArrived(let choice, let result): shell[ReportPage.self]?.receive(result, of: choice)
        case .closed(let report): return finish(report, &shell)
        case .suggested(let text, let names): shell[OrderForm.self]?.suggest(names, for: text)
        case .bellDue:
            if bell.endPause() { shell.ring() }
            return pauseOfBell()
        case .contactFound(let name, let details): shell[OrderForm.self]?.fill(details, named: name)
        }
        return []
    }

    mutating func notice(_ occasion: Occasion, _ shell: inout ShellContext) -> [OrdersRequest] {
        defer { shell.followsList = !fetchedRows.isEmpty || own.hasNews || followed != nil }
        switch occasion {
        case .appeared: selectFirst(&shell)
        case .connected: return connected(&shell)
        case .shopChanged: return [.fetchProfile]
        case .sectionChanged(let section, _):
            return update(section, &shell) + pauseOfBell()
        case .settled: finishTurn(&shell)
        case .itemsChanged: markSoldOut(&shell)
        case .contentsOutdated, .shopArranged: break
        }
        return []
    }

    private func connected(_ shell: inout ShellContext) -> [OrdersRequest] {
        // The keeper is notified of new orders on any screen.
        if isKeeper, receivedCount == nil { shell.refetch(OrderState.received.board) }
        // A guest whose name is known has ordered here before.
        if !isKeeper, !own.isKnown, !shell.guest.name.isEmpty { shell.refetch(.myOrders) }
        return [.fetchProfile] + (waitingCount == 0 ? [] : [.deliverWaiting])
    }

    /// Selects the first order if the selected section is empty; mostly that is one to be advanced.
    private func selectFirst(_ shell: inout ShellContext) {
        if shell.list.selectedSection?.rows.isEmpty != false,
            let first = shell.list.sections.firstIndex(where: { !$0.rows.isEmpty })
        {
            shell.list.select(ListPosition(section: first, row: 0))
        }
    }

    private mutating func update(_ section: Section, _ shell: inout ShellContext) -> [OrdersRequest] {
        fetchedRows.update(section)
        troubles.update(section)
        if section.id == OrderState.received.board { updateReceived(section, &shell) }
        if section.id == .undeliveredOrders { showIfAny(section, &shell) }
        if section.id == .myOrders { updateOwn(section, &shell) }
        if isKeeper, followsOwnOrders { own.updatePlacedHere(section.rows.array(of: Order.self)) }
        if let page = shell[OrderPage.self] { shell[OrderPage.self]?.update(section.order(page.order.id)) }
        return isKeeper ? selectOnBoard(after: section, &shell) : []
    }

    /// Has further orders fetched before the cursor reaches them, and all that a search looks through. What happened to
    /// the guest's own orders is seen as soon as their list is.
    private mutating func finishTurn(_ shell: inout ShellContext) {
        // Who has selected something else means that.
        if let followed, shell.list.cursor.selection != followed.position { self.followed = nil }
        if shell.isInFront || shell[OrderPage.self] != nil { own.markAsSeen() }
        for (section, limit) in fetchedRows.update(for: shell.list) { shell.limitRows(of: section, to: limit) }
    }

    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle {
        switch section {
        case .waitingOrders: WaitingRowStyle(zone: zone)
        case .undeliveredOrders: UndeliveredRowStyle(zone: zone)
        default: OrderRowStyle(zone: zone, moving: Set(moving.keys), isBoard: isKeeper, new: bell.orders)
        }
    }

    /// The board says how long its open orders have waited.
    func showsAges(of section: SectionID) -> Bool {
        isKeeper && OrderState.allCases.contains { $0.isOpen && $0.board == section }
    }
}

extension OrdersCounter: ListsSections, NotesAtEdge, ShowsDetails {
    var sectionsListedIfAny: Set<SectionID> { [.undeliveredOrders, .printers, .files] }

    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        OrderPane(list, isKeeper: isKeeper) { zone }
    }

    var tabBadge: String? {
        let waiting = receivedCount.flatMap { $0 == 0 ? nil : "\($0)" }
        let counts = [isKeeper ? waiting : own.hasNews ? "!" : nil, cart.isEmpty ? nil : "x\(cart.count)"]
        let texts = counts.compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    func notes(_ words: Words) -> [String] {
        [
            closed?.note[words.language], waitingCount > 0 ? words.order.waiting(waitingCount) : nil,
            isKeeper ? words.orders.keeper(isMuted: bell.isMuted) : nil,
        ].compactMap(\.self)
    }
}

// Orders on this device that the shop does not have.
extension OrdersCounter {
    private var waitingCount: Int { waiting.count { $0.state == .waiting } }

    private mutating func show(waiting orders: [PendingOrder], _ shell: inout ShellContext) {
        waiting = orders
        waitingChanges += 1
        let here = Section(
            id: .waitingOrders, rows: SectionRows(orders), contentVersion: waitingChanges, confirmedAt: Date(),
            isFresh: true)
        showIfAny(here, &shell)
    }

    /// Shows the section at the top of the list, or leaves it out if it is empty.
    private func showIfAny(_ section: Section, _ shell: inout ShellContext) {
        let all = shell.list.allSections
        let others = all.filter { $0.id != section.id }
        if all.count == others.count + (section.rows.isEmpty ? 0 : 1) {
            shell.list.replace(section)
        } else {
            shell.list.show(section.rows.isEmpty ? others : [section] + others)
        }
    }

    private mutating func handle(
        _ command: Command, on order: PendingOrder, _ shell: inout ShellContext
    ) -> [OrdersRequest]? {
        switch command {
        case .openOrder, .advance: shell.show(.waitingOrder(order))
        case .cancelOrder where order.state == .sending: shell.show(.waitingOrder(order))
        case .cancelOrder: shell.ask(OrderQuestion.takeBack(order), isYes: false)
        case .orderAgain: return reorder(order.draft.lines, &shell)
        case .advanceAll, .stepBack, .reduceOrder, .payOrder, .printAgain: break
        default: return nil
        }
        return []
    }
}

// Orders stored by the shop.
extension OrdersCounter {
    mutating func handle(_ command: Command, on order: Order, _ shell: inout ShellContext) -> [OrdersRequest]? {
        switch command {
        case .openOrder:
            shell[OrderPage.self] = OrderPage(order, isKeeper: isKeeper, zone: zone, prints: hasPrinters)
        case .advance: return order.state.next.map { move(order, to: $0, &shell) } ?? []
        case .advanceAll: askToMoveAll(&shell)
        case .stepBack: return order.state.previous.map { move(order, to: $0, &shell) } ?? []
        case .cancelOrder: return askToCancel(order, &shell)
        case .reduceOrder where isKeeper && order.isAdjustable: shell[ReductionForm.self] = ReductionForm(order)
        case .payOrder where isKeeper && order.isAdjustable: shell[PaymentForm.self] = PaymentForm(order)
        case .printAgain where isKeeper: return move(order, .print, &shell)
        case .reduceOrder, .payOrder, .printAgain: break
        case .orderAgain:
            let lines = order.remainingLines.filter { $0.item.isSold }
            return reorder(
                lines.map {
                    Cart.Line(
                        SaleItem(
                            $0.item, title: $0.title, titleInEnglish: $0.titleInEnglish, options: $0.options,
                            price: $0.unitPrice),
                        quantity: $0.quantity, note: $0.note)
                },
                &shell)
        default: return nil
        }
        return []
    }

    private func askToCancel(_ order: Order, _ shell: inout ShellContext) -> [OrdersRequest] {
        let moves = order.allowedTransitions(for: isKeeper ? .keeper : .guest)
        guard let end = [OrderState.cancelled, .refunded].first(where: moves.contains) else { return [] }
        if isKeeper {
            shell[ReasonForm.self] = ReasonForm(order, for: end)
        } else {
            shell.ask(OrderQuestion.cancel(order), isYes: false)
        }
        return []
    }

    /// Notifies the keeper of new orders.
    private mutating func updateReceived(_ section: Section, _ shell: inout ShellContext) {
        guard section.isFresh else { return }
        let orders = section.rows.array(of: Order.self)
        // An order that was moved back has more than one step, and one of a further page a lower number.
        let new = receivedCount == nil ? [] : orders.filter { $0.id > lastReceived && $0.steps.count == 1 }
        receivedCount = section.total
        lastReceived = orders.reduce(lastReceived) { max($0, $1.id) }
        bell.update(received: orders.map(\.id))
        guard let latest = new.max(by: { $0.id < $1.id }) else { return }
        if bell.begin(for: new.map(\.id)) { shell.ring() }
        shell.notify(latest.notification(others: new.count - 1))
        shell.queue(.newOrder(latest, others: new.count - 1))
    }
}

extension Section {
    /// Returns the order with that number; `nil` if the section does not contain it.
    fileprivate func order(_ number: Int) -> Order? { rows.array(of: Order.self).first { $0.id == number } }
}
