import Domain
import Foundation

/// The state of a repository and the rules by which it changes. Accessed only under the repository's lock.
struct RepositoryState: Sendable {
    /// The back-off before an unreachable server is tried again.
    enum Pause: Sendable { case none, due, running(CancellationHandle) }

    private(set) var order: [SectionID]
    /// Whether the sections are stored on disk.
    let isKept: Bool
    var entries: [SectionID: SectionEntry]
    /// The latest generation of any section that was removed. New sections continue from it, because fetches of the removed
    /// ones may still end.
    private var usedGenerations = 0
    var connection = Connection.connecting
    /// Whether the server does not report changes.
    var isPolled = false
    /// The end of the current back-off, if known.
    private(set) var nextTry: Date?
    private var pause = Pause.none
    /// The number of back-offs since all lost sections recovered.
    private var attempts = 0
    /// When a back-off was begun anew before its end.
    private var hurriedAt: ContinuousClock.Instant?
    /// The time between two back-offs that are begun anew: keys may come many a second.
    private static let minHurry = Duration.seconds(10)
    var isSaving = false
    /// The result of the latest write to disk; `nil` before the first.
    var latestSaving: DiskWriteResult?

    init(_ sections: [SectionDefinition], unopened: [SectionDefinition], isKept: Bool) {
        order = (sections + unopened).map(\.id)
        self.isKept = isKept
        entries = Dictionary(
            sections.map { ($0.id, SectionEntry($0)) }
                + unopened.map { ($0.id, SectionEntry($0, isOpen: false, isKept: isKept)) }
        ) { first, _ in first }
    }

    /// Returns the sections that changed since `before`, and whether the connection did.
    func changes(since before: RepositoryState) -> (sections: [SectionID], connection: Bool) {
        let sections = order.filter { entries[$0]?.section != before.entries[$0]?.section }
        return (
            sections,
            connection != before.connection || nextTry != before.nextTry || isPolled != before.isPolled
        )
    }

    /// Requests all open sections.
    mutating func requestAll() {
        for id in order where entries[id]?.isOpen == true { entries[id]?.requestFetch() }
    }

    /// Resets the state when the repository stops.
    mutating func close() {
        isSaving = false
        attempts = 0
        pause = .none
        nextTry = nil
        for id in order { entries[id]?.close() }
    }
}

// Requests.
extension RepositoryState {
    /// Requests the sections that were never shown before.
    mutating func show(_ ids: [SectionID]) {
        for id in ids where entries[id]?.isOpen == false { entries[id]?.requestFetch() }
    }

    /// Has these sections from now on. Those that it has keep what is known of them; new ones are not fetched before they
    /// are shown.
    mutating func arrange(_ definitions: [SectionDefinition]) {
        let former = entries
        order = definitions.map(\.id)
        usedGenerations = former.values.reduce(usedGenerations) { max($0, $1.generation) }
        entries = Dictionary(
            definitions.map { ($0.id, former[$0.id] ?? newEntry($0)) }
        ) { first, _ in first }
        for (id, entry) in former where entries[id] == nil { entry.cancellation?.cancel() }
    }

    private func newEntry(_ definition: SectionDefinition) -> SectionEntry {
        var entry = SectionEntry(definition, isOpen: false, isKept: isKept)
        entry.generation = usedGenerations
        return entry
    }

    /// Requests every open section whose latest fetch began before `moment`.
    mutating func catchUp(since moment: ContinuousClock.Instant) {
        for id in order where entries[id]?.begunAt.map({ $0 < moment }) == true { entries[id]?.requestIfDecodable() }
    }
}

// Results of fetches.
extension RepositoryState {
    /// Whether the result of the fetch of this generation still counts.
    func isCurrent(_ id: SectionID, _ generation: Int) -> Bool {
        entries[id]?.generation == generation && entries[id]?.isUnderWay == true
    }

    /// Records the end of a fetch; that of an older generation is ignored.
    mutating func finish(_ id: SectionID, _ generation: Int, _ outcome: SectionEntry.Outcome, at now: Date) {
        guard isCurrent(id, generation) else { return }
        entries[id]?.finishFetch(outcome, at: now)
        guard entries[id]?.isAtShop == true else { return }
        // A server that asked to be left alone is not asked, so this says nothing of one that cannot be reached.
        if connection == .disconnected, entries[id]?.isDelayed == true { return }
        outcome.isConnectionLoss ? disconnect() : connect()
    }

    /// Sets the length of the back-off that just began; `nil` if unknown.
    mutating func announce(_ length: Duration?) {
        guard case .running = pause else { return }
        nextTry = length.map { Date() + $0 / .seconds(1) }
    }

    /// Begins the back-off anew, because somebody is there or the network changed: the first attempt follows soon. Does
    /// nothing if that was done a short time ago.
    mutating func retrySoon(at now: ContinuousClock.Instant) {
        guard case .running(let cancellation) = pause, hurriedAt.map({ $0 + RepositoryState.minHurry <= now }) ?? true
        else { return }
        cancellation.cancel()
        hurriedAt = now
        attempts = 0
        pause = .due
    }

    /// Ends the back-off and requests everything that is not fresh, except what could not be decoded.
    mutating func endPause() {
        guard case .running = pause else { return }
        pause = .none
        nextTry = nil
        requestIdle { !$0.section.isFresh && !$0.isUndecodable && !$0.isDelayed }
    }

    /// Records that the server answered: sections lost to a broken connection are fetched again at once.
    private mutating func connect() {
        let wasDisconnected = connection == .disconnected
        connection = .connected
        if case .running(let cancellation) = pause { cancellation.cancel() }
        pause = .none
        nextTry = nil
        if wasDisconnected { requestIdle(where: \.isLost) }
        // Reset only now: otherwise a server that answers one section and drops another would be asked ever faster.
        if !entries.values.contains(where: \.isLost) { attempts = 0 }
    }

    /// Records that the server did not answer: a back-off is due.
    private mutating func disconnect() {
        connection = .disconnected
        if case .none = pause { pause = .due }
    }

    /// Requests every open section that matches `isMeant` and is not being fetched anyway.
    private mutating func requestIdle(where isMeant: (SectionEntry) -> Bool) {
        for id in order {
            guard let entry = entries[id], entry.isOpen, !entry.isFetchPending, isMeant(entry) else { continue }
            entries[id]?.requestFetch()
        }
    }
}

// The sections that the server has.
extension RepositoryState {
    /// Records that of the public sections the server has only those in `served`.
    mutating func note(served: Set<SectionID>) {
        for id in order where entries[id]?.definition.audience == .everybody {
            entries[id]?.note(isServed: served.contains(id))
        }
    }

    /// The public sections that were never shown.
    var unopened: [SectionID] {
        order.filter { entries[$0].map { !$0.isOpen && $0.definition.audience == .everybody } ?? false }
    }
}

// Work to do.
extension RepositoryState {
    var hasSteps: Bool {
        if case .due = pause { return true }
        return isSavingDue
            || entries.values.contains { $0.isReadyToRead || $0.isReadyToFetch || $0.dueDelay != nil }
    }

    /// Returns the steps to start now; each step is returned once.
    mutating func nextSteps() -> [RepositoryStep] {
        var steps: [RepositoryStep] = []
        for id in order {
            if entries[id]?.isReadyToRead == true {
                entries[id]?.storedRows = .reading
                steps.append(.readStoredRows(id))
            }
            if let delay = entries[id]?.dueDelay {
                let cancellation = CancellationHandle()
                entries[id]?.beginDelay(cancellation)
                steps.append(.wait(id, delay, cancellation))
            }
            guard let entry = entries[id], entry.isReadyToFetch, let cancellation = entries[id]?.beginFetch() else {
                continue
            }
            steps.append(.fetch(id, generation: entry.generation, cancellation))
        }
        if case .due = pause { steps.append(beginPause()) }
        if isSavingDue { steps.append(beginSaving()) }
        return steps
    }

    private var isSavingDue: Bool { isKept && !isSaving && entries.values.contains(where: \.isSavingDue) }

    private mutating func beginSaving() -> RepositoryStep {
        isSaving = true
        return .save
    }

    private mutating func beginPause() -> RepositoryStep {
        let cancellation = CancellationHandle()
        pause = .running(cancellation)
        attempts += 1
        return .pause(attempt: attempts, cancellation)
    }
}

/// An operation that a running repository performs concurrently.
enum RepositoryStep: Sendable {
    /// Fetches a section; only the answer to the latest `generation` counts.
    case fetch(SectionID, generation: Int, CancellationHandle)
    /// Reads all rows of a section that has only its head in memory.
    case readStoredRows(SectionID)
    /// Waits as long as the server asked for before the section is fetched again.
    case wait(SectionID, Duration, CancellationHandle)
    /// Waits before an unreachable server is tried again.
    case pause(attempt: Int, CancellationHandle)
    /// Writes unsaved sections to disk.
    case save
}
