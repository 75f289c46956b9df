/// A requested change and its outcome.
public struct WriteReport<Draft: Hashable & Sendable, Outcome: Hashable & Sendable>: Hashable, Sendable {
    public let draft: Draft
    public let outcome: Outcome

    public init(draft: Draft, outcome: Outcome) {
        self.draft = draft
        self.outcome = outcome
    }
}
