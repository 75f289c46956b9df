import Domain
import Foundation
import TerminalText

/// An order as the shop's people read it: who, for how much, what.
///
/// The form is that of Slack's incoming webhooks: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
struct Announcement: Encodable {
    let text: String

    /// The price is what is charged altogether. More than one shows behind the title.
    init(of order: Order) {
        let count = order.quantity > 1 ? " × \(order.quantity)" : ""
        text = Announcement.escaped("\(order.who) - \(order.total.text) - \(order.title)\(count)")
    }

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
