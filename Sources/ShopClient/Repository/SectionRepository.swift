import Domain
import Foundation
import NIOConcurrencyHelpers

/// The sections as they are known now, fetched in the background, each on its own.
///
/// It posts `SectionDidChange` when, and only when, that section's content or status changed, and `ConnectionDidChange`
/// when the connection did. Messages are posted after the change and by whichever thread made it; an observer that
/// reads the present value at each message ends with the latest.
public final class SectionRepository: Sendable {
    public let sections: [SectionID]
    let source: any SectionSource
    let store: SnapshotStore?
    let backoff: RetryBackoff
    /// Between two requests of one section lies at least this much time; of all that is asked for meanwhile, the latest
    /// is made. Too short to be noticed, and a key that is held down costs twenty requests a second.
    let spacing: Duration
    private let state: NIOLockedValueBox<RepositoryState>

    /// A repository of `sections`, and after them `unopened` ones, in the order in which they are shown. Nothing is read
    /// or fetched yet, of the latter not before somebody looks at them.
    public init(
        sections: [SectionDefinition], unopened: [SectionDefinition] = [], source: any SectionSource,
        store: SnapshotStore? = nil,
        backoff: RetryBackoff = .standard, spacing: Duration = .milliseconds(50)
    ) {
        self.sections = (sections + unopened).map(\.id)
        self.source = source
        self.store = store
        self.backoff = backoff
        self.spacing = spacing
        state = NIOLockedValueBox(RepositoryState(sections, unopened: unopened, isKept: store != nil))
    }

    /// What is known of `section` now. Safe on any thread; never waits.
    public func section(_ id: SectionID) -> Section {
        state.withLockedValue { $0.entries[id]?.section } ?? Section(id: id)
    }

    /// Whether the server answers.
    public var connection: Connection { state.withLockedValue { $0.connection } }

    /// When a server that does not answer is tried again; `nil` where none is waited for, or nobody knows.
    public var nextTry: Date? { state.withLockedValue { $0.nextTry } }

    /// How the latest write of the last known rows to disk went; `nil` before the first.
    public var latestSaving: SnapshotWriting? { state.withLockedValue { $0.latestSaving } }

    /// Asks for `section` again; a fetch of it that is under way is given up and its answer dropped. Never waits.
    public func refetch(_ id: SectionID) { change { $0.entries[id]?.want() } }

    /// Asks for every section again that somebody has looked at.
    public func refetchAll() {
        change { state in
            for id in state.order where state.entries[id]?.isOpen == true { state.entries[id]?.want() }
        }
    }

    /// Somebody looks at `sections`: they are fetched if they never were. Never waits.
    public func show(_ sections: [SectionID]) { change { $0.show(sections) } }

    /// `section` may have changed at the server: if anybody has looked at it, it is asked for once more, and nobody
    /// sees that it is. However often this is called meanwhile, one fetch follows the one under way. Never waits.
    public func refresh(_ id: SectionID) { change { $0.entries[id]?.wantQuietly() } }

    /// The same for everything that was not asked for since `moment`.
    public func catchUp(since moment: ContinuousClock.Instant) { change { $0.catchUp(since: moment) } }

    /// The server has only those of the sections that are for everybody: another one that nobody has looked at has failed
    /// with 404 from now on.
    public func note(served: Set<SectionID>) { change { $0.note(served: served) } }

    /// Looks at all sections for everybody, because only their answers tell which of them the server has. Never waits.
    public func showAll() { change { $0.show($0.unopened) } }

    /// What stands for the rows of `section` at the server, if they are still those of that version.
    public func validator(of id: SectionID, contentVersion: Int) -> String? {
        read { $0.entries[id] }.flatMap { $0.section.contentVersion == contentVersion ? $0.validator : nil }
    }

    /// Takes what the disk knows of the sections, so that the first screen has something to show: at least the first
    /// rows of each. Reads files, so it waits, but not long. Belongs before `run`.
    public func loadLastKnown() {
        guard let store else { return }
        for id in sections {
            guard let entry = read({ $0.entries[id] }), entry.isOpen, entry.definition.isKept,
                let snapshot = store.head(of: entry.definition)
            else { continue }
            change { $0.entries[id]?.takeLastKnown(snapshot) }
        }
    }

    /// Fetches whatever is asked for until its task is cancelled: first everything, and again, with growing
    /// pauses, while the server cannot be reached. One at a time: a second call returns at once.
    public func run() async {
        let (wakeUps, wakeUp) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        guard change({ $0.open(wakeUp) }) else { return }
        await withDiscardingTaskGroup { group in
            for await _ in wakeUps {
                for step in change({ $0.takeSteps() }) { group.addTask { await self.perform(step) } }
            }
        }
        change { $0.close() }
        saveOnLeaving()
    }

    func read<Value: Sendable>(_ value: (RepositoryState) -> Value) -> Value { state.withLockedValue { value($0) } }

    /// The one way in which anything changes: tells observers what did, and wakes whoever has to do something now.
    @discardableResult
    func change<Value: Sendable>(_ body: (inout RepositoryState) -> Value) -> Value {
        let (value, before, after) = state.withLockedValue { state in
            let before = state
            let value = body(&state)
            return (value, before, state)
        }
        // Rows that were replaced are freed with `before`: here, where nobody waits for the lock.
        let changes = after.changes(since: before)
        for section in changes.sections {
            NotificationCenter.default.post(SectionDidChange(section: section), subject: self)
        }
        if changes.connection { NotificationCenter.default.post(ConnectionDidChange(), subject: self) }
        if after.hasSteps { after.wakeUp?.yield() }
        return value
    }
}
