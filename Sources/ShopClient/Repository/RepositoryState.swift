import Domain
import Foundation

/// Everything a repository knows, and the rules by which it changes. Only the owner of the lock touches it.
struct RepositoryState: Sendable {
    /// The pause before an unreachable server is tried again.
    enum Pause: Sendable { case none, due, running(CancellationHandle) }

    let order: [SectionID]
    /// Whether what is known is kept on disk.
    let isKept: Bool
    var entries: [SectionID: SectionEntry]
    var connection = Connection.connecting
    /// The end of the present pause, where it is known.
    private(set) var nextTry: Date?
    private var pause = Pause.none
    /// Pauses since everything that was lost came back.
    private var attempts = 0
    var isSaving = false
    /// How the latest write to disk went; `nil` before the first.
    var latestSaving: SnapshotWriting?
    /// Wakes the running repository; `nil` while none runs.
    private(set) var wakeUp: AsyncStream<Void>.Continuation?

    init(_ sections: [SectionDefinition], unopened: [SectionDefinition], isKept: Bool) {
        order = (sections + unopened).map(\.id)
        self.isKept = isKept
        entries = Dictionary(
            sections.map { ($0.id, SectionEntry($0)) }
                + unopened.map { ($0.id, SectionEntry($0, isOpen: false, isKept: isKept)) }
        ) { first, _ in first }
    }

    /// What an observer is told when `before` became this: each changed section once, and the connection.
    func changes(since before: RepositoryState) -> (sections: [SectionID], connection: Bool) {
        let sections = order.filter { entries[$0]?.section != before.entries[$0]?.section }
        return (sections, connection != before.connection || nextTry != before.nextTry)
    }

    /// Begins: everything that is open is wanted. `false` when something runs already.
    mutating func open(_ wakeUp: AsyncStream<Void>.Continuation) -> Bool {
        guard self.wakeUp == nil else { return false }
        self.wakeUp = wakeUp
        for id in order where entries[id]?.isOpen == true { entries[id]?.want() }
        return true
    }

    /// Nothing runs any more.
    mutating func close() {
        wakeUp = nil
        isSaving = false
        attempts = 0
        pause = .none
        nextTry = nil
        for id in order { entries[id]?.close() }
    }
}

// Wishes.
extension RepositoryState {
    /// Sections that are looked at for the first time are wanted.
    mutating func show(_ ids: [SectionID]) {
        for id in ids where entries[id]?.isOpen == false { entries[id]?.want() }
    }

    /// Wants every open section whose content was not asked for since `moment`.
    mutating func catchUp(since moment: ContinuousClock.Instant) {
        for id in order where entries[id]?.begunAt.map({ $0 < moment }) == true { entries[id]?.wantQuietly() }
    }
}

// Answers, and what follows from them.
extension RepositoryState {
    /// Whether the answer to the fetch of that generation still counts.
    func isCurrent(_ id: SectionID, _ generation: Int) -> Bool {
        entries[id]?.generation == generation && entries[id]?.isUnderWay == true
    }

    /// The fetch of that generation ended; an older one's end changes nothing.
    mutating func finish(_ id: SectionID, _ generation: Int, _ outcome: SectionEntry.Outcome, at now: Date) {
        guard isCurrent(id, generation) else { return }
        entries[id]?.finishFetch(outcome, at: now)
        guard entries[id]?.isAtShop == true else { return }
        outcome.isConnectionLoss ? disconnect() : connect()
    }

    /// The pause that just began takes that long; `nil` where nobody knows.
    mutating func announce(_ length: Duration?) {
        guard case .running = pause else { return }
        nextTry = length.map { Date() + $0 / .seconds(1) }
    }

    /// The pause is over: what is not fresh is tried again.
    mutating func endPause() {
        guard case .running = pause else { return }
        pause = .none
        nextTry = nil
        wantIdle { !$0.section.isFresh }
    }

    /// The server answered: what was lost to a broken connection is fetched again at once.
    private mutating func connect() {
        let wasDisconnected = connection == .disconnected
        connection = .connected
        if case .running(let cancellation) = pause { cancellation.cancel() }
        pause = .none
        nextTry = nil
        if wasDisconnected { wantIdle(where: \.isLost) }
        // Only then: a server that answers one section and drops another is not asked ever faster.
        if !entries.values.contains(where: \.isLost) { attempts = 0 }
    }

    /// The server did not answer: it is tried again after a pause.
    private mutating func disconnect() {
        connection = .disconnected
        if case .none = pause { pause = .due }
    }

    /// Wants every section that `isMeant` and that is not being fetched anyway.
    private mutating func wantIdle(where isMeant: (SectionEntry) -> Bool) {
        for id in order {
            guard let entry = entries[id], entry.isOpen, !entry.isToCome, isMeant(entry) else { continue }
            entries[id]?.want()
        }
    }
}

// What the server has.
extension RepositoryState {
    /// The server has only those of the sections that are for everybody.
    mutating func note(served: Set<SectionID>) {
        for id in order where entries[id]?.definition.audience == .everybody {
            entries[id]?.note(isServed: served.contains(id))
        }
    }

    /// The sections for everybody that nobody has looked at.
    var unopened: [SectionID] {
        order.filter { entries[$0].map { !$0.isOpen && $0.definition.audience == .everybody } ?? false }
    }
}

// What is to be done.
extension RepositoryState {
    /// Whether there is something to begin.
    var hasSteps: Bool {
        if case .due = pause { return true }
        return isSavingDue || entries.values.contains { $0.isReadyToRead || $0.isReadyToFetch }
    }

    /// What to begin now; each step is handed out once.
    mutating func takeSteps() -> [RepositoryStep] {
        var steps: [RepositoryStep] = []
        for id in order {
            if entries[id]?.isReadyToRead == true {
                entries[id]?.storedRows = .reading
                steps.append(.readStoredRows(id))
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
