import Domain
import Platform
import Storage

/// Gives sections new versions whose modules show something else beside what is in the store.
struct ContentMonitor: Sendable {
    let modules: [any ServerModule]
    let store: any Store
    let newContents: WakeUpSignal

    /// Between two attempts to note it.
    private static let pauseAfterFailure = Duration.seconds(1)

    /// Works until cancelled.
    func run() async {
        var noted: [SectionID: String]?
        while !Task.isCancelled {
            let contents = modules.reduce(into: [:]) { $0.merge($1.contents) { $1 } }
            if contents != noted { await note(contents) }
            noted = contents
            await newContents.wait(upTo: modules.compactMap(\.untilNewContents).min())
        }
    }

    /// Notes what the sections show now, however long the store needs for that.
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
