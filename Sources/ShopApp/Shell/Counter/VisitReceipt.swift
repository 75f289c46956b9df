import Domain
import TerminalText

/// Something that a guest paid or agreed to pay for during a visit.
struct ReceiptEntry: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        let title: ShopText
        let quantity: Int
        let total: Won
    }

    /// The number by which people call it; `nil` if it has none.
    var number: Int?
    let lines: [Line]
    /// What delivery costs.
    var fee = Won(0)
    /// Whether it was called off since.
    var isCancelled = false
    /// Whether all of its money was paid back since.
    var isRefunded = false
    /// Whether there is nothing more to wait for.
    var isOver = false

    /// Whether the guest pays nothing for it.
    var isUndone: Bool { isCancelled || isRefunded }

    var total: Won { Won(lines.reduce(fee.amount) { $0 + $1.total.amount }) }
}

/// What stays in the terminal after a visit: what was bought, for how much, and how to follow it.
struct VisitReceipt {
    let entries: [ReceiptEntry]
    let words: Words
    /// The width of the terminal in columns.
    let screen: Int

    private static let narrowest = 46
    private static let indent = 2

    /// Returns the lines below the name of the shop; empty if nothing was bought. `hint` says how to follow what has a
    /// number.
    func lines(of shop: String?, hint: String?) -> [String] {
        guard !entries.isEmpty else { return [] }
        let total = Won(entries.filter { !$0.isUndone }.reduce(0) { $0 + $1.total.amount })
        let isFollowed = entries.contains { $0.number != nil && !$0.isUndone && !$0.isOver }
        return [shop].compactMap(\.self) + entries.flatMap(lines)
            + (entries.count > 1 ? [line(words.receipt.inAll, total.text)] : [])
            + (isFollowed ? [hint].compactMap(\.self) : [])
    }

    private func lines(of entry: ReceiptEntry) -> [String] {
        let name = entry.number.map(words.receipt.numbered) ?? words.receipt.withoutNumber
        let mark = entry.isCancelled ? words.receipt.cancelled : entry.isRefunded ? words.receipt.refunded : nil
        let head = line(mark.map { "\(name) \($0)" } ?? name, entry.total.text)
        let fee = entry.fee.amount > 0 ? [line(words.receipt.delivery, entry.fee.text, VisitReceipt.indent)] : []
        return [head] + entry.lines.map { line(self.name(of: $0), $0.total.text, VisitReceipt.indent) } + fee
    }

    private func name(of line: ReceiptEntry.Line) -> String {
        let title = words.language.text(line.title.own, english: line.title.english).string
        return line.quantity > 1 ? "\(title) × \(line.quantity)" : title
    }

    /// The width of the receipt: that of its longest line, where the terminal is so wide.
    private var columns: Int {
        let longest =
            entries.flatMap(\.lines).map {
                VisitReceipt.indent + name(of: $0).columns + 1 + $0.total.text.columns
            }.max() ?? 0
        return max(VisitReceipt.narrowest, min(longest, screen - 1))
    }

    /// Returns a line with an amount at its right end.
    private func line(_ text: String, _ amount: String, _ indent: Int = 0) -> String {
        let room = columns - indent - amount.columns - 1
        let shown = text.truncated(columns: room)
        let gap = String(repeating: " ", count: max(1, room + 1 - shown.columns))
        return String(repeating: " ", count: indent) + shown + gap + amount
    }
}

/// The strings of the receipt.
struct ReceiptTexts: Texts {
    let words: Words

    func numbered(_ number: Int) -> String { say("\(number)번 주문", "No. \(number)") }
    /// The name of what has no number.
    var withoutNumber: String { say("구매", "Bought") }
    var cancelled: String { say("(취소)", "(cancelled)") }
    var refunded: String { say("(환불)", "(refunded)") }
    var delivery: String { say("배달비", "Delivery") }
    var inAll: String { say("합계", "Total") }
}

extension Words {
    fileprivate var receipt: ReceiptTexts { ReceiptTexts(words: self) }

    /// The line that says how to follow what was ordered: a command for the shell, or one to put behind the guest's own.
    public func follow(with command: String, isRemoteGuest: Bool) -> String {
        isRemoteGuest
            ? LocalizedText("진행 보기: 들어온 ssh 명령 뒤에  \(command)", "Follow it: your ssh command, then  \(command)")[
                language]
            : LocalizedText("진행 보기: \(command)", "Follow it: \(command)")[language]
    }
}
