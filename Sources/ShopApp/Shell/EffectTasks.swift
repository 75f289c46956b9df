import NIOConcurrencyHelpers
import ShopClient

/// Work that effects ask for, as child tasks of the loop: of each kind one at a time, the newest. Leaving cancels all.
final class EffectTasks: Sendable {
    enum Kind: Hashable, Sendable {
        /// Fetches the page of a dish.
        case detail
        /// Has a juice made.
        case juice
        /// Changes the stock.
        case stock
        /// Has something done at the drinks machine, or looks at it.
        case drinkWish, drinksMachine, drinksAdmin
        case phoneBook(ContactsRequest.Kind)
    }

    private struct Job: Sendable {
        let interruption = Interruption()
        let work: @Sendable () async -> Void
    }

    private struct State {
        var latest: [Kind: Job] = [:]
        var unstarted: Set<Kind> = []
        /// Work that nothing takes the place of.
        var unstartedLasting: [Job] = []
    }

    private let state = NIOLockedValueBox(State())
    private let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    init() { (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Has `work` done beside the loop; what is under way of that kind is cancelled. Never waits.
    func start(_ kind: Kind, work: @escaping @Sendable () async -> Void) {
        state.withLockedValue { state in
            state.latest[kind]?.interruption.interrupt()
            state.latest[kind] = Job(work: work)
            state.unstarted.insert(kind)
        }
        bell.yield()
    }

    /// Has `work` done beside the loop, whatever else is begun later. Never waits.
    func start(lasting work: @escaping @Sendable () async -> Void) {
        state.withLockedValue { $0.unstartedLasting.append(Job(work: work)) }
        bell.yield()
    }

    /// Cancels what is under way of that kind, or was about to begin. Never waits.
    func cancel(_ kind: Kind) {
        state.withLockedValue { state in
            state.latest.removeValue(forKey: kind)?.interruption.interrupt()
            state.unstarted.remove(kind)
        }
    }

    /// Does what is asked for until its task is cancelled. Only once.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await _ in rings {
                for job in takeUnstarted() {
                    group.addTask { await job.interruption.run(job.work) }
                }
            }
            group.cancelAll()
        }
    }

    private func takeUnstarted() -> [Job] {
        state.withLockedValue { state in
            defer { (state.unstarted, state.unstartedLasting) = ([], []) }
            return state.unstarted.compactMap { state.latest[$0] } + state.unstartedLasting
        }
    }
}
