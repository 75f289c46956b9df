import Foundation
import Platform

/// Watches the shop's files: when they change, reloads the modules and reports new problems to the operator.
struct ResourceWatch: Sendable {
    let resources: URL
    let modules: [any ServerModule]
    /// The files directly in the shop's resources that it was opened with.
    let known: Set<String>
    /// Emptied when files changed, and again when they have been read.
    let cache: ResponseCache
    /// Updated by each check.
    let problems: FileProblems
    /// Signalled when the contents of modules may have changed.
    let newContents: WakeUpSignal
    /// Called with findings that were not reported before; `nil` if findings are not reported.
    let onFindings: (@Sendable (CheckReport) -> Void)?
    /// Called once if the system can watch no more files, so that they are looked at every few seconds.
    let onLimit: @Sendable () -> Void

    private let inspector = PictureInspector()

    /// The debounce delay: files often change several times in a row and are incomplete in between.
    private static let settling = Duration.milliseconds(50)
    /// The delay of the first check, which finds files that changed between their reading and the start of the watch. It
    /// reads all files again, so the first guests are served before it.
    private static let firstLook = Duration.seconds(1)

    /// Runs until cancelled.
    func run() async {
        let changes = WakeUpSignal()
        let directories = modules.flatMap { type(of: $0).directories }
        let targets = (directories + ["."]).map { FileWatch.Target.content(of: resources.appending(path: $0).path) }
        let watch = FileWatch(targets, onLimit: onLimit) { [cache] in
            cache.empty()
            changes.signal()
        }
        let firstLook = OneShotTimer(after: ResourceWatch.firstLook) { changes.signal() }
        defer {
            watch.cancel()
            firstLook.cancel()
        }
        var (seen, told, known): ([String: FileStamp]?, Set<Finding>, _) = (nil, [], known)
        while !Task.isCancelled {
            await changes.wait()
            try? await OneShotTimer.sleep(for: ResourceWatch.settling)
            let stamps = stamps(in: directories)
            guard stamps != seen, !Task.isCancelled else { continue }
            seen = stamps
            known.formUnion(modules.flatMap { type(of: $0).files }.filter { stamps[$0] != nil })
            for module in modules { module.reload() }
            cache.empty()
            newContents.signal()
            told = await report(except: told, known: known)
        }
    }

    /// Reports the findings that are not in `reported`. Returns all current findings.
    private func report(except reported: Set<Finding>, known: Set<String>) async -> Set<Finding> {
        guard let onFindings else { return [] }
        var report = ResourceCheck.report(
            on: resources, of: modules.map { type(of: $0) }, inspector: inspector, known: known)
        for module in modules { for finding in await module.findings() { report.add(finding) } }
        problems.update(report)
        newContents.signal()
        var newFindings = report.without(reported)
        for file in repaired(reported, report) {
            newFindings.add(Finding(severity: .note, file: file, position: nil, text: .validAgain))
        }
        if !newFindings.findings.isEmpty { onFindings(newFindings) }
        return Set(report.findings)
    }

    /// Returns the files of which a problem was reported and that have none any more, unless they are gone.
    private func repaired(_ reported: Set<Finding>, _ report: CheckReport) -> [String] {
        let broken = Set(report.findings.filter { $0.severity == .problem }.map(\.file))
        let before = Set(reported.filter { $0.severity == .problem }.map(\.file))
        return before.subtracting(broken).sorted().filter { FileStamp(of: resources.appending(path: $0).path) != nil }
    }

    /// Returns the metadata of all files directly in those directories and of the modules' files next to them. Others
    /// there, such as a database, are ignored.
    private func stamps(in directories: [String]) -> [String: FileStamp] {
        var stamps: [String: FileStamp] = [:]
        for name in modules.flatMap({ type(of: $0).files }) {
            stamps[name] = FileStamp(of: resources.appending(path: name).path)
        }
        for directory in directories {
            let path = resources.appending(path: directory).path
            for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
                stamps["\(directory)/\(name)"] = FileStamp(of: "\(path)/\(name)")
            }
        }
        return stamps
    }
}
