import Domain
import NIOConcurrencyHelpers
import ShopClient
import TestSupport

/// A source whose fetches are answered by a test.
actor ScriptedSource: SectionSource {
    private var answers: [SectionID: [Result<SectionAnswer, FetchFailure>]] = [:]
    private var waiting: [SectionID: [Int: CheckedContinuation<Result<SectionAnswer, FetchFailure>, Never>]] = [:]
    private var nextTicket = 0
    /// The cancelled fetches, whose tasks may not have heard of it yet.
    private nonisolated let cancelled = NIOLockedValueBox<Set<Int>>([])
    /// The sections that were fetched.
    nonisolated let requests = Record<SectionID>()
    /// The sections whose fetch was cancelled before it was answered.
    nonisolated let cancellations = Record<SectionID>()

    /// Answers the pending fetch of `section`, or the next one. One that was cancelled is none.
    func answer(_ section: SectionID, _ answer: Result<SectionAnswer, FetchFailure>) {
        let pending = cancelled.withLockedValue { cancelled in waiting[section]?.filter { !cancelled.contains($0.key) }
        }
        if let (ticket, continuation) = pending?.max(by: { $0.key < $1.key }) {
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
            _ = cancelled.withLockedValue { $0.insert(ticket) }
            Task { await giveUp(section, ticket) }
        }
    }

    private func giveUp(_ section: SectionID, _ ticket: Int) {
        guard let continuation = waiting[section]?.removeValue(forKey: ticket) else { return }
        cancellations.append(section)
        continuation.resume(returning: .failure(.interrupted))
    }
}
