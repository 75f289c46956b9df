import Domain
import HTTPTypes
import Storage

/// The keeper's pause of the shop, as the store has it. One that has ended by itself stays until the next one.
private enum StoredPauses {
    static let table = RecordTable<ShopPause>("shop")
    static let key = "pause"
}

extension StoreReader {
    func shopPause() throws -> ShopPause? { try StoredPauses.table.value(of: StoredPauses.key, in: self) }
}

extension StoreTransaction {
    /// Pauses the shop; with `nil`, ends its pause.
    func set(_ pause: ShopPause?) throws {
        if let pause {
            try StoredPauses.table.set(pause, for: StoredPauses.key, in: self)
        } else {
            try StoredPauses.table.removeValue(of: StoredPauses.key, in: self)
        }
    }
}

extension Refusal {
    static let notAPause = Refusal(
        status: .badRequest,
        sentence: "The body is not a pause: JSON with reason, of at most \(ShopPause.maxReasonLength) characters, and "
            + "until, a time from now to 30 days ahead, or without.")
}
