import Foundation

/// The requests with an unknown result. The same request again reuses its request key for a while; later it is meant as
/// another one.
struct UnansweredDrafts<Draft: Hashable & Sendable>: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        let draft: Draft
        let since: Date

        func isOutdated(at now: Date) -> Bool { abs(now.timeIntervalSince(since)) >= UnansweredDrafts.patience }
    }

    private var entries: [Entry] = []

    /// How long a request that was not answered is repeated under its key.
    static var patience: TimeInterval { 600 }

    func contains(where isSame: (Draft) -> Bool) -> Bool { entries.contains { isSame($0.draft) } }

    mutating func keep(_ draft: Draft, at now: Date) {
        entries.removeAll { $0.isOutdated(at: now) }
        entries.append(Entry(draft: draft, since: now))
    }

    /// Removes and returns the first such request that is to be repeated under its key; `nil` if there is none.
    mutating func take(at now: Date, where isSame: (Draft) -> Bool) -> Draft? {
        entries.removeAll { $0.isOutdated(at: now) }
        return entries.firstIndex { isSame($0.draft) }.map { entries.remove(at: $0).draft }
    }

    mutating func removeAll(where isOver: (Draft) -> Bool) { entries.removeAll { isOver($0.draft) } }
}
