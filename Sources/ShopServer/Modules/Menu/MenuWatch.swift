import Domain
import Foundation
import Platform

/// Notices when the menu's files change, and serves what they say now.
struct MenuWatch: Sendable {
    let resources: URL
    let menu: LiveMenu
    /// Signalled when the menu is another one.
    let newContents: WakeUpSignal
    /// Told once of each file that cannot be served: then what was last good stays.
    let onProblem: @Sendable (ShopServerError) -> Void

    /// Files often change several times in a row, and are not whole in between.
    private static let settling = Duration.milliseconds(50)

    /// Watches until cancelled.
    func run() async {
        let changes = WakeUpSignal()
        let places = ["menu", "."].map { FileWatch.Place.content(of: resources.appending(path: $0).path) }
        let watch = FileWatch(places) { changes.signal() }
        defer { watch?.cancel() }
        var problems: [SectionID: ShopServerError] = [:]
        // Looked at once in any case: a file may have changed between its reading and now.
        changes.signal()
        while !Task.isCancelled {
            await changes.wait()
            try? await OneShotTimer.sleep(for: MenuWatch.settling)
            problems = reread(problemsBefore: problems)
            newContents.signal()
        }
    }

    private func reread(problemsBefore: [SectionID: ShopServerError]) -> [SectionID: ShopServerError] {
        let (files, problems) = menu.files.reread(resources: resources)
        menu.files = files
        for (section, problem) in problems where problemsBefore[section] != problem { onProblem(problem) }
        return problems
    }
}
