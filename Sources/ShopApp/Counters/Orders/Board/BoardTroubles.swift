import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

extension SectionDefinition {
    /// The state of the shop's printers, for the keeper; never listed.
    static let printers = SectionDefinition(.printers, for: .keeper, rows: PrinterState.self)
}

extension PrinterState: SectionRow {}

extension SectionDefinition {
    /// The shop's files with problems, for the keeper; never listed.
    static let files = SectionDefinition(.files, for: .keeper, rows: FileProblem.self)
}

extension FileProblem: SectionRow {}

/// What the keeper has to see to: the printers with a problem, the messages that are held up, and the shop's files that
/// are broken.
struct BoardTroubles: Hashable, Sendable {
    /// All printers of the shop.
    var printers: [PrinterState] = []
    var messages: OutboxBacklog?
    var files: [FileProblem] = []

    mutating func update(_ section: Section) {
        if section.id == .printers { printers = section.rows.array(of: PrinterState.self) }
        if section.id == .files { files = section.rows.array(of: FileProblem.self) }
        if section.id == .undeliveredOrders {
            let held = section.rows.array(of: UndeliveredOrder.self)
            let refused = held.count(where: \.isRefused)
            messages = OutboxBacklog(
                waiting: held.count - refused, refused: refused, since: held.map(\.since).min())
        }
    }

    /// Returns the possible texts about printers and messages, the longest first: all with the reasons, all without, and
    /// the one that has lasted longest.
    func texts(listsMessages: Bool, at now: Date, _ words: OrdersTexts) -> [String] {
        let waiting = printers.filter { $0.problem != nil }.sorted { ($0.since ?? now) < ($1.since ?? now) }
        let messages = listsMessages ? nil : messages
        guard !waiting.isEmpty || messages != nil else { return [] }
        let backlog = [messages.map { words.trouble(of: $0, at: now) }].compactMap(\.self)
        func all(withReason: Bool) -> [String] {
            waiting.map { words.trouble(of: $0, at: now, withReason: withReason) } + backlog
        }
        let (long, short) = (all(withReason: true), all(withReason: false))
        let separator = " · "
        let others = short.count > 1 ? ["\(short[0]) +\(short.count - 1)"] : []
        return [long.joined(separator: separator), short.joined(separator: separator)] + others + [short[0]]
    }
}

extension OrdersCounter: ReportsTrouble {
    func troubles(above section: SectionID, at now: Date, _ words: Words) -> [String] {
        isKeeper ? troubles.texts(listsMessages: section == .undeliveredOrders, at: now, words.orders) : []
    }
}

// The view below the board.
extension OrdersCounter {
    var shape: ListShape {
        ListShape(statusBar: troubles.files.isEmpty ? .none : .full, hasPane: true, closesEmpty: isKeeper)
    }

    func strip(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        BrokenFilesBar(troubles.files, list.layout)
    }
}

/// The bar below the board: which file of the shop is broken, where and why. A reason is too long for the uppermost line.
private struct BrokenFilesBar: ListAccessory {
    private let files: [FileProblem]
    private let layout: ListLayout

    /// Creates the bar; `nil` if no file is broken.
    init?(_ files: [FileProblem], _ layout: ListLayout) {
        guard !files.isEmpty, layout.statusBarHeight > 0 else { return nil }
        (self.files, self.layout) = (files, layout)
    }

    func draw(_ words: Words) -> LayerPicture {
        let place = Rectangle(
            column: layout.origin.column, row: layout.origin.row + layout.height, width: layout.screen.width,
            height: layout.statusBarHeight)
        let columns = max(1, place.size.width - 2 * layout.margin)
        let lines = words.orders.trouble(of: files).wrapped(columns: columns, limit: place.size.height).map { text in
            var line = LineBuilder(width: place.size.width, margin: layout.margin)
            line.left(text, Style(.bad))
            return line.line
        }
        return LayerPicture(panels: [Panel(region: Region("broken-files"), place: place, lines: lines)])
    }
}

extension OrdersTexts {
    /// Says what is wrong with a printer and for how long: "주방 프린터: 용지 없음, 2장 대기 4분".
    func trouble(of printer: PrinterState, at now: Date, withReason: Bool) -> String {
        let name = say("\(PlainText(printer.name)) 프린터", "Printer \(PlainText(printer.name))")
        let waiting = printer.waiting > 0 ? say("\(printer.waiting)장 대기", "\(printer.waiting) waiting") : nil
        let reason = withReason || waiting == nil ? printer.problem.map(reason) : nil
        let state = [reason, waiting].compactMap(\.self).joined(separator: ", ")
        return "\(name): \(state)" + lasting(since: printer.since, at: now)
    }

    /// Says how many messages the webhook does not have and for how long: "웹훅: 3건 대기 12분".
    func trouble(of messages: OutboxBacklog, at now: Date) -> String {
        let counts = [
            messages.waiting > 0 ? say("\(messages.waiting)건 대기", "\(messages.waiting) waiting") : nil,
            messages.refused > 0 ? say("\(messages.refused)건 거절됨", "\(messages.refused) refused") : nil,
        ]
        return say("웹훅: ", "Webhook: ") + counts.compactMap(\.self).joined(separator: ", ")
            + lasting(since: messages.since, at: now)
    }

    /// Says of the first broken file where and why: "파일 menu/main.json 3행: 여기에는 쉼표가 와야 합니다.", and of several how
    /// many there are.
    fileprivate func trouble(of files: [FileProblem]) -> String {
        guard let first = files.first else { return "" }
        let name = say("파일 \(PlainText(first.file))", "File \(PlainText(first.file))")
        let place = first.line.map { say("\(name) \($0)행", "\(name) line \($0)") } ?? name
        let count = files.count > 1 ? "(1/\(files.count)) " : ""
        return "\(count)\(place): \(PlainText(say(first.korean, first.english)))"
    }

    private func reason(_ problem: PrinterProblem) -> String {
        switch problem {
        case .unreachable: say("연결 안 됨", "unreachable")
        case .outOfPaper: say("용지 없음", "no paper")
        case .offline: say("준비 안 됨", "not ready")
        case .silent: say("응답 없음", "no answer")
        case .interrupted: say("인쇄 끊김", "broke off")
        }
    }

    /// A time span behind a text; empty below a minute.
    private func lasting(since date: Date?, at now: Date) -> String {
        guard let age = date.map({ Age(of: $0, at: now) }), age != .now else { return "" }
        return " " + waited(age)
    }

    /// The message that an order is printed again, or why it is not.
    func printed(_ report: OrderMoveReport) -> String {
        let number = numbered(report.draft.number)
        switch report.outcome {
        case .printed([]): return say("이 가게에는 프린터가 없습니다.", "The shop has no printer.")
        case .printed(let names):
            let names = names.map { PlainText($0).string }.joined(separator: ", ")
            return say("\(number)을 다시 인쇄합니다: \(names)", "\(number) is printed again: \(names)")
        case .refused(401), .refused(403):
            return say("\(number)을 인쇄할 권한이 없습니다.", "You may not print \(number.lowercased()).")
        case .refused(404): return say("\(number)을 찾을 수 없습니다.", "There is no order \(report.draft.number).")
        case .refused(let status):
            return say(
                "서버가 \("\(status)".with(.direction)) 거절해 \(number)을 인쇄하지 못했습니다.",
                "The server refused to print \(number.lowercased()) with status \(status).")
        case .unanswered(let failure): return mayBePrinted(number, failure)
        case .moved, .otherState: return mayBePrinted(number, .interrupted)
        }
    }

    private func mayBePrinted(_ number: String, _ failure: FetchFailure) -> String {
        let reason = words.language.unanswered(failure)
        return say(
            "\(reason) \(number)을 인쇄하는지 모릅니다. 다시 눌러 주세요.",
            "\(reason): nobody knows whether \(number.lowercased()) is printed. Please try again.")
    }
}
