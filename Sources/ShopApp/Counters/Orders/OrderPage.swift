import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

/// The page of an order: its lines with their options and notes, its price, how the guest gets it, and each state it
/// reached with the time.
struct OrderPage: Hashable, Sendable {
    private(set) var order: Order
    let isKeeper: Bool
    let zone: TimeZone
    /// Whether the shop has printers that can print it again.
    private let prints: Bool
    private var position = ScrollPosition()

    init(_ order: Order, isKeeper: Bool, zone: TimeZone, prints: Bool = false) {
        self.order = order
        self.isKeeper = isKeeper
        self.zone = zone
        self.prints = prints
    }

    /// Updates the order. Ignores `nil`, other orders and states older than the known one, because sections arrive in
    /// any order.
    mutating func update(_ order: Order?) {
        guard let order, order.id == self.order.id, order.steps.count >= self.order.steps.count,
            order.reductions.count >= self.order.reductions.count
        else { return }
        self.order = order
    }
}

extension OrderPage: CounterLayer {
    var keyTable: KeyTable {
        let keys = KeyTable.page(of: order, isKeeper: isKeeper, prints: prints)
        return order.canBeOrderedAgain ? keys : keys.without(.orderAgain)
    }
    var coversAll: Bool { true }
    var showsAge: Bool { order.isTracked && order.state.isOpen }
    func copiedLines(_ words: Words) -> [String] { order.copiedLines(words) }

    mutating func handle(
        _ command: Command, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        if let move = command.move { scroll(move, on: shell.screen, shell.words) }
        if command == .back { shell.close(OrderPage.self) }
        return orders.handle(command, on: order, &shell) ?? []
    }

    private mutating func scroll(_ move: ListCursor.Move, on screen: Size, _ words: Words) {
        let height = OrderPageView.bodyHeight(screen: screen)
        let lines = OrderPageView(words: words, layout: ListLayout(screen: screen).whole).lineCount(of: self)
        position.move(move, lines: lines, height: height, page: max(1, height - 1))
    }

    mutating func layOut(on screen: Size, _ words: Words) { scroll(.rows(0), on: screen, words) }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let view = OrderPageView(
            words: words, layout: context.layout.whole, now: showsAge ? context.now : nil)
        return LayerPicture(panels: view.panels(of: self, top: position.top), cursor: view.layout.origin)
    }
}

struct OrderPageView {
    let words: Words
    let layout: ListLayout
    /// The width in columns; `nil` for the full width.
    var width: Int?
    /// The time until which an order has waited; `nil` where that is not shown.
    var now: Date?

    private static let titleLines = 2
    private static let labelColumns = 12
    private static let widest = 90
    /// The width from which the way to the guest and the history stand beside the rest.
    private static let wideFrom = 120
    /// The columns that all states on one line need.
    private static let trackColumns = 74
    /// The columns before options and notes of a line.
    private static let indent = 2
    /// The most lines of a text that somebody entered.
    private static let textLines = 8

    private static func hasTitle(_ layout: ListLayout) -> Bool { layout.height > 8 }

    static func bodyHeight(screen: Size) -> Int {
        let layout = ListLayout(screen: screen).whole
        return max(1, layout.height - (hasTitle(layout) ? titleLines : 1))
    }

    /// Returns the page from line `top` of its body on.
    func panels(of page: OrderPage, top: Int) -> [Panel] {
        let columns = columns
        let title = (columns?.left ?? self).title(of: page.order)
        let head = [title] + (OrderPageView.hasTitle(layout) ? [.blank] : [])
        let height = OrderPageView.bodyHeight(screen: layout.screen)
        func panel(_ region: Region, column: Int, width: Int, _ lines: [Line]) -> Panel {
            let blanks = Array(repeating: Line.blank, count: max(0, layout.height - lines.count))
            return Panel(
                region: region, origin: Point(column: column, row: layout.origin.row), width: width,
                lines: lines + blanks)
        }
        let region = Region("order-page")
        guard let (left, right) = columns else {
            let lines = head + fitting(body(of: page).dropFirst(top), height: height)
            return [panel(region, column: 0, width: layout.width, lines)]
        }
        let contents = head + left.fitting(left.contents(of: page).dropFirst(top), height: height)
        let beside =
            head.map { _ in Line.blank } + right.fitting(right.details(of: page).dropFirst(top), height: height)
        let start = left.width ?? 0
        return [
            panel(region, column: 0, width: start, contents),
            panel(Region("order-page/beside"), column: start, width: layout.width - start, beside),
        ]
    }

    /// The number of lines of the body.
    func lineCount(of page: OrderPage) -> Int {
        guard let (left, right) = columns else { return body(of: page).count }
        return max(left.contents(of: page).count, right.details(of: page).count)
    }

    /// The views of the two columns of a wide page; `nil` on others.
    private var columns: (left: OrderPageView, right: OrderPageView)? {
        guard width == nil, layout.width >= OrderPageView.wideFrom else { return nil }
        let left = min(OrderPageView.widest, max(OrderPageView.trackColumns + 2 * layout.margin, layout.width / 2))
        return (
            OrderPageView(words: words, layout: layout, width: left, now: now),
            OrderPageView(words: words, layout: layout, width: layout.width - left, now: now)
        )
    }

    /// Returns what was ordered, with the states on the way to the guest.
    private func contents(of page: OrderPage) -> [Line] {
        (track(of: page.order, page.zone).map { [$0, .blank] } ?? []) + page.order.lines.flatMap(lines) + [.blank]
            + sums(of: page.order) + reason(of: page.order) + cancellation(of: page.order, isKeeper: page.isKeeper)
    }

    /// Returns how it was paid, how the guest gets it, and its history.
    private func details(of page: OrderPage) -> [Line] {
        let (order, zone) = (page.order, page.zone)
        return [payment(of: order, isKeeper: page.isKeeper) + handover(of: order, zone), history(of: order, zone)]
            .filter { !$0.isEmpty }.joined(separator: [.blank]).map(\.self)
    }

    private var builder: LineBuilder {
        LineBuilder(width: min(width ?? layout.width, OrderPageView.widest), margin: layout.margin)
    }

    private func line(_ add: (inout LineBuilder) -> Void) -> Line {
        var builder = builder
        add(&builder)
        return builder.line
    }

    /// Has the business day beside the number: numbers begin anew with it, and not at midnight.
    func title(of order: Order) -> Line {
        line { line in
            line.right(" \(words.orders.state(order.state)) ", OrderRow.style(of: order.state), gap: 2)
            line.left(words.orders.numbered(order.number), Style(.accent, .bold), gap: 2)
            line.left(order.who(in: words.language).string, .bold, gap: 2)
            line.left(String(order.day.dashed.suffix("06-16".count)), .dim, gap: 2)
            if let now { line.left(words.orders.soFar(Age(of: order.placedAt, at: now)), .dim) }
        }
    }

    /// Returns as many of `lines` as there is room for; the last line says how many more there are.
    func fitting(_ lines: some Collection<Line>, height: Int) -> [Line] {
        guard lines.count > height, height > 0 else { return Array(lines) }
        let further = words.orders.linesBelow(lines.count - height + 1)
        return lines.prefix(height - 1) + [line { $0.left(further, .dim) }]
    }

    /// Returns the lines below the title.
    func body(of page: OrderPage) -> [Line] {
        let order = page.order
        let details = payment(of: order, isKeeper: page.isKeeper) + handover(of: order, page.zone)
        let head = track(of: order, page.zone).map { [$0, .blank] } ?? []
        return head + order.lines.flatMap(lines) + [.blank] + sums(of: order)
            + (details.isEmpty ? [] : [.blank]) + details
            + (head.isEmpty ? [.blank] + history(of: order, page.zone) : []) + reason(of: order)
            + cancellation(of: order, isKeeper: page.isKeeper)
    }

    /// Returns the states on one line, with the times of those that were reached. Returns `nil` if there is no room, or if
    /// there is more to say of the order than that.
    private func track(of order: Order, _ zone: TimeZone) -> Line? {
        let isOnWay = order.steps.map(\.state) == Array(OrderState.way.prefix(order.steps.count))
        guard textColumns >= OrderPageView.trackColumns, order.isTracked, isOnWay, order.reductions.isEmpty else {
            return nil
        }
        return line { line in
            for (number, state) in OrderState.way.enumerated() {
                let step = order.steps.indices.contains(number) ? order.steps[number] : nil
                let isLast = number == order.steps.count - 1
                if number > 0 { line.left("─", Style(step == nil ? .standard : .good, [.frame, .dim]), gap: 1) }
                line.left(OrderState.mark(isReached: step != nil), step == nil ? .dim : Style(.good, .bold), gap: 1)
                line.left(words.orders.state(state), isLast ? .bold : step == nil ? .dim : .plain, gap: 1)
                if let step { line.left(step.at.clockTime(in: zone), .dim, gap: 1) }
            }
        }
    }

    /// Returns the line that says whether its guest may still cancel an open order.
    private func cancellation(of order: Order, isKeeper: Bool) -> [Line] {
        guard !isKeeper, order.isTracked, order.state.isOpen else { return [] }
        let key = words.keyName(.cancelOrder, in: .onOrders)
        return [.blank, line { $0.left(words.orders.cancellation(of: order, key), .dim) }]
    }

    /// Returns the line, and below it each option, the note, and how many pieces were taken out.
    private func lines(of line: OrderLine) -> [Line] {
        guard line.quantity > 0 else {
            return [
                self.line { builder in
                    builder.right(words.orders.takenOut(line.removed), .dim, gap: 2)
                    builder.left(line.title(in: words.language).string, .dim)
                }
            ]
        }
        let language = words.language
        let options = line.options.map { option in
            self.line { builder in
                builder.skip(OrderPageView.indent)
                if option.price.amount > 0 { builder.right("+\(option.price.text)", .dim, gap: 2) }
                let name = language.text(option.optionTitle.own, english: option.optionTitle.english)
                let choice = language.text(option.title.own, english: option.title.english)
                builder.left("\(name): \(choice)", .dim)
            }
        }
        let note = line.note.map { wrapped("“\($0)”", indent: OrderPageView.indent, Style(.accent)) } ?? []
        let removed =
            line.removed > 0 ? wrapped(words.orders.takenOut(line.removed), indent: OrderPageView.indent, .dim) : []
        return [self.line(of: line)] + options + note + removed
    }

    /// Returns how the guest gets the order, with what the shop asked for that. A sale of the machine has nothing of it.
    private func handover(of order: Order, _ zone: TimeZone) -> [Line] {
        guard order.isTracked else { return [] }
        let handover = order.handover
        let details: [(GuestDetail, String?)] = [
            (.phone, handover.phone?.string), (.address, handover.address?.string),
            (.wantedAt, handover.wantedAt.map { WantedTime.text($0, in: zone) }), (.note, handover.note?.string),
        ]
        let way = labelled(words.order.receive, words.language.fulfillment(handover.fulfillment))
        return way
            + details.flatMap { detail, text in text.map { labelled(words.order.detail(detail), $0) } ?? [] }
    }

    private func labelled(_ label: String, _ text: String) -> [Line] {
        text.wrapped(columns: max(1, textColumns - OrderPageView.labelColumns), limit: OrderPageView.textLines)
            .enumerated().map { number, text in
                line { line in
                    if number == 0 { line.left(label, .dim) }
                    line.skip(OrderPageView.labelColumns - (number == 0 ? label.columns : 0))
                    line.left(text, .plain)
                }
            }
    }

    /// The columns of text in a line.
    private var textColumns: Int {
        max(1, min(width ?? layout.width, OrderPageView.widest) - 2 * layout.margin)
    }

    private func wrapped(_ text: String, indent: Int, _ style: Style) -> [Line] {
        text.wrapped(columns: max(1, textColumns - indent), limit: OrderPageView.textLines).map { text in
            line { line in
                line.skip(indent)
                line.left(text, style)
            }
        }
    }

    private func line(of line: OrderLine) -> Line {
        self.line { builder in
            builder.right(line.total.text, Style(.price), gap: 2)
            if line.quantity > 1 { builder.right(Order.counted(line.unitPrice.text, line.quantity), .dim, gap: 2) }
            builder.left(line.title(in: words.language).string, .plain)
        }
    }

    /// Returns what was taken out or refunded, when, and why.
    private func lines(of reduction: OrderReduction, in order: Order, _ zone: TimeZone) -> [Line] {
        let title = line { line in
            let name = words.orders.kind(of: reduction)
            if let refunded = reduction.refunded { line.right(Won(-refunded.amount).text, .dim, gap: 2) }
            line.left(name, .bold, gap: max(2, stateColumns - name.columns))
            line.left(reduction.at.moment(in: zone), .dim)
        }
        let text = "\(words.orders.pieces(of: reduction, in: order)): \(reduction.reason)"
        return [title] + wrapped(text, indent: OrderPageView.indent, .plain)
    }

    /// Returns how the order was paid. That it is not is the keeper's concern.
    private func payment(of order: Order, isKeeper: Bool) -> [Line] {
        guard order.payment != nil || isKeeper && order.isAdjustable else { return [] }
        let payment = order.payment.map(Sale.Payment.init) ?? .unpaid
        return labelled(words.orders.paymentLabel, words.orders.payment(payment))
    }

    private func sums(of order: Order) -> [Line] {
        func sum(_ name: String, _ won: Won, _ style: Style) -> Line {
            line { line in
                line.right(won.text, style, gap: 2)
                line.left(name, .dim)
            }
        }
        func total(_ won: Won) -> Line { sum(words.orders.total, won, Style(.price, .bold)) }
        let fee =
            order.deliveryFee.amount > 0
            ? [
                sum(words.orders.subtotal, order.subtotal, .plain), sum(words.orders.fee, order.deliveryFee, .plain),
            ] : []
        let refunded = order.refunded.amount
        guard refunded > 0 else { return fee + [total(order.total)] }
        // The total is without what was refunded in part, and with what was refunded as a whole.
        let before = order.state == .refunded ? refunded : order.total.amount + refunded
        return fee + [
            sum(words.orders.beforeRefunds, Won(before), .plain), sum(words.orders.refunds, Won(-refunded), .plain),
            total(Won(before - refunded)),
        ]
    }

    /// Returns the order's states and reductions, oldest first.
    private func history(of order: Order, _ zone: TimeZone) -> [Line] {
        var rest = order.reductions[...]
        return order.steps.flatMap { step in
            let earlier = rest.prefix { $0.at < step.at }
            rest = rest.dropFirst(earlier.count)
            return earlier.flatMap { lines(of: $0, in: order, zone) } + [self.step(step, zone)]
        } + rest.flatMap { lines(of: $0, in: order, zone) }
    }

    /// The columns before the times of the history.
    private var stateColumns: Int {
        OrderState.allCases.reduce(OrderPageView.labelColumns) { max($0, words.orders.state($1).columns + 2) }
    }

    private func step(_ step: OrderStep, _ zone: TimeZone) -> Line {
        line { line in
            let state = words.orders.state(step.state)
            line.left(state, .bold, gap: max(2, stateColumns - state.columns))
            line.left(step.at.moment(in: zone), .dim, gap: 2)
            line.left(words.orders.actor(step.by), .dim)
        }
    }

    private func reason(of order: Order) -> [Line] {
        guard let reason = order.reason else { return [] }
        return [.blank] + wrapped(reason.string, indent: 0, Style(.bad))
    }
}
