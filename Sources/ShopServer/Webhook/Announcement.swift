import Domain
import Foundation
import TerminalText

/// A message to the shop's staff about an order: who ordered, the total price, the items, and the order's number, by
/// which a repetition is recognised.
///
/// The format is that of Slack's incoming webhooks:
/// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
struct Announcement: Encodable {
    let text: String

    /// Creates the message about `order`. Shows the total that is charged, and each quantity above one after its title.
    /// Lines beyond the length limit are only counted. A cancellation begins with the word `cancelled`, and the keeper's
    /// reason stands on a line of its own.
    init(_ kind: MessageKind = .order, of order: Order, cancelled: String = "취소") {
        let titles = order.lines.map { $0.quantity > 1 ? "\($0.title) × \($0.quantity)" : $0.title.string }
        var length = 0
        let shown = titles.enumerated().prefix { index, title in
            length += title.count
            return index == 0 || length <= Announcement.maxTitlesLength
        }.map(\.element)
        let rest = titles.count > shown.count ? ["+\(titles.count - shown.count)"] : []
        let ordered = (shown + rest).joined(separator: ", ")
        let announced = "\(order.who) - \(order.total.text) - \(ordered) (#\(order.id))"
        let message =
            switch kind {
            case .order: announced
            case .cancellation: "\(cancelled): \(announced)" + (order.reason.map { "\n\($0)" } ?? "")
            }
        text = Announcement.escaped(message)
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
