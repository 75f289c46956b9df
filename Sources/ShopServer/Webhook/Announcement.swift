import Domain
import Foundation
import TerminalText

/// A message that announces an order to the shop's staff: who ordered, the total price, and the items.
///
/// The format is that of Slack's incoming webhooks:
/// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
struct Announcement: Encodable {
    let text: String

    /// Creates the announcement of `order`. Shows the total that is charged, and each quantity above one after its
    /// title. Lines beyond the length limit are only counted.
    init(of order: Order) {
        let titles = order.lines.map { $0.quantity > 1 ? "\($0.title) × \($0.quantity)" : $0.title.string }
        var length = 0
        let shown = titles.enumerated().prefix { index, title in
            length += title.count
            return index == 0 || length <= Announcement.maxTitlesLength
        }.map(\.element)
        let rest = titles.count > shown.count ? ["+\(titles.count - shown.count)"] : []
        let ordered = (shown + rest).joined(separator: ", ")
        text = Announcement.escaped("\(order.who) - \(order.total.text) - \(ordered)")
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
