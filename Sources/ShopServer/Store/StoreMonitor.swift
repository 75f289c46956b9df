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

/// Does what changes with the shop's files and days: gives a section a new version when the part of its content that is
/// not in the store changes, and erases what guests wrote when its time is over.
struct ContentMonitor: Sendable {
    let modules: [any ServerModule]
    let store: any Store
    let shop: LiveResource<ShopProfile>
    let days: ShopDays
    let newContents: WakeUpSignal

    /// The delay between two attempts to write to the store.
    private static let pauseAfterFailure = Duration.seconds(1)
    /// The delay before what could not be erased or stored is tried again.
    private static let pauseAfterUndone = Duration.seconds(60)

    /// Runs until cancelled.
    func run() async {
        var noted: [SectionID: String]?
        // An earlier run may have been killed after it had erased something.
        var mustClearLog = true
        while !Task.isCancelled {
            // Whatever cannot be read is as it was read last.
            let areNotedElsewhere = try? await store.read { [modules] store in
                try modules.map { try $0.prepareContents(from: store) }.contains(true)
            }
            // Before the contents: what becomes different while they are noted is looked at again at once.
            let (begun, next) = (ContinuousClock.now, timeUntilChange)
            let contents = modules.reduce(into: [:]) { $0.merge($1.contents) { $1 } }
            if contents != noted || areNotedElsewhere == true { await note(contents) }
            let isApplied = contents == noted ? true : await apply()
            if isApplied { noted = contents }
            let isErased = await eraseGuestData(&mustClearLog)
            let pause = isErased && isApplied ? next : min(next, ContentMonitor.pauseAfterUndone)
            await newContents.wait(upTo: max(pause - (.now - begun), .zero), byWallClock: true)
        }
    }

    /// The time until a content changes by itself, or the next business day begins.
    private var timeUntilChange: Duration {
        modules.compactMap(\.timeUntilNewContents).reduce(days.untilTomorrow, min)
    }

    /// Erases what is kept for longer than the shop says: data of orders that were finished on a day that is more than
    /// that many days past, also from the log of changes. Returns whether it worked.
    private func eraseGuestData(_ mustClearLog: inout Bool) async -> Bool {
        let calendar = days.calendar
        guard let today = calendar.day(of: days.clock()) else { return true }
        let day = today.adding(days: -shop.value.keepGuestDataDays)
        let count = try? await store.eraseGuestData(finishedBefore: day, in: calendar)
        // If it failed, it may have erased the data of some.
        if count != 0 { mustClearLog = true }
        if mustClearLog, await store.clearLog() { mustClearLog = false }
        return count != nil && !mustClearLog
    }

    /// Has the modules store what they remember of their files. Returns whether it worked.
    private func apply() async -> Bool {
        do {
            for module in modules { try await module.applyContents() }
            return true
        } catch {
            return false
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
