import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

/// The row style of orders stored by the shop.
struct OrderRowStyle: RowStyle {
    /// The time zone of displayed times.
    let zone: TimeZone
    /// The numbers of the orders with a pending state change.
    let moving: Set<Int>
    /// Whether it is for the keeper, to whom open orders say how long they have waited, with options and notes.
    var isBoard = false
    /// The IDs of the orders that are marked as new.
    var new: Set<Int> = []

    func lines(of order: Order, _ context: RowContext) -> [Line] {
        let words = context.words.orders
        let isMoving = moving.contains(order.id)
        let says = isBoard && order.state.isOpen
        return OrderRow(layout: context.layout, zone: zone, isSpoken: context.isSpoken).lines(
            OrderRow.Content(
                number: "#\(order.number)",
                lines: order.remainingLines.map {
                    (title: says ? $0.described(context.words) : $0.title(in: context.words.language), $0.quantity)
                },
                who: order.who(in: context.words.language), total: order.total,
                mark: order.payment.map { words.payment(.init($0)) }, time: order.steps.last?.at ?? order.placedAt,
                handover: says ? order.handoverAndNotes(context.words, zone) : nil,
                age: says ? age(of: order, context) : nil,
                state: isMoving ? words.moving : words.state(order.state),
                style: isMoving ? .dim : OrderRow.style(of: order.state), isOver: !order.state.isOpen),
            words)
    }

    /// Returns how long an open order has waited, and whether it is new.
    private func age(of order: Order, _ context: RowContext) -> OrderRow.WaitingTime {
        OrderRow.WaitingTime(
            text: context.words.orders.waited(Age(of: order.placedAt, at: context.now)), isNew: new.contains(order.id))
    }

    /// Has all titles, also of lines that no row has room for.
    func searchEntry(of order: Order, _ words: Words) -> SearchEntry {
        SearchEntry(
            lines: order.lines.map { $0.title(in: words.language) }, who: order.who(in: words.language),
            marks: ["\(order.number)", words.orders.state(order.state)], total: order.total)
    }

    func copiedLines(of order: Order, _ words: Words) -> [String] { order.copiedLines(words) }
}

struct WaitingRowStyle: RowStyle {
    let zone: TimeZone

    func lines(of order: PendingOrder, _ context: RowContext) -> [Line] {
        OrderRow(layout: context.layout, zone: zone, isSpoken: context.isSpoken).lines(
            OrderRow.Content(
                number: "-",
                lines: order.draft.lines.map {
                    (title: $0.item.title(in: context.words.language), quantity: $0.quantity)
                },
                who: PlainText(order.draft.who), total: order.draft.total, time: order.confirmedAt,
                state: context.words.orders.standing(order.state),
                style: order.state == .refused ? Style(.bad, .reverse) : Style(.price, .reverse), isOver: false),
            context.words.orders)
    }

    func searchEntry(of order: PendingOrder, _ words: Words) -> SearchEntry {
        SearchEntry(
            lines: order.draft.lines.map { $0.item.title(in: words.language) }, who: PlainText(order.draft.who),
            marks: [words.orders.standing(order.state)], total: order.draft.total)
    }

    func copiedLines(of order: PendingOrder, _ words: Words) -> [String] { order.copiedLines(words) }
}

/// The row style of orders about which messages are held up.
struct UndeliveredRowStyle: RowStyle {
    let zone: TimeZone

    func lines(of held: UndeliveredOrder, _ context: RowContext) -> [Line] {
        let order = held.order
        return OrderRow(layout: context.layout, zone: zone, isSpoken: context.isSpoken).lines(
            OrderRow.Content(
                number: "#\(order.number)",
                lines: order.remainingLines.map {
                    (title: $0.title(in: context.words.language), quantity: $0.quantity)
                },
                who: order.who(in: context.words.language), total: order.total, time: held.since,
                state: context.words.orders.undelivered(held),
                style: held.isRefused ? Style(.bad, .reverse) : Style(.price, .reverse), isOver: false),
            context.words.orders)
    }

    func searchEntry(of held: UndeliveredOrder, _ words: Words) -> SearchEntry {
        SearchEntry(
            lines: held.order.lines.map { $0.title(in: words.language) }, who: held.order.who(in: words.language),
            marks: ["\(held.order.number)", words.orders.undelivered(held)], total: held.order.total)
    }

    func copiedLines(of held: UndeliveredOrder, _ words: Words) -> [String] { held.order.copiedLines(words) }
}

extension SearchEntry {
    /// What a search looks at of an order: `lines` are the titles, and `marks` its number and state.
    fileprivate init(lines: [PlainText], who: PlainText, marks: [String], total: Won) {
        self.init(
            titles: lines.map(\.string), brands: lines.compactMap(\.brandInTitle), badges: marks,
            details: [who.string], price: total.amount)
    }
}

/// The row of an order: its number, contents and total; below them the guest, the time of the latest state, and the
/// state.
struct OrderRow {
    typealias CountedTitle = (title: PlainText, quantity: Int)

    struct WaitingTime {
        let text: String
        let isNew: Bool
    }

    struct Content {
        let number: String
        let lines: [OrderRow.CountedTitle]
        let who: PlainText
        let total: Won
        /// How it was paid; `nil` if that is not known.
        var mark: String?
        let time: Date
        /// How the guest gets it, with the notes; `nil` where that is not shown.
        var handover: String?
        /// How long it has waited; `nil` where that is not shown.
        var age: WaitingTime?
        let state: String
        let style: Style
        /// Whether the order is in a final state.
        let isOver: Bool
    }

    let layout: ListLayout
    let zone: TimeZone
    /// Whether the texts are said one after the other: the state comes before what a screen can cut off.
    var isSpoken = false

    private static let numberColumns = 5
    /// For "59 min" and two blanks.
    private static let ageColumns = 8
    /// The width from which a row of one line shows how the order was paid.
    private static let widthForMark = 60

    func lines(_ order: Content, _ words: OrdersTexts) -> [Line] {
        (0..<layout.rowHeight).map { number in
            var line = LineBuilder(width: layout.width, margin: layout.margin)
            switch (number, layout.density) {
            case (0, .oneLine): addTitle(order, words, withState: true, to: &line)
            case (0, _): addTitle(order, words, withState: false, to: &line)
            case (1, .twoLines), (1, .spacious): addDetails(order, words, to: &line)
            default: break
            }
            return line.line
        }
    }

    private func addTitle(_ order: Content, _ words: OrdersTexts, withState: Bool, to line: inout LineBuilder) {
        if withState {
            addState(order, to: &line)
            if layout.width >= OrderRow.widthForMark { addMark(order, to: &line) }
        } else {
            line.right(order.total.text, order.isOver ? .dim : Style(.price, .bold), gap: 2)
        }
        let style: Style = order.isOver ? .dim : .bold
        line.left(order.number, style, gap: max(1, OrderRow.numberColumns - order.number.columns))
        if isSpoken { line.left(" \(order.state) ", order.style, gap: 2) }
        if let age = order.age {
            let ageStyle = age.isNew ? Style(.accent, .bold) : .plain
            line.left(age.text, ageStyle, gap: max(1, OrderRow.ageColumns - age.text.columns))
        }
        line.left(OrderRow.contents(order.lines, columns: line.room, words), style)
    }

    private func addDetails(_ order: Content, _ words: OrdersTexts, to line: inout LineBuilder) {
        if !isSpoken { addState(order, to: &line) }
        addMark(order, to: &line)
        line.skip(OrderRow.numberColumns)
        if let age = order.age {
            let mark = age.isNew ? words.new : ""
            line.left(mark, Style(.accent, .bold))
            line.skip(max(0, OrderRow.ageColumns - mark.columns))
        }
        line.left(order.who.string, .plain, gap: 2)
        // A narrow row has no room for both.
        if order.age == nil || layout.width >= OrderRow.widthForMark {
            line.left(order.time.moment(in: zone), .dim, gap: 2)
        }
        if let handover = order.handover { line.left(handover, .plain) }
    }

    private func addMark(_ order: Content, to line: inout LineBuilder) {
        if let mark = order.mark { line.right(mark, .dim, gap: 2) }
    }

    private func addState(_ order: Content, to line: inout LineBuilder) {
        line.right(" \(order.state) ", order.style, gap: 2)
    }

    /// Returns the contents in at most `columns` columns: "잡채 × 2, 키위쥬스 외 3가지". At least one line is named.
    static func contents(_ lines: [CountedTitle], columns: Int, _ words: OrdersTexts) -> String {
        var named = lines.prefix(maxNamed).map { Order.counted($0.title.string, $0.quantity) }
        guard let first = named.first else { return "" }
        var (count, used) = (1, first.columns)
        for (index, title) in named.enumerated().dropFirst() {
            used += separator.columns + title.columns
            if used > columns { break }
            if used + words.others(lines.count - index - 1).columns <= columns { count = index + 1 }
        }
        let others = words.others(lines.count - count)
        let room = max(0, columns - others.columns)
        if count == 1 { named[0] = counted(lines[0], columns: room) }
        return named.prefix(count).joined(separator: separator).truncated(columns: room) + others
    }

    /// Returns the title with its quantity: without its brand, and cut, if there is no room for it. The quantity is left
    /// out only where next to nothing of the title would be left.
    private static func counted(_ line: CountedTitle, columns: Int) -> String {
        let room = columns - Order.counted("", line.quantity).columns
        if line.title.string.columns <= room { return Order.counted(line.title.string, line.quantity) }
        let name = BrandedTitle(line.title).name
        guard room >= leastTitle else { return name.truncated(columns: columns) }
        return Order.counted(name.truncated(columns: room), line.quantity)
    }

    /// The columns of a title that say which dish it is.
    private static let leastTitle = 6

    /// The columns for the contents in a toast or a notification: two lines of a small screen.
    static let toastColumns = 60
    private static let separator = ", "
    /// The maximum number of lines named: more than the widest screen shows.
    private static let maxNamed = 12

    /// Returns the style of a state; states that wait for the keeper or the guest stand out.
    static func style(of state: OrderState) -> Style {
        switch state {
        case .received: Style(.accent, .reverse)
        case .preparing: Style(.price, .reverse)
        case .ready: Style(.good, .reverse)
        case .handedOver: .dim
        case .cancelled: Style(.bad, .reverse)
        case .refunded: Style(.bad)
        }
    }
}

/// The pane beside the list that shows the page of the selected order on a wide screen.
struct OrderPane: ListAccessory {
    private let page: OrderPage
    private let frame: Rectangle
    private let layout: ListLayout

    init?(_ list: SectionedList, isKeeper: Bool, _ zone: () -> TimeZone) {
        guard let frame = list.layout.pane, let order = list.selected(Order.self) else { return nil }
        page = OrderPage(order, isKeeper: isKeeper, zone: zone())
        self.frame = frame
        layout = list.layout
    }

    func draw(_ words: Words) -> LayerPicture {
        var pane = Pane(frame)
        let view = OrderPageView(words: words, layout: layout, width: frame.size.width)
        let lines = [view.title(of: page.order), .blank] + view.body(of: page)
        pane.add(view.fitting(lines, height: frame.size.height))
        return pane.picture
    }
}

// The texts of an order by language.
extension OrderLine {
    func title(in language: Language) -> PlainText { language.text(title, english: titleInEnglish) }

    /// Returns the title with the choices that were made.
    fileprivate func described(_ words: Words) -> PlainText {
        let title = title(in: words.language)
        guard !options.isEmpty else { return title }
        let choices = options.map { words.language.text($0.title.own, english: $0.title.english).string }
        return PlainText("\(title) (\(choices.joined(separator: ", ")))")
    }
}

extension Order {
    /// Returns the text for the clipboard: number, contents and price.
    func copiedLines(_ words: Words) -> [String] {
        ["#\(number)"] + remainingLines.map { Order.counted($0.title(in: words.language).string, $0.quantity) }
            + [total.text]
    }

    /// Returns how the guest gets the order, when it is wanted, and what the guest wrote.
    fileprivate func handoverAndNotes(_ words: Words, _ zone: TimeZone) -> String {
        let notes = (remainingLines.map(\.note) + [handover.note]).compactMap(\.self).map { "“\($0)”" }
        let time = handover.wantedAt.map { $0.moment(in: zone) }
        return ([words.language.fulfillment(handover.fulfillment), time].compactMap(\.self) + notes)
            .joined(separator: " ")
    }

    /// Returns the guest's name. A sale of the drinks machine has none, and is described in the reader's language.
    func who(in language: Language) -> PlainText {
        language.text(who, english: who == Order.soldByMachine ? "Drinks machine" : nil)
    }
}

extension PendingOrder {
    /// Returns the text for the clipboard of an order that has no number yet.
    func copiedLines(_ words: Words) -> [String] {
        draft.lines.map { Order.counted($0.item.title(in: words.language).string, $0.quantity) } + [draft.total.text]
    }
}
