import Domain
import TerminalText

/// Validates the name under which a guest orders.
enum GuestName {
    /// Returns the name as it is stored, without control characters. Throws `Refusal` if it is too long or empty.
    static func checked(_ name: String) throws -> String {
        guard name.count <= OrderRequest.maxNameLength else { throw Refusal.longName }
        let name = PlainText(name).string
        guard !name.isEmpty else { throw Refusal.noName }
        return name
    }
}
