import Domain
import Foundation
import TerminalText

/// An order as the shop's people read it: who, for how much, what.
///
/// The form is that of Slack's incoming webhooks: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
struct Announcement: Encodable {
    let text: String

    /// The price is what is charged altogether. More than one shows behind the title. Of many lines, those that are beyond
    /// the bound are counted.
    init(of order: Order) {
        let titles = order.lines.map { $0.quantity > 1 ? "\($0.title) × \($0.quantity)" : $0.title.string }
        var length = 0
        let shown = titles.enumerated().prefix { index, title in
            length += title.count
            return index == 0 || length <= Announcement.longestTitles
        }.map(\.element)
        let rest = titles.count > shown.count ? ["+\(titles.count - shown.count)"] : []
        let ordered = (shown + rest).joined(separator: ", ")
        text = Announcement.escaped("\(order.who) - \(order.total.text) - \(ordered)")
    }

    /// Characters of all titles together, beyond which only one is shown.
    private static let longestTitles = 1_000

    /// The bytes that are posted.
    var body: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // A text always has a JSON form.
        return (try? encoder.encode(self)) ?? Data()
    }

    /// With the three characters that Slack reads as its own replaced.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
