import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform
import ShopClient

/// A queue of events from outside the terminal's thread, which the loop takes in order.
///
/// Its size is bounded: of items with the same key only the latest is kept, so a section that changed a thousand times
/// is queued once. Items without a key are results of requests, whose number the requesting side bounds.
final class Inbox: Sendable {
    enum Item: Sendable {
        /// A section changed; the receiver reads its current value.
        case section(SectionID)
        case connection
        /// The state of wanted pictures changed.
        case pictures
        /// No input may have come for a while.
        case rest
        /// A timer fired. `start` is the number of the start that it belongs to.
        case timer(TimerID, start: Int)
        /// A result of a request of that counter, or an event that its service reported unasked.
        case event(CounterID, any CounterEvent)
        /// This is the first visit.
        case firstVisit
        /// Data that cannot be saved on this device.
        case started([StartNote])
        /// The settings changed or have problems.
        case settings(SettingsUpdate)
        /// The shop cannot be shown and has to close.
        case end

        /// The key of an item, which replaces an earlier item with the same key; `nil` if it replaces none.
        fileprivate var key: Key? {
            switch self {
            case .section(let id): .section(id)
            case .connection: .connection
            case .pictures: .pictures
            case .rest: .rest
            case .timer(let timer, _): .timer(timer)
            case .event(let counter, let event): event.replacementKey.map { .event(counter, $0) }
            case .firstVisit: .firstVisit
            case .started: .started
            case .settings: .settings
            case .end: .end
            }
        }
    }

    fileprivate enum Key: Hashable {
        case section(SectionID), timer(TimerID), event(CounterID, String)
        case connection, pictures, rest, firstVisit, started, settings, end
    }

    private let items = NIOLockedValueBox<[(key: Key?, item: Item)]>([])
    private let wake: @Sendable () -> Void

    /// Creates an empty inbox. `wake` wakes the loop and is called after each `put(_:)`.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Appends `item` and removes an earlier item with the same key.
    func put(_ item: Item) {
        let key = item.key
        items.withLockedValue { items in
            if let key { items.removeAll { $0.key == key } }
            items.append((key, item))
        }
        wake()
    }

    func drain() -> [Item] {
        items.withLockedValue { items in
            defer { items = [] }
            return items.map(\.item)
        }
    }
}

/// The number of messages that wait for an observer. It is never reached: messages are taken as they come.
private let maxMessages = 1_024

extension NotificationCenter.AsyncMessage where Subject: AnyObject & Sendable {
    /// Calls `each` for every message of `subject`, until the returned task is cancelled. Calls `first` once none is missed
    /// any more.
    ///
    /// Nothing may wait for that task: a sequence of messages that is cancelled between two of them never returns, because
    /// its cancellation handler runs before there is anything to end.
    public static func observe(
        _ subject: Subject, first: @escaping @Sendable () -> Void = {}, each: @escaping @Sendable (Self) -> Void
    ) -> Task<Void, Never> {
        Task(executorPreference: TaskThreadPool.shared) {
            var messages = NotificationCenter.default
                .messages(of: subject, for: Self.self, bufferSize: maxMessages).makeAsyncIterator()
            first()
            while let message = await messages.next(isolation: #isolation) { each(message) }
        }
    }
}

/// Runs the asynchronous work of effects as child tasks of the loop. For each key only the newest job runs. When
/// `run()` ends, all jobs are cancelled, but a lasting one is begun in any case.
final class EffectTasks: Sendable {
    struct Key: Hashable, Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private struct Job: Sendable {
        let cancellation = CancellationHandle()
        let work: @Sendable () async -> Void
    }

    private struct State {
        var latest: [Key: Job] = [:]
        /// The number of starts and cancellations per key.
        var starts: [Key: Int] = [:]
        var unstarted: Set<Key> = []
        /// Jobs without a key, which are never replaced.
        var unstartedLasting: [Job] = []

        /// Cancels the running or unstarted job of that key. Returns the number of the next start.
        mutating func end(_ key: Key) -> Int {
            latest.removeValue(forKey: key)?.cancellation.cancel()
            unstarted.remove(key)
            let start = starts[key, default: 0] + 1
            starts[key] = start
            return start
        }
    }

    private let state = NIOLockedValueBox(State())
    private let steps = StepRunner()

    /// Runs `work` outside the main loop and calls `tell` with its result. The previous job of the same key is
    /// cancelled, and its result is dropped from here on. Never blocks.
    func start<Value: Sendable>(
        _ key: Key, work: @escaping @Sendable () async -> Value?, telling tell: @escaping @Sendable (Value) -> Void
    ) {
        state.withLockedValue { state in
            let start = state.end(key)
            state.latest[key] = Job { [weak self] in
                guard let value = await work() else { return }
                self?.runIfLatest(key, start) { tell(value) }
            }
            state.unstarted.insert(key)
        }
        steps.wake()
    }

    /// Calls `tell` only for the latest start. The lock is held meanwhile: otherwise the result of an earlier job could
    /// be delivered after that of a later one and be taken for the current state.
    private func runIfLatest(_ key: Key, _ start: Int, _ tell: () -> Void) {
        state.withLockedValue { if $0.starts[key] == start { tell() } }
    }

    /// Runs `work` outside the main loop; no later job replaces it. Never blocks.
    func start(lasting work: @escaping @Sendable () async -> Void) {
        state.withLockedValue { $0.unstartedLasting.append(Job(work: work)) }
        steps.wake()
    }

    /// Cancels the running or unstarted job of that key. Never blocks.
    func cancel(_ key: Key) {
        state.withLockedValue { _ = $0.end(key) }
    }

    /// Runs jobs until its task is cancelled. The lasting ones that have not begun by then, as when the guest changes
    /// something and quits at once, are run as cancelled ones: what waits for a server ends soon.
    func run() async {
        await steps.run {
            dequeueUnstarted()
        } perform: {
            await $0.cancellation.run($0.work)
        }
        for job in dequeueLasting() { await job.work() }
    }

    private func dequeueUnstarted() -> [Job] {
        state.withLockedValue { state in
            defer { (state.unstarted, state.unstartedLasting) = ([], []) }
            return state.unstarted.compactMap { state.latest[$0] } + state.unstartedLasting
        }
    }

    private func dequeueLasting() -> [Job] {
        state.withLockedValue { state in
            defer { state.unstartedLasting = [] }
            return state.unstartedLasting
        }
    }
}
