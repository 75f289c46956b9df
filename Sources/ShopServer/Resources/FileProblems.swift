import Domain
import NIOConcurrencyHelpers

/// The shop's files that have problems, as the latest check found them: as many as its report keeps.
final class FileProblems: Sendable {
    private let state = NIOLockedValueBox<[FileProblem]?>(nil)

    /// The files, those found by the latest check first, in the order in which they are checked; `nil` before the first
    /// check.
    var all: [FileProblem]? { state.withLockedValue(\.self) }

    func update(_ report: CheckReport) {
        let all = FileProblems.list(report)
        state.withLockedValue { known in
            let before = Set((known ?? []).map(\.file))
            let (old, new) = (all.filter { before.contains($0.file) }, all.filter { !before.contains($0.file) })
            known = new + old
        }
    }

    private static func list(_ report: CheckReport) -> [FileProblem] {
        let problems = report.findings.filter { $0.severity == .problem }
        let byFile = Dictionary(grouping: problems, by: \.file)
        var listed: Set<String> = []
        return problems.filter { listed.insert($0.file).inserted }.map { first in
            FileProblem(
                file: first.file, line: first.position?.line, korean: first.text.korean, english: first.text.english,
                count: byFile[first.file]?.count ?? 1)
        }
    }
}
