import Domain
import Foundation
import Platform

// The steps of a running repository, each a child task of `run`.
extension SectionRepository {
    func perform(_ step: RepositoryStep) async {
        switch step {
        case .fetch(let id, let generation, let cancellation): await fetch(id, generation, cancellation)
        case .readStoredRows(let id): readStoredRows(of: id)
        case .pause(let attempt, let cancellation): await pause(attempt, cancellation)
        case .wait(let id, let delay, let cancellation): await wait(id, delay, cancellation)
        case .save: save()
        }
    }

    private func fetch(_ id: SectionID, _ generation: Int, _ cancellation: CancellationHandle) async {
        let outcome = await cancellation.run { await self.outcome(id, generation) }
        // If the task was cancelled, the outcome says nothing about the server.
        guard let outcome, let outcome, !Task.isCancelled else { return }
        change { $0.finish(id, generation, outcome, at: Date()) }
    }

    /// Fetches from the source. Returns `nil` if the fetch was superseded before its request was sent.
    private func outcome(_ id: SectionID, _ generation: Int) async -> SectionEntry.Outcome? {
        let earlier = read { $0.entries[id]?.requestedAt }
        if let wait = earlier.map({ spacing - $0.duration(to: .now) }), wait > .zero {
            guard (try? await OneShotTimer.sleep(for: wait)) != nil else { return nil }
        }
        guard let known = beginRequest(id, generation) else { return nil }
        do throws(FetchFailure) {
            switch try await source.fetch(known.definition, validator: known.validator) {
            case .unchanged where known.validator == nil: return .failed(.status(304))
            case .unchanged: return .same(validator: known.validator)
            case .content(let rows, let validator):
                // Compared here, outside the lock: it is slow if there are many rows.
                let isSame = known.section.confirmedAt != nil && rows == known.section.rows
                return isSame ? .same(validator: validator) : .different(rows, validator: validator)
            }
        } catch {
            return .failed(error)
        }
    }

    /// Records the sending of a request and returns what is known, or `nil` if its answer would no longer count.
    private func beginRequest(_ id: SectionID, _ generation: Int) -> SectionEntry? {
        change { state in
            guard state.isCurrent(id, generation) else { return nil }
            state.entries[id]?.requestedAt = .now
            return state.entries[id]
        }
    }

    private func readStoredRows(of id: SectionID) {
        let whole = read { $0.entries[id]?.definition }.flatMap { store?.whole(of: $0) }
        change { $0.entries[id]?.restoreRest(whole) }
    }

    private func wait(_ id: SectionID, _ delay: Duration, _ cancellation: CancellationHandle) async {
        let isOver = await cancellation.run {
            (try? await self.backoff.wait(.reconnect(attempt: 1, told: delay))) != nil
        }
        guard isOver == true, !Task.isCancelled else { return }
        change { $0.entries[id]?.endDelay() }
    }

    private func pause(_ attempt: Int, _ cancellation: CancellationHandle) async {
        let network = NetworkWatch { [weak self] in self?.retrySoon() }
        defer { network?.cancel() }
        let pause = backoff.pause(.reconnect(attempt: attempt))
        change { $0.announce(pause.length) }
        let isOver = await cancellation.run { (try? await pause.wait()) != nil }
        guard isOver == true, !Task.isCancelled else { return }
        change { $0.endPause() }
    }
}

// Saving for the next launch.
extension SectionRepository {
    private func save() {
        while !Task.isCancelled, let (section, snapshot, unsaved) = markSaved(where: \.isSavingDue) {
            let writing = write(snapshot, of: section, unsaved) { !Task.isCancelled }
            change { state in
                state.latestSaving = writing
                if writing == .cancelled { state.entries[section.id]?.unsaved = unsaved }
            }
        }
        change { $0.isSaving = false }
    }

    /// Writes the unsaved sections that take little time.
    func saveOnLeaving() {
        guard store != nil else { return }
        while let (section, snapshot, unsaved) = markSaved(where: \.isCheaplySaved) {
            let writing = write(snapshot, of: section, unsaved) { true }
            change { $0.latestSaving = writing }
        }
    }

    private func write(
        _ snapshot: Snapshot, of section: SectionDefinition, _ unsaved: SectionEntry.Unsaved,
        while isWanted: () -> Bool
    ) -> DiskWriteResult {
        guard let store else { return .done }
        return unsaved == .times
            ? store.confirm(snapshot, of: section) : store.write(snapshot, of: section, while: isWanted)
    }

    /// Returns a section that matches `isMeant`, and marks it as saved. Returns `nil` if there is none.
    private func markSaved(
        where isMeant: (SectionEntry) -> Bool
    ) -> (SectionDefinition, Snapshot, SectionEntry.Unsaved)? {
        change { state in
            for id in state.order {
                guard let entry = state.entries[id], isMeant(entry), let time = entry.section.confirmedAt
                else { continue }
                state.entries[id]?.unsaved = .nothing
                state.entries[id]?.cachedTime = time
                let snapshot = Snapshot(
                    rows: entry.section.rows, validator: entry.cachedValidator, confirmedAt: time)
                return (entry.definition, snapshot, entry.unsaved)
            }
            return nil
        }
    }
}

extension SectionEntry {
    /// The maximum number of rows that are written even when quitting: takes a few milliseconds.
    private static let cheapRows = 1_000

    fileprivate var isCheaplySaved: Bool { unsaved != .nothing && section.rows.count <= SectionEntry.cheapRows }
}
