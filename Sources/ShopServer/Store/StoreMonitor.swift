import Domain
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

/// Gives a section a new version when the part of its content that is not in the store changes.
struct ContentMonitor: Sendable {
    let modules: [any ServerModule]
    let store: any Store
    let newContents: WakeUpSignal

    /// The delay between two attempts to write to the store.
    private static let pauseAfterFailure = Duration.seconds(1)

    /// Runs until cancelled.
    func run() async {
        var noted: [SectionID: String]?
        while !Task.isCancelled {
            let contents = modules.reduce(into: [:]) { $0.merge($1.contents) { $1 } }
            if contents != noted { await note(contents) }
            noted = contents
            await newContents.wait(upTo: modules.compactMap(\.timeUntilNewContents).min())
        }
    }

    /// Records the current contents in the store, retrying until it succeeds.
    private func note(_ contents: [SectionID: String]) async {
        while !Task.isCancelled {
            do {
                return try await store.note(contents)
            } catch {
                try? await OneShotTimer.sleep(for: ContentMonitor.pauseAfterFailure)
            }
        }
    }
}
