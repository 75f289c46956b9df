import Domain
import Platform
import Storage

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
