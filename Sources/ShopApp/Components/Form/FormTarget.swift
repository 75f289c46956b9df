import Canvas
import TerminalText

/// What a click on a form means.
enum FormTarget<Stop: Hashable & Sendable>: ClickTarget {
    /// Goes to that field.
    case field(Stop)
    /// Goes to that line of text, which is shown in so many columns, and puts the caret where the click was.
    case text(Stop, columns: Int)
    /// Changes that number by so many steps.
    case step(Stop, Int)
    case button(Stop)

    var stop: Stop {
        switch self {
        case .field(let stop), .text(let stop, _), .step(let stop, _), .button(let stop): stop
        }
    }
}

extension LineBuilder {
    /// The keys that change the number of a field, each of which clicks.
    mutating func steps<Stop: Hashable & Sendable>(_ stop: Stop, gap: Int = 0) {
        let hint = FormMetrics.stepHint
        left(hint, .dim, gap: gap)
        if line.spans.last?.text == hint { addStepZones(stop) }
    }

    /// The same at the right end, where `room` columns are left beside them.
    mutating func stepsAtRight<Stop: Hashable & Sendable>(_ stop: Stop, gap: Int, leaving room: Int) {
        let hint = FormMetrics.stepHint
        guard self.room >= room + gap + hint.columns, right(hint, .dim, gap: gap) else { return }
        addStepZones(stop)
    }

    private mutating func addStepZones<Stop: Hashable & Sendable>(_ stop: Stop) {
        let hint = FormMetrics.stepHint
        add([
            ClickZone(columns: 0..<1, target: FormTarget.step(stop, -1)),
            ClickZone(columns: (hint.count - 1)..<hint.count, target: FormTarget.step(stop, 1)),
        ])
    }
}
