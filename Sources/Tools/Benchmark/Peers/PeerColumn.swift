/// A column of the table: one metric, or two side by side.
struct PeerColumn: Sendable {
    let name: String
    let metrics: [PeerMetric]
    /// The step of the measurement that yields it.
    let step: String
    var hasRatio = true

    static let all = [
        PeerColumn(name: "first frame, ms", metrics: [.firstFrame], step: "start"),
        PeerColumn(name: "key at rest, ms", metrics: [.atRest, .lateAtRest], step: "keys at rest"),
        PeerColumn(name: "key that scrolls, ms", metrics: [.scrolling, .lateScrolling], step: "keys that scroll"),
        PeerColumn(name: "keys at once, ms", metrics: [.burst], step: "keys at once"),
        PeerColumn(
            name: "bytes a key, at rest / scrolling", metrics: [.bytesAtRest, .bytesScrolling], step: "keys at rest",
            hasRatio: false),
        PeerColumn(name: "reload, ms", metrics: [.reload], step: "reload", hasRatio: false),
        PeerColumn(name: "wake-ups a second", metrics: [.wakeUps], step: "idle", hasRatio: false),
        PeerColumn(name: "PSS, MiB", metrics: [.memory], step: "idle"),
    ]
}

/// The footnotes of a table of programs, numbered in order of appearance.
struct PeerNotes {
    private var texts: [String] = []

    init(_ programs: [PeersReport.Program]) {
        for program in programs {
            if !program.note.isEmpty { texts.append(PeerNotes.text(program.name, program.note)) }
            for step in ["start"] + PeerColumn.all.map(\.step) {
                guard let problem = PeerNotes.problem(program, step) else { continue }
                let text = PeerNotes.text(program.name, "\(step): \(problem)")
                if !texts.contains(text) { texts.append(text) }
            }
        }
    }

    var text: String { texts.enumerated().map { "(\($0 + 1)) \($1)" }.joined(separator: "\n") }

    func mark(of program: PeersReport.Program) -> String { mark(PeerNotes.text(program.name, program.note)) }

    /// Returns the mark of the note on a missing figure: the step itself failed, or the program did not start.
    func mark(of program: PeersReport.Program, _ step: String) -> String {
        for cause in [step, "start"] {
            guard let problem = PeerNotes.problem(program, cause) else { continue }
            return mark(PeerNotes.text(program.name, "\(cause): \(problem)"))
        }
        return ""
    }

    private func mark(_ text: String) -> String { texts.firstIndex(of: text).map { " (\($0 + 1))" } ?? "" }

    private static func text(_ name: String, _ text: String) -> String { "\(name): \(text)" }

    private static func problem(_ program: PeersReport.Program, _ step: String) -> String? {
        program.rounds.compactMap { $0.problems[step] }.first
    }
}
