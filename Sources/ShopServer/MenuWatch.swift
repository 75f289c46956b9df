import Domain
import Foundation
import Platform
import Storage

/// Notices when the menu's files change, serves what they say now, and has it noted.
struct MenuWatch: Sendable {
    let resources: URL
    let menu: LiveMenu
    /// What other sections show now.
    let otherContents: @Sendable () -> [SectionID: String]
    /// How long it is until they show something else though nothing happens; `nil` where they do not.
    let nextChange: @Sendable () -> Duration?
    /// `nil` where nobody is told of changes.
    let ledger: (any Ledger)?
    /// Told once of each file that cannot be served: then what was last good stays.
    let onProblem: @Sendable (ShopServerError) -> Void
    private let wakeUp = WakeUpSignal()

    /// Files often change several times in a row, and are not whole in between.
    private static let settling = Duration.milliseconds(50)
    /// Between two attempts to have it noted.
    private static let pauseAfterFailure = Duration.seconds(1)

    init(
        resources: URL, menu: LiveMenu, otherContents: @escaping @Sendable () -> [SectionID: String],
        nextChange: @escaping @Sendable () -> Duration?, ledger: (any Ledger)?,
        onProblem: @escaping @Sendable (ShopServerError) -> Void
    ) {
        self.resources = resources
        self.menu = menu
        self.otherContents = otherContents
        self.nextChange = nextChange
        self.ledger = ledger
        self.onProblem = onProblem
    }

    /// Watches until cancelled.
    func run() async {
        let places = ["menu", "."].map { FileWatch.Place.content(of: resources.appending(path: $0).path) }
        let watch = FileWatch(places) { [wakeUp] in wakeUp.signal() }
        defer { watch?.cancel() }
        var problems: [SectionID: ShopServerError] = [:]
        // Looked at once in any case: a file may have changed between its reading and now.
        wakeUp.signal()
        while !Task.isCancelled {
            await wakeUp.wait(upTo: nextChange())
            try? await OneShotTimer.sleep(for: MenuWatch.settling)
            problems = reread(problemsBefore: problems)
            await note()
        }
    }

    private func reread(problemsBefore: [SectionID: ShopServerError]) -> [SectionID: ShopServerError] {
        let (files, problems) = menu.files.reread(resources: resources)
        menu.files = files
        for (section, problem) in problems where problemsBefore[section] != problem { onProblem(problem) }
        return problems
    }

    /// Has it noted what the sections show now, however long the ledger needs for that.
    private func note() async {
        guard let ledger else { return }
        let contents = menu.files.contents.merging(otherContents()) { $1 }
        while !Task.isCancelled {
            do {
                return try await ledger.note(contents)
            } catch {
                try? await OneShotTimer.sleep(for: MenuWatch.pauseAfterFailure)
            }
        }
    }
}
