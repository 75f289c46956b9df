import Canvas
import Domain
import ShopClient

/// The report of a day: what was sold, and when.
struct ReportPage: Hashable, Sendable {
    /// The day shown; `nil` for today, whose date only the shop knows.
    private(set) var day: Day?
    /// The present day at the shop; `nil` until the shop reported it.
    private(set) var today: Day?
    /// The report; `nil` until it is loaded.
    private(set) var content: SalesReport?
    /// The failure of the latest fetch; `nil` after a successful one.
    private(set) var failure: FetchFailure?
    private(set) var isFetching = true
    private var position = ScrollPosition()

    /// The first visible line.
    var top: Int { position.top }

    /// The date shown; `nil` if it is not known yet.
    var date: Day? { day ?? today }

    /// Whether the day had no orders, cancelled ones included, and nothing was booked on it.
    var isEmpty: Bool {
        content.map { $0.total.isZero && $0.cancelled.isZero && $0.refunds.isZero && $0.items.isEmpty } ?? false
    }

    /// Stores the result of a fetch if `day` is still the day shown.
    mutating func receive(_ result: Result<DayReport, FetchFailure>, of day: Day?) {
        guard day == self.day else { return }
        isFetching = false
        switch result {
        case .success(let report):
            content = report.report
            failure = nil
            if day == nil { today = report.date }
        case .failure(let failure): self.failure = failure
        }
    }

    /// Shows the day `days` later, at most today. Returns whether the day changed.
    private mutating func turn(by days: Int) -> Bool {
        guard let date, let today else { return false }
        let next = min(date.adding(days: days), today)
        guard next != date else { return false }
        day = next == today ? nil : next
        (content, failure, position) = (nil, nil, ScrollPosition())
        return true
    }

    private mutating func fetch() -> [OrdersRequest] {
        isFetching = true
        return [.fetchReport(day)]
    }
}

extension ReportPage: CounterLayer {
    typealias Owner = OrdersCounter

    var keyTable: KeyTable { .report }
    var coversAll: Bool { true }
    var isWaiting: Bool { isFetching }
    var helpTopic: HelpTopic? { .report }

    mutating func handle(
        _ command: Command, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        if let move = command.move { scroll(move, screen: shell.screen) }
        switch command {
        case .previousDay: return turn(by: -1) ? fetch() : []
        case .nextDay: return turn(by: 1) ? fetch() : []
        case .refetch: return fetch()
        case .back: shell.close(ReportPage.self)
        default: break
        }
        return []
    }

    private mutating func scroll(_ move: ListCursor.Move, screen: Size) {
        // The number of lines is the same in both languages.
        let view = ReportPageView(words: .korean, layout: ListLayout(screen: screen).whole)
        let height = view.bodyHeight
        position.move(move, lines: view.lineCount(of: self), height: height, page: max(1, height - 1))
    }

    mutating func resize(to screen: Size) { scroll(.rows(0), screen: screen) }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let view = ReportPageView(words: words, layout: context.layout.whole)
        return LayerPicture(panels: view.panels(of: self, spinner: context.spinner), cursor: view.layout.origin)
    }
}

/// The strings of a day's report.
struct ReportTexts: Texts {
    let words: Words

    var title: String { say("하루 매출", "Day's report") }
    var today: String { say("오늘", "today") }
    var nothing: String { say("이날은 주문이 없습니다.", "There were no orders on this day.") }
    var fees: String { say("그중 배송비", "of that delivery") }
    var byItem: String { say("상품별", "By item") }
    var byCounter: String { say("코너별", "By counter") }
    var byWay: String { say("수령 방법별", "By way") }
    var byPayment: String { say("결제별", "By payment") }
    var refunds: String { say("환불", "refunds") }
    var byHour: String { say("시간별", "By hour") }

    /// The text of an hour from 0 to 23.
    func hour(_ hour: Int) -> String { say("\(hour < 10 ? " " : "")\(hour)시", "\(hour < 10 ? "0" : "")\(hour):00") }
}

extension Words {
    var report: ReportTexts { ReportTexts(words: self) }
}
