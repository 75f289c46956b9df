import Domain
import Foundation
import TerminalText

/// A message to the shop's staff about an order: who ordered, the total price, the items, and the order's number, by
/// which a repetition is recognised. Further lines say how the guest gets it, and which options and notes it has. Phone
/// numbers and addresses are not sent.
///
/// The format is that of Slack's incoming webhooks:
/// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
struct Announcement: Encodable {
    let text: String

    /// Creates the message about `order`. Shows the total that is charged, and each quantity above one after its title.
    /// Lines beyond the length limit are only counted. A cancellation, a reduction and a refund begin with the word for it,
    /// and the keeper's reason stands on a line of its own. So does whatever is sent of an order only after it was cancelled
    /// or money was refunded.
    /// Times are those of `zone`.
    init(_ kind: MessageKind = .order, of order: Order, words: AnnouncementWords = .korean, in zone: TimeZone) {
        let titles = order.remainingLines.map { $0.quantity > 1 ? "\($0.title) × \($0.quantity)" : $0.title.string }
        var length = 0
        let shown = titles.enumerated().prefix { index, title in
            length += title.count
            return index == 0 || length <= Announcement.maxTitlesLength
        }.map(\.element)
        let rest = titles.count > shown.count ? ["+\(titles.count - shown.count)"] : []
        let ordered = (shown + rest).joined(separator: ", ")
        let announced = "\(order.who) - \(order.total.text) - \(ordered) (#\(order.number))"
        let message =
            switch Announcement.presentKind(kind, of: order) {
            case .order, .repetition, .closing: [announced] + Announcement.details(of: order, words, zone)
            case .cancellation: ["\(words.cancelled): \(announced)"] + [order.reason?.string].compactMap(\.self)
            case .reduction: Announcement.reduction(of: order, announced, words)
            }
        text = Announcement.escaped(message.joined(separator: "\n"))
    }

    /// Returns what a message of that kind tells of the order as it is by now.
    private static func presentKind(_ kind: MessageKind, of order: Order) -> MessageKind {
        if order.state == .cancelled { return .cancellation }
        return kind == .order && order.refunded.amount > 0 ? .reduction : kind
    }

    /// Returns the lines about an order that became smaller: what is left of it, what was taken out so far, and the
    /// keeper's last reason.
    private static func reduction(of order: Order, _ announced: String, _ words: AnnouncementWords) -> [String] {
        let isRefund = order.refunded.amount > 0
        let head = isRefund ? "\(words.refunded) \(order.refunded.text)" : words.reduced
        let removed = order.lines.filter { $0.removed > 0 }.map { "\($0.title) −\($0.removed)" }
        var length = 0
        let shown = removed.prefix { line in
            length += line.count
            return length <= Announcement.maxTitlesLength
        }
        let reason = order.state == .refunded ? order.reason : order.reductions.last?.reason
        return ["\(head): \(announced)"] + shown + [reason?.string].compactMap(\.self)
    }

    /// Returns the lines with the way, the options and notes of lines, and the note of the order. Lines beyond the length
    /// limit are left out.
    private static func details(of order: Order, _ words: AnnouncementWords, _ zone: TimeZone) -> [String] {
        guard order.isTracked else { return [] }
        let time = order.handover.wantedAt.map { $0.dayAndTime(in: zone) }
        let way = [words.ways[order.handover.fulfillment], time].compactMap(\.self).joined(separator: ", ")
        var length = 0
        let lines = order.remainingLines.compactMap(Announcement.detail).prefix { line in
            length += line.count
            return length <= Announcement.maxTitlesLength
        }
        return [way] + lines + [order.handover.note.map { "\(words.note): \($0)" }].compactMap(\.self)
    }

    /// Returns the options and the note of a line behind its title; `nil` if it has neither.
    private static func detail(of line: OrderLine) -> String? {
        let options = line.options.map { "\($0.optionTitle.own) \($0.title.own)" }
        let parts = options + [line.note.map { "“\($0)”" }].compactMap(\.self)
        return parts.isEmpty ? nil : "\(line.title): \(parts.joined(separator: ", "))"
    }

    /// The number of characters of all titles together after which further lines are only counted. The first title is
    /// always shown.
    private static let maxTitlesLength = 1_000

    /// The JSON that is posted.
    var body: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // A string can always be encoded as JSON.
        return (try? encoder.encode(self)) ?? Data()
    }

    /// Returns the text with the three characters escaped that are special to Slack.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

/// The words of messages to the shop's staff.
public struct AnnouncementWords: Sendable {
    /// The beginning of a message about a cancelled order.
    let cancelled: String
    /// The beginning of a message about an order of which pieces were taken out,
    let reduced: String
    /// and of one of which money was refunded.
    let refunded: String
    let ways: [Fulfillment: String]
    let note: String
    /// The heads of tickets: of an order from which something was taken out, and of one that may be printed already.
    let changed, repeated: String
    let wanted, takenOut, test: String
    let closings: ClosingWords

    public static let korean = AnnouncementWords(
        cancelled: "취소", reduced: "줄임", refunded: "환불", ways: [.here: "매장", .pickup: "포장", .delivery: "배달"], note: "메모",
        changed: "변경", repeated: "재출력", wanted: "희망", takenOut: "뺌", test: "인쇄 시험", closings: .korean)
    public static let english = AnnouncementWords(
        cancelled: "Cancelled", reduced: "Reduced", refunded: "Refunded",
        ways: [.here: "For here", .pickup: "Pick-up", .delivery: "Delivery"], note: "Note", changed: "Changed",
        repeated: "Reprint", wanted: "Wanted", takenOut: "taken out", test: "Printing test",
        closings: .english)
}

extension Date {
    /// Returns the day and the time of day: "11-26 18:30".
    func dayAndTime(in zone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.month, .day, .hour, .minute], from: self)
        let digits = [parts.month, parts.day, parts.hour, parts.minute].map { number in
            let text = String(number ?? 0)
            return text.count < 2 ? "0\(text)" : text
        }
        return "\(digits[0])-\(digits[1]) \(digits[2]):\(digits[3])"
    }
}
