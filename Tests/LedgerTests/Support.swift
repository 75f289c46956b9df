import Foundation
import Ledger
import ShopModels

extension Placing {
    static func example(
        who: String = "지훈", key: IdempotencyKey = IdempotencyKey(id: UUID(), request: "{}"), isAnnounced: Bool = false
    ) -> Placing {
        Placing(
            counter: .menu, who: who, title: "시금치나물", quantity: 2, unitPrice: Won(3_900), placedAt: .now, key: key,
            isAnnounced: isAnnounced)
    }
}

/// Runs `body` with the path of a database that is not there yet, in a directory that is removed afterwards.
func withScratch(_ body: (String) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-ledger-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory.appending(component: "shop.sqlite").path)
}
