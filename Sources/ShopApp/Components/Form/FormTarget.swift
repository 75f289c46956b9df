import Canvas
import TerminalText

/// The target of a click on a form.
enum FormTarget<Stop: Hashable & Sendable>: ClickTarget {
    /// Focuses a field.
    case field(Stop)
    /// Focuses a text field that is `columns` wide, and puts the caret where the click was.
    case text(Stop, columns: Int)
    /// Changes a number by the given number of steps.
    case step(Stop, Int)
    case button(Stop)

    var stop: Stop {
        switch self {
        case .field(let stop), .text(let stop, _), .step(let stop, _), .button(let stop): stop
        }
    }
}

extension LineBuilder {
    /// Adds the keys that change the number of a field; both can be clicked.
    mutating func steps<Stop: Hashable & Sendable>(_ stop: Stop, gap: Int = 0) {
        let hint = FormMetrics.stepHint
        left(hint, .dim, gap: gap)
        if line.spans.last?.text == hint { addStepZones(stop) }
    }

    /// Adds the same keys at the right end if at least `room` columns remain free beside them.
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
