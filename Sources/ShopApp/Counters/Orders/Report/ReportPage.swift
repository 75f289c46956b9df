import Canvas
import Domain
import Foundation
import ShopClient

/// The report of a day, or of a closing: what was sold, when, and how it was paid.
struct ReportPage: Hashable, Sendable {
    /// What is shown: a day, `nil` for today, whose date only the shop knows; or a closing.
    enum Subject: Hashable, Sendable {
        case day(Day?)
        case closing(ClosingChoice)
    }

    private(set) var subject = Subject.day(nil)
    /// The present day at the shop; `nil` until the shop reported it.
    private(set) var today: Day?
    /// The closing shown; `nil` if it is not loaded, or if a day is shown.
    private(set) var closing: Closing?
    /// The number of the last closing, as far as it is known here.
    private var lastClosing: Int?
    /// The report; `nil` until it is loaded, or if there is no closing.
    private(set) var content: SalesReport?
    /// The failure of the latest fetch; `nil` after a successful one.
    private(set) var failure: FetchFailure?
    private(set) var isFetching = true
    private var position = ScrollPosition()
    /// The time zone of closings.
    let zone: TimeZone
    let showsVAT: Bool

    init(zone: TimeZone, showsVAT: Bool) { (self.zone, self.showsVAT) = (zone, showsVAT) }

    /// The first visible line.
    var top: Int { position.top }

    /// The date shown; `nil` if it is not known yet, or if a closing is shown.
    var date: Day? { if case .day(let day) = subject { day ?? today } else { nil } }

    var showsClosings: Bool { if case .closing = subject { true } else { false } }

    /// Whether the day had no orders, cancelled ones included, and nothing was booked on it; or whether nothing was ever
    /// closed.
    var isEmpty: Bool {
        guard let content else { return showsClosings && !isFetching && failure == nil }
        return content.total.isZero && content.cancelled.isZero && content.refunds.isZero && content.items.isEmpty
            && content.payments.isEmpty
    }

    /// Stores the result of a fetch if `day` is still the day shown. A report of today is replaced when the day ends.
    mutating func receive(_ result: Result<DayReport, FetchFailure>, of day: Day?) -> [OrdersRequest] {
        guard subject == .day(day) else { return [] }
        receive(result) { page, report in
            page.content = report.report
            if day == nil { page.today = report.date }
        }
        guard day == nil, case .success(let report) = result, let end = report.ends else { return [] }
        return [.awaitEndOfDay(end)]
    }

    /// Asks for the report of the new day if that of today is shown.
    mutating func endDay() -> [OrdersRequest] { subject == .day(nil) ? fetch() : [] }

    /// Stores the result of a fetch if that closing is still the one shown.
    mutating func receive(_ result: Result<Closing?, FetchFailure>, of choice: ClosingChoice) {
        guard subject == .closing(choice) else { return }
        receive(result) { $0.set($1) }
    }

    private mutating func receive<Report>(
        _ result: Result<Report, FetchFailure>, _ store: (inout ReportPage, Report) -> Void
    ) {
        isFetching = false
        switch result {
        case .success(let report):
            failure = nil
            store(&self, report)
        case .failure(let failure): self.failure = failure
        }
    }

    private mutating func set(_ closing: Closing?) {
        (self.closing, content) = (closing, closing?.report)
        lastClosing = max(lastClosing ?? 0, closing?.number ?? 0)
    }

    /// Shows a new closing, or fetches it if its answer could not be read.
    mutating func show(_ closing: Closing?) -> [OrdersRequest] {
        let requests = turn(to: .closing(closing.map { .number($0.number) } ?? .last))
        guard closing != nil else { return requests }
        set(closing)
        (failure, isFetching) = (nil, false)
        return []
    }

    /// Shows the day `days` later, at most today, or the closing so many later, at most the last one.
    private mutating func turn(by count: Int) -> [OrdersRequest] {
        switch subject {
        case .day:
            guard let date, let today else { return [] }
            let next = min(date.adding(days: count), today)
            return next == date ? [] : turn(to: .day(next == today ? nil : next))
        case .closing:
            guard let closing, let lastClosing else { return [] }
            let next = min(max(1, closing.number + count), lastClosing)
            return next == closing.number ? [] : turn(to: .closing(.number(next)))
        }
    }

    private mutating func turn(to subject: Subject) -> [OrdersRequest] {
        self.subject = subject
        (content, closing, failure, position) = (nil, nil, nil, ScrollPosition())
        return fetch()
    }

    private mutating func fetch() -> [OrdersRequest] {
        isFetching = true
        switch subject {
        case .day(let day): return [.fetchReport(day)]
        case .closing(let choice): return [.fetchClosing(choice)]
        }
    }
}

extension ReportPage: CounterLayer {
    typealias Owner = OrdersCounter

    var keyTable: KeyTable { showsClosings ? .closings : .report }
    var coversAll: Bool { true }
    var isWaiting: Bool { isFetching }
    var helpTopic: HelpTopic? { .report }

    mutating func handle(
        _ command: Command, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        if let move = command.move { scroll(move, on: shell.screen, shell.words) }
        switch command {
        case .previousDay: return turn(by: -1)
        case .nextDay: return turn(by: 1)
        case .showClosings: return turn(to: showsClosings ? .day(nil) : .closing(.last))
        case .closeTill:
            shell[ClosingForm.self] = ClosingForm(zone: zone)
            return [.fetchNextClosing]
        case .refetch: return fetch()
        case .back:
            shell.close(ReportPage.self)
            return [.awaitEndOfDay(nil)]
        default: break
        }
        return []
    }

    private mutating func scroll(_ move: ListCursor.Move, on screen: Size, _ words: Words) {
        let view = ReportPageView(words: words, layout: ListLayout(screen: screen).whole)
        let height = view.bodyHeight
        position.move(move, lines: view.lineCount(of: self), height: height, page: max(1, height - 1))
    }

    mutating func layOut(on screen: Size, _ words: Words) { scroll(.rows(0), on: screen, words) }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let view = ReportPageView(words: words, layout: context.layout.whole)
        return LayerPicture(panels: view.panels(of: self, spinner: context.spinner), cursor: view.layout.origin)
    }
}
