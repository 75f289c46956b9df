import Platform
import Storage

/// Reports once when the store has a problem and once when it has recovered, and probes the store in between. Sleeps
/// while the store works.
struct StoreMonitor: Sendable {
    let store: any Store
    let onProblem: @Sendable (ShopServerError) -> Void
    private let wakeUp = WakeUpSignal()

    /// The delay between two probes.
    private static let pause = Duration.milliseconds(500)

    init(store: any Store, onProblem: @escaping @Sendable (ShopServerError) -> Void) {
        self.store = store
        self.onProblem = onProblem
    }

    /// Runs until cancelled.
    func run() async {
        store.watchTrouble { [onProblem, wakeUp] trouble in
            onProblem(trouble.map { .storeTrouble($0) } ?? .storeIsBack)
            wakeUp.signal()
        }
        while !Task.isCancelled {
            await wakeUp.wait()
            while !Task.isCancelled, await store.examine() != nil {
                try? await OneShotTimer.sleep(for: StoreMonitor.pause)
            }
        }
    }
}
