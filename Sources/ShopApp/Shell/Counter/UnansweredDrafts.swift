import Foundation

/// The requests with an unknown result. The same request again reuses its request key for a while; later it is meant as
/// another one.
struct UnansweredDrafts<Draft: Hashable & Sendable>: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        let draft: Draft
        let since: Date

        func isOutdated(at now: Date, after patience: TimeInterval = patience) -> Bool {
            abs(now.timeIntervalSince(since)) >= patience
        }
    }

    private var entries: [Entry] = []
    /// Those that are repeated now.
    private var repeated: Set<Draft> = []

    /// The statuses that say nothing about what a request did before: with them the shop refuses its sender, or any request
    /// for a while.
    private static var undecided: Set<Int> { [401, 403, 425, 429] }

    /// How long a request that was not answered is repeated under its key.
    static var patience: TimeInterval { 600 }

    func contains(where isSame: (Draft) -> Bool) -> Bool { entries.contains { isSame($0.draft) } }

    mutating func keep(_ draft: Draft, at now: Date) {
        repeated.remove(draft)
        entries.removeAll { $0.isOutdated(at: now) || $0.draft == draft }
        entries.append(Entry(draft: draft, since: now))
    }

    /// Removes and returns the first such request that is to be repeated under its key; `nil` if there is none.
    mutating func take(
        at now: Date, after patience: TimeInterval = patience, where isSame: (Draft) -> Bool
    ) -> Draft? {
        entries.removeAll { $0.isOutdated(at: now) || isSame($0.draft) && $0.isOutdated(at: now, after: patience) }
        guard let index = entries.firstIndex(where: { isSame($0.draft) }) else { return nil }
        let draft = entries.remove(at: index).draft
        repeated.insert(draft)
        return draft
    }

    /// Forgets a request that was answered, with `status` if it was refused. One that had no answer before is kept if that
    /// decides nothing.
    mutating func end(_ draft: Draft, refusedWith status: Int? = nil, at now: Date) {
        let hadNoAnswer = repeated.remove(draft) != nil || entries.contains { $0.draft == draft }
        entries.removeAll { $0.draft == draft }
        if let status, hadNoAnswer, UnansweredDrafts.undecided.contains(status) { keep(draft, at: now) }
    }

    mutating func removeAll(where isOver: (Draft) -> Bool) {
        entries.removeAll { isOver($0.draft) }
        repeated = repeated.filter { !isOver($0) }
    }
}
