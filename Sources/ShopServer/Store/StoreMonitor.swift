import Platform
import Storage

/// Tells of the store's trouble once when it begins and once when it is over, and has it looked at in between. While
/// nothing is wrong it sleeps.
struct StoreMonitor: Sendable {
    let store: any Store
    let onProblem: @Sendable (ShopServerError) -> Void
    private let wakeUp = WakeUpSignal()

    /// Between two attempts to use it again.
    private static let pause = Duration.milliseconds(500)

    init(store: any Store, onProblem: @escaping @Sendable (ShopServerError) -> Void) {
        self.store = store
        self.onProblem = onProblem
    }

    /// Works until cancelled.
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
