import Foundation
import Platform

/// Notices when the shop's files change: modules serve what they say now, and the operator is told what is wrong with
/// them.
struct ResourceWatch: Sendable {
    let resources: URL
    let modules: [any ServerModule]
    /// Signalled when modules may show something else.
    let newContents: WakeUpSignal
    /// Told what is found that was not told before; `nil` where nobody wants to know.
    let onFindings: (@Sendable (CheckReport) -> Void)?

    /// Files often change several times in a row, and are not whole in between.
    private static let settling = Duration.milliseconds(50)
    /// When all files are looked at without a change: one may have changed between its reading and the start of the watch.
    /// Reading everything again takes as long as a start does, so the first guests are served before it.
    private static let firstLook = Duration.seconds(1)

    /// Watches until cancelled.
    func run() async {
        let changes = WakeUpSignal()
        let directories = modules.flatMap { type(of: $0).directories }
        let places = (directories + ["."]).map { FileWatch.Place.content(of: resources.appending(path: $0).path) }
        let watch = FileWatch(places) { changes.signal() }
        let firstLook = OneShotTimer(after: ResourceWatch.firstLook) { changes.signal() }
        defer {
            watch.cancel()
            firstLook.cancel()
        }
        var (seen, told): ([String: FileStamp]?, Set<Finding>) = (nil, [])
        while !Task.isCancelled {
            await changes.wait()
            try? await OneShotTimer.sleep(for: ResourceWatch.settling)
            let stamps = stamps(in: directories)
            guard stamps != seen, !Task.isCancelled else { continue }
            seen = stamps
            for module in modules { module.reload() }
            newContents.signal()
            told = tell(except: told)
        }
    }

    /// Returns everything that is found now.
    private func tell(except told: Set<Finding>) -> Set<Finding> {
        guard let onFindings else { return [] }
        let report = ResourceCheck.report(on: resources, of: modules.map { type(of: $0) })
        let news = report.without(told)
        if !news.findings.isEmpty { onFindings(news) }
        return Set(report.findings)
    }

    /// What the system says of all files right in those directories. Other files, such as a database, may lie beside them.
    private func stamps(in directories: [String]) -> [String: FileStamp] {
        var stamps: [String: FileStamp] = [:]
        for directory in directories {
            let path = resources.appending(path: directory).path
            for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
                stamps["\(directory)/\(name)"] = FileStamp(of: "\(path)/\(name)")
            }
        }
        return stamps
    }
}
