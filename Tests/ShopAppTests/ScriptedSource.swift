import Domain
import ShopClient
import TestSupport

/// A source whose fetches are answered by a test.
actor ScriptedSource: SectionSource {
    private var answers: [SectionID: [Result<SectionAnswer, FetchFailure>]] = [:]
    private var waiting: [SectionID: [Int: CheckedContinuation<Result<SectionAnswer, FetchFailure>, Never>]] = [:]
    private var nextTicket = 0
    /// The sections that were fetched.
    nonisolated let requests = Record<SectionID>()
    /// The sections whose fetch was cancelled before it was answered.
    nonisolated let cancellations = Record<SectionID>()

    /// Answers the pending fetch of `section`, or the next one.
    func answer(_ section: SectionID, _ answer: Result<SectionAnswer, FetchFailure>) {
        if let (ticket, continuation) = waiting[section]?.min(by: { $0.key < $1.key }) {
            waiting[section]?[ticket] = nil
            continuation.resume(returning: answer)
        } else {
            answers[section, default: []].append(answer)
        }
    }

    func answer<Row: SectionRow>(_ section: SectionID, _ rows: [Row]) {
        answer(section, .success(.content(SectionRows(rows), validator: nil)))
    }

    nonisolated func fetch(_ section: SectionDefinition, validator: String?) async throws(FetchFailure) -> SectionAnswer
    {
        try await next(section.id).get()
    }

    private func next(_ section: SectionID) async -> Result<SectionAnswer, FetchFailure> {
        requests.append(section)
        if let ready = answers[section]?.first {
            answers[section]?.removeFirst()
            return ready
        }
        nextTicket += 1
        let ticket = nextTicket
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    cancellations.append(section)
                    continuation.resume(returning: .failure(.interrupted))
                } else {
                    waiting[section, default: [:]][ticket] = continuation
                }
            }
        } onCancel: {
            Task { await giveUp(section, ticket) }
        }
    }

    private func giveUp(_ section: SectionID, _ ticket: Int) {
        guard let continuation = waiting[section]?.removeValue(forKey: ticket) else { return }
        cancellations.append(section)
        continuation.resume(returning: .failure(.interrupted))
    }
}
