import Domain
import TerminalText

/// The name under which a guest orders.
enum GuestName {
    /// The name as it is kept: harmless to show. Throws `Refusal` for one that is too long, or none.
    static func checked(_ name: String) throws -> String {
        guard name.count <= OrderRequest.longestName else { throw Refusal.longName }
        let name = PlainText(name).string
        guard !name.isEmpty else { throw Refusal.noName }
        return name
    }
}
