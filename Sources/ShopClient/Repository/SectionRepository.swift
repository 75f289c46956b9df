import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform

/// The current state of all sections, each fetched independently in the background.
///
/// Posts `SectionDidChange` whenever a section's content or status changed, and only then, and `ConnectionDidChange`
/// when the connection or `nextTry` did. Messages are posted after the change on the thread that made it; an observer
/// that reads the current value at each message ends with the latest.
public final class SectionRepository: Sendable {
    let source: any SectionSource
    let store: SnapshotStore?
    let backoff: RetryBackoff
    /// The minimum time between two requests of one section; of several fetches requested meanwhile, only the latest is
    /// sent. Too short to be noticed, while a key that is held down costs at most twenty requests a second.
    let spacing: Duration
    private let state: NIOLockedValueBox<RepositoryState>
    private let steps = StepRunner()

    /// Creates a repository of `sections`, followed by `unopened` ones, in the order in which they are shown. Nothing
    /// is read or fetched yet; the unopened ones not until they are shown.
    public init(
        sections: [SectionDefinition], unopened: [SectionDefinition] = [], source: any SectionSource,
        store: SnapshotStore? = nil,
        backoff: RetryBackoff = .standard, spacing: Duration = .milliseconds(50)
    ) {
        self.source = source
        self.store = store
        self.backoff = backoff
        self.spacing = spacing
        state = NIOLockedValueBox(RepositoryState(sections, unopened: unopened, isKept: store != nil))
    }

    /// The sections in the order in which they are shown.
    public var sections: [SectionID] { state.withLockedValue(\.order) }

    /// Returns what is known of `section` now. Safe on any thread; does not block.
    public func section(_ id: SectionID) -> Section {
        state.withLockedValue { $0.entries[id]?.section } ?? Section(id: id)
    }

    public var connection: Connection { state.withLockedValue { $0.connection } }

    /// Whether the server does not report changes, so that what is known is as old as its latest fetch.
    public var isPolled: Bool { state.withLockedValue { $0.isPolled } }

    /// When an unreachable server is tried again; `nil` if no retry is pending or its time is unknown.
    public var nextTry: Date? { state.withLockedValue { $0.nextTry } }

    /// The result of the latest write of sections to disk; `nil` before the first.
    public var latestSaving: DiskWriteResult? { state.withLockedValue { $0.latestSaving } }

    /// Fetches `section` again; a fetch under way is cancelled and its answer ignored. Does not block.
    public func refetch(_ id: SectionID) { change { $0.entries[id]?.requestFetch() } }

    /// Tries a server that cannot be reached in about a second, instead of at the end of the current delay, because somebody
    /// is there or the network changed. Done at most every ten seconds. Does not block.
    public func retrySoon() {
        if connection == .disconnected { change { $0.retrySoon(at: .now) } }
    }

    /// Sets how many rows of a section that its server sends in pages are fetched from now on. Does not block.
    public func limitRows(of id: SectionID, to count: Int) { change { $0.entries[id]?.limitRows(to: count) } }

    /// Fetches every section again that was ever shown.
    public func refetchAll() { change { $0.requestAll() } }

    /// Marks `sections` as shown: those that never were are fetched. Does not block.
    public func show(_ sections: [SectionID]) { change { $0.show(sections) } }

    /// Has these sections from now on, in the order in which they are shown. What is known of a section stays; a new one is
    /// not fetched before it is shown, and the fetch of one that is gone is cancelled. Does not block.
    public func arrange(_ sections: [SectionDefinition]) { change { $0.arrange(sections) } }

    /// Fetches `section` again, without showing it, because it may have changed at the server. Does nothing if it was
    /// never shown. Calls are coalesced: one fetch follows the one under way. Does not block.
    public func refresh(_ id: SectionID) { change { $0.entries[id]?.requestWithoutEvent() } }

    /// Does the same for all of `sections` without anybody saying that they changed. One whose latest answer could not
    /// be decoded is left out: nothing says that the next one can.
    public func poll(_ sections: [SectionID]) {
        change { state in for id in sections { state.entries[id]?.requestIfDecodable() } }
    }

    /// Does the same for all sections whose latest fetch began before `moment`.
    public func catchUp(since moment: ContinuousClock.Instant) { change { $0.catchUp(since: moment) } }

    /// Records that of the public sections the server has only `served`: another one that was never shown fails with
    /// 404 from now on.
    public func note(served: Set<SectionID>) { change { $0.note(served: served) } }

    /// Records whether the server does not report changes.
    func note(isPolled: Bool) { change { $0.isPolled = isPolled } }

    /// Fetches all public sections, because only their answers show which of them the server has. Does not block.
    public func showAll() { change { $0.show($0.unopened) } }

    /// Returns the validator of the rows of `section` if they still have this version, otherwise `nil`.
    public func validator(of id: SectionID, contentVersion: Int) -> String? {
        read { $0.entries[id] }.flatMap { $0.section.contentVersion == contentVersion ? $0.validator : nil }
    }

    /// Loads the stored sections, at least the first rows of each, so that the first screen has something to show.
    /// Reads files, so it blocks, but briefly. Call it before `run`.
    public func loadLastKnown() {
        guard let store else { return }
        for id in sections {
            guard let entry = read({ $0.entries[id] }), entry.isOpen, entry.definition.isKept,
                let snapshot = store.head(of: entry.definition)
            else { continue }
            change { $0.entries[id]?.restore(snapshot) }
        }
    }

    /// Fetches requested sections until its task is cancelled: all open ones at first, and again, with growing delays,
    /// while the server cannot be reached. Only one call runs at a time: a second one returns at once.
    public func run() async {
        await steps.run {
            refetchAll()
        } steps: {
            change { $0.nextSteps() }
        } perform: {
            await self.perform($0)
        } end: {
            change { $0.close() }
            saveOnLeaving()
        }
    }

    func read<Value: Sendable>(_ value: (RepositoryState) -> Value) -> Value { state.withLockedValue { value($0) } }

    /// Changes the state, notifies observers of what changed, and wakes the running task. All changes go through this
    /// method.
    @discardableResult
    func change<Value: Sendable>(_ body: (inout RepositoryState) -> Value) -> Value {
        let (value, before, after) = state.withLockedValue { state in
            let before = state
            let value = body(&state)
            return (value, before, state)
        }
        // The replaced rows are freed with `before`, here outside the lock.
        let changes = after.changes(since: before)
        for section in changes.sections {
            NotificationCenter.default.post(SectionDidChange(section: section), subject: self)
        }
        if changes.connection { NotificationCenter.default.post(ConnectionDidChange(), subject: self) }
        if after.hasSteps { steps.wake() }
        return value
    }
}
