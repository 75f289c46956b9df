import Domain
import Foundation
import TerminalText

/// Ends a trial by rolling it back.
struct TrialEnd: Error {}

extension StoreTransaction {
    /// Keeps an order in the way of any other, to find out whether that works, and waits until the database has answered.
    /// The transaction must be rolled back, as by throwing `TrialEnd`.
    func keepTrialOrder() throws {
        // Any day will do, because the order is taken back.
        if let day = BusinessCalendar(zone: .gmt).day(of: .now) {
            let key = IdempotencyKey(id: UUID(), request: "")
            _ = try order(place(.trial(on: day), under: key).answer.id)
        }
        _ = try (sectionVersions(), fruitCounts())
    }
}

extension NewOrder {
    /// An order that is never committed.
    fileprivate static func trial(on day: Day) -> NewOrder {
        NewOrder(
            who: "banchan",
            lines: [OrderLine(item: OrderedItem(.menu, ""), title: "banchan", quantity: 1, unitPrice: Won(0))],
            day: day, placedAt: .now, isAnnounced: true)
    }
}
