import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

// What becomes of the guest's own orders.
extension OrdersCounter {
    /// Watches a new order from now on, so that what becomes of it is told on any screen.
    mutating func follow(_ receipt: OrderReceipt?, _ shell: inout ShellContext) {
        if let receipt { own.add(receipt.id) }
        // The keeper's board has them all.
        if !isKeeper, !own.isKnown { shell.refetch(.myOrders) }
    }

    /// Tells the guest what the shop did with the guest's orders, also on the desktop if that ended the waiting.
    mutating func updateOwn(_ section: Section, _ shell: inout ShellContext) {
        guard section.isFresh else { return }
        for news in own.update(section.rows.array(of: Order.self)) {
            let order = news.order
            if news.isReduced, let latest = order.reductions.last { shell.queue(.reduced(order, latest)) }
            guard news.isMoved else { continue }
            shell.queue(.progress(order))
            if order.endsWaiting { shell.notify(order.finishedNotification) }
        }
    }

    func progress(at now: Date, _ words: Words) -> [String] {
        followsOwnOrders ? words.orders.underway(own.followed(at: now), at: now) : []
    }

    func hasProgress(at now: Date) -> Bool { followsOwnOrders && !own.followed(at: now).isEmpty }
}

/// The line below the menu with what the guest had last, which one key puts into the cart.
struct LastOrderStrip: ListAccessory {
    let order: Order
    let layout: ListLayout

    func draw(_ words: Words) -> LayerPicture {
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        line.right(order.subtotal.text, .dim, gap: 2)
        line.left(words.keyName(.orderLast, in: .onSale), Style(.accent, .bold), gap: 1)
        line.left(words.orders.lastTime, .dim, gap: 1)
        let titles = order.remainingLines.filter(\.item.isSold).map {
            (BrandedTitle($0.title(in: words.language)).plainName, $0.quantity)
        }
        line.left(OrderRow.contents(titles, columns: line.room, words.orders))
        let origin = Point(column: 0, row: layout.origin.row + layout.height)
        let shown = line.line.clickable(.all(ShellTarget.command(.orderLast)))
        return LayerPicture(
            panels: [Panel(region: Region("last-order"), origin: origin, width: layout.width, lines: [shown])])
    }
}

extension OrdersCounter {
    /// What the guest had last is offered until something is in the cart.
    var hasStrip: Bool { followsOwnOrders && cart.isEmpty && own.last != nil }

    func strip(below layout: ListLayout) -> (any ListAccessory)? {
        hasStrip ? own.last.map { LastOrderStrip(order: $0, layout: layout) } : nil
    }
}

extension OrdersCounter: GivesReceipt {
    /// Notes what was ordered, for the receipt.
    mutating func note(_ draft: OrderDraft, _ receipt: OrderReceipt?) {
        let lines = draft.lines.map { line in
            ReceiptEntry.Line(
                title: ShopText(line.item.title, english: line.item.titleInEnglish), quantity: line.quantity,
                total: line.total)
        }
        ordered.append((receipt?.id, ReceiptEntry(number: receipt?.number, lines: lines, fee: draft.deliveryFee)))
    }

    var receipt: [ReceiptEntry] {
        ordered.map { id, entry in id.flatMap(own.order).map(ReceiptEntry.init) ?? entry }
    }
}

/// The last known states of a guest's own orders, and whether the guest has yet to see what became of them.
struct FollowedOrders: Hashable, Sendable {
    /// What the shop did with an order.
    struct News: Hashable, Sendable {
        let order: Order
        let isMoved: Bool
        /// Whether pieces were taken out, or money was refunded.
        let isReduced: Bool
    }

    private struct Known: Hashable, Sendable {
        let state: OrderState
        let reductions: Int
        /// `nil` until the shop has told of it.
        var order: Order?

        /// Creates what is known of an order that was just placed.
        init() { (state, reductions) = (.received, 0) }

        init(_ order: Order) {
            (state, reductions, self.order) = (order.state, order.reductions.count, order)
        }
    }

    private var known: [Int: Known] = [:]
    /// Whether the guest's orders were fetched.
    private(set) var isKnown = false
    /// Those that the shop has not handed over, the one that is furthest first.
    private var underway: [Order] = []
    /// The latest one that is over and was not cancelled; `nil` if there is none with anything that can be ordered again.
    private(set) var last: Order?
    /// Whether the shop changed an order since the guest last saw the list.
    private(set) var hasNews = false

    /// Adds an order that was just placed.
    mutating func add(_ id: Int) { known[id] = known[id] ?? Known() }

    /// Returns an order as the shop told of it last; `nil` if it has not.
    func order(_ id: Int) -> Order? { known[id]?.order }

    mutating func markAsSeen() { hasNews = false }

    /// Updates the states. Returns what the shop has done with the orders since, oldest order first.
    mutating func update(_ orders: [Order]) -> [News] {
        let news = orders.compactMap { order -> News? in
            guard order.isTracked, let before = known[order.id] else { return nil }
            let isMoved = before.state != order.state && order.steps.last?.by != .guest
            let isReduced = before.reductions < order.reductions.count
            return isMoved || isReduced ? News(order: order, isMoved: isMoved, isReduced: isReduced) : nil
        }
        known = Dictionary(orders.map { ($0.id, Known($0)) }) { first, _ in first }
        isKnown = true
        arrange(orders)
        hasNews = hasNews || !news.isEmpty
        return news.sorted { $0.order.id < $1.order.id }
    }

    /// Updates those of `orders` that were placed at this terminal. Whoever moves them is not told of it.
    mutating func updatePlacedHere(_ orders: [Order]) {
        let placed = known.isEmpty ? [] : orders.filter { known[$0.id] != nil }
        guard !placed.isEmpty else { return }
        for order in placed { known[order.id] = Known(order) }
        arrange(known.values.compactMap(\.order))
    }

    private mutating func arrange(_ orders: [Order]) {
        last = orders.filter { $0.state == .handedOver && $0.remainingLines.contains { $0.item.isSold } }
            .max { $0.id < $1.id }
        underway = orders.filter { $0.isTracked && $0.state.isOpen }
            .sorted { ($0.state.step, $1.id) > ($1.state.step, $0.id) }
    }
}

extension ReceiptEntry {
    /// Creates the entry of an order as the shop has it now, without what was taken out of it or refunded.
    fileprivate init(_ order: Order) {
        let lines = order.remainingLines.map { line in
            Line(
                title: ShopText(line.title, english: line.titleInEnglish), quantity: line.quantity, total: line.total)
        }
        self.init(
            number: order.number, lines: lines, fee: order.deliveryFee, isCancelled: order.state == .cancelled,
            isRefunded: order.state == .refunded, isOver: !order.state.isOpen)
    }
}

extension Order {
    /// Whether there is nothing left to wait for: it can be fetched, was handed over or cancelled.
    var endsWaiting: Bool { state == .ready || !state.isOpen }
}

extension FollowedOrders {
    /// After that time an order that the shop has not handed over is followed no longer.
    private static let limit: TimeInterval = 24 * 60 * 60

    /// Returns the orders that the upper edge follows, the one that is furthest first.
    func followed(at now: Date) -> [Order] {
        underway.filter { now.timeIntervalSince($0.placedAt) < FollowedOrders.limit }
    }
}

extension OrderState {
    /// The states on the way to the guest.
    static let way: [OrderState] = [.received, .preparing, .ready, .handedOver]

    /// How many states of the way an order has reached; 0 if it left the way.
    var step: Int { OrderState.way.firstIndex(of: self).map { $0 + 1 } ?? 0 }

    /// Whether a state was reached. ASCII, since round marks are two columns wide in some terminals.
    static func mark(isReached: Bool) -> String { isReached ? "*" : "o" }
}

// The strings for what is under way.
extension OrdersTexts {
    /// Returns an order at the upper edge, the longest text first: "12번 **oo 준비 중 3분", and how many others are under way.
    func underway(_ orders: [Order], at now: Date) -> [String] {
        guard let order = orders.first else { return [] }
        let number = say("\(order.number)번", "#\(order.number)")
        let marks = OrderState.way.indices.map { OrderState.mark(isReached: $0 < order.state.step) }.joined()
        let (state, minutes) = (state(order.state), waited(Age(of: order.placedAt, at: now)))
        let others = orders.count > 1 ? " +\(orders.count - 1)" : ""
        return ["\(number) \(marks) \(state) \(minutes)\(others)", "\(number) \(state) \(minutes)"]
    }

    /// Names what the guest had last.
    var lastTime: String { say("지난번", "Last time") }

    /// How long an order has taken until now.
    func soFar(_ age: Age) -> String {
        switch age {
        case .now: say("방금 주문", "just ordered")
        default: say("\(waited(age))째", "\(waited(age)) so far")
        }
    }

    /// Whether its guest may still cancel an order.
    func cancellation(of order: Order, _ key: String) -> String {
        if order.allowedTransitions(for: .guest).contains(.cancelled) {
            return say("준비를 시작하기 전까지 \(key) 키로 취소할 수 있습니다.", "\(key) cancels it until it is prepared.")
        }
        return order.state == .ready
            ? say("준비가 끝나 더는 취소할 수 없습니다.", "It is ready, so it can no longer be cancelled.")
            : say("준비가 시작돼 더는 취소할 수 없습니다.", "It is being prepared, so it stays.")
    }
}
