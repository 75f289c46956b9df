import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

/// A problem of a field of the form.
enum PauseProblem: Hashable, Sendable {
    case time
    case tooLong(by: Int)
}

/// The keeper's form that pauses the shop: until when, and why, both of which may stay empty.
struct PauseForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable { case until, reason, confirm, leave }

    /// The shop's zone.
    let zone: TimeZone
    var form = Form<Stop, PauseProblem, PauseOutcome>(
        [(.until, .text(TextField())), (.reason, .text(TextField())), (.confirm, .button), (.leave, .button)],
        focus: .until)

    init(zone: TimeZone) { self.zone = zone }

    /// Returns the pause. Returns `nil` and shows the problems if the input is not valid.
    fileprivate mutating func confirmed(at now: Date) -> ShopPause? {
        let (text, reason) = (form.text(.until).value.string, form.text(.reason).value)
        let until = text.isEmpty ? nil : WantedTime.date(text, after: now, in: zone, countsPresentMinute: false)
        let excess = reason.string.count - ShopPause.maxReasonLength
        var problems: [Stop: PauseProblem] = [:]
        if !text.isEmpty, until == nil { problems[.until] = .time }
        if excess > 0 { problems[.reason] = .tooLong(by: excess) }
        guard !form.show(problems) else { return nil }
        return ShopPause(reason: reason, until: until.map { ZonedTime($0, in: zone) })
    }

    /// Shows why the shop is not paused.
    mutating func fail(_ outcome: PauseOutcome) {
        form.isSending = false
        form.notice = outcome
    }
}

extension PauseForm: FormLayer {
    typealias Owner = OrdersCounter

    var keyTable: KeyTable { isSending ? .sending : form.isInText ? .text : .buttons }

    /// Pauses the shop. The form closes once the shop has stored it.
    mutating func submit(_ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard focus == .confirm else { return leave(&orders, &shell) }
        guard let pause = confirmed(at: shell.now) else { return [] }
        let requests = orders.set(pause, &shell)
        form.isSending = !requests.isEmpty
        form.notice = nil
        return requests
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        typealias View = FormView<Stop, PauseProblem, PauseOutcome>
        let texts = words.orders
        let labels = max(texts.pausedUntil.columns, texts.pauseReason.columns) + 2
        let view = View(form: form, layout: context.layout, labels: labels, spinner: context.spinner)
        func problem(_ stop: Stop) -> [View.Row] { view.problem(stop, indent: 0) { texts.problem($0) } }
        let sentence = ModalRow.sentence(texts.askPause, .plain, .useful, in: context.layout).map { View.Row(row: $0) }
        let fields =
            [view.text(texts.pausedUntil, .until)] + problem(.until) + [view.text(texts.pauseReason, .reason)]
            + problem(.reason)
        let buttons = view.buttons([(.confirm, texts.pause), (.leave, texts.keepTaking)], sending: texts.moving)
        return view.picture(
            Region("pause"), title: texts.pauseTitle,
            sentence + [.space] + fields + view.notice { texts.failed($0) } + [.space, buttons])
    }
}

/// The question asked before a pause is ended.
struct ResumeQuestion: Question {
    typealias Owner = OrdersCounter

    /// What guests are told of the pause.
    let sentence: LocalizedText

    func title(_ words: Words) -> String { words.orders.pauseTitle }

    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow] {
        ModalRow.sentence(sentence[words.language], .plain, .useful, in: layout)
            + ModalRow.sentence(words.orders.askResume, in: layout)
    }

    func answers(_ words: Words) -> [String] { [words.orders.resume, words.orders.stayPaused] }

    func answer(isYes: Bool, _ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        isYes ? orders.set(nil, &shell) : []
    }
}
