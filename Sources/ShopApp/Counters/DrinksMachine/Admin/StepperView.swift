import Canvas
import Domain
import TerminalText

/// The editor of one drink's stock: the number to be, and the same as a bar.
struct StepperView {
    let words: Words
    let layout: ListLayout

    private static let digits = 4
    private static let hint = "- +"
    private static let widestBar = 25
    private static let mostNoticeLines = 2

    func panel(_ stepper: StepperState, spinner: String) -> Panel { modal(stepper, spinner).panel }

    /// At the end of the number.
    func cursor(_ stepper: StepperState) -> Point {
        modal(stepper, "").point(ofRow: 0, column: min(stepper.field.text.columns, StepperView.digits - 1))
    }

    private func modal(_ stepper: StepperState, _ spinner: String) -> Modal {
        let notice = stepper.notice.map { notice in
            [.space]
                + words.drinks.notice(notice).wrapped(
                    columns: Modal.textColumns(in: layout), limit: StepperView.mostNoticeLines
                ).map { line in ModalRow { $0.left(line, Style(.bad)) } }
        }
        return Modal(
            layout: layout, region: Region("stepper"), title: stepper.drink.name.string,
            rows: [ModalRow { addField(stepper, &$0) }] + (notice ?? []) + [
                .space, ModalRow(weight: .useful) { addState(stepper, spinner, &$0) },
            ])
    }

    private func addField(_ stepper: StepperState, _ line: inout LineBuilder) {
        if stepper.field.value != stepper.drink.count {
            line.right(words.juice.before(stepper.drink.count), .dim, gap: 1)
        }
        let text = stepper.field.text
        let blanks = String(repeating: " ", count: max(0, StepperView.digits - text.columns))
        line.left(text + blanks, Style(.standard, stepper.isSending ? .underline : [.bold, .underline]), gap: 2)
        line.left(StepperView.hint, .dim, gap: 2)
        StockBar(count: stepper.field.value ?? 0, columns: min(line.room, StepperView.widestBar)).add(to: &line)
    }

    private func addState(_ stepper: StepperState, _ spinner: String, _ line: inout LineBuilder) {
        guard stepper.isSending else { return line.left(words.drinks.range, .dim) }
        line.left(spinner, Style(.accent), gap: 1)
        line.left(words.juice.sending, .dim)
    }
}
