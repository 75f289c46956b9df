import Domain
import Foundation
import ShopClient

/// What guests are told of a shop that takes no orders now. It is made when the shop says so, and not for each frame.
struct ClosedShop: Hashable, Sendable {
    let status: ShopStatus
    let note: LocalizedText
    let sentence: LocalizedText

    /// Returns `nil` for a shop that takes orders.
    init?(_ status: ShopStatus, at now: Date) {
        func text(_ text: (Language) -> String?) -> LocalizedText? {
            guard let korean = text(.korean), let english = text(.english) else { return nil }
            return LocalizedText(korean, english)
        }
        guard let note = text({ $0.briefly(status, at: now) }), let sentence = text({ $0.sentence(status, at: now) })
        else { return nil }
        (self.status, self.note, self.sentence) = (status, note, sentence)
    }
}

// Whether the shop takes orders, the keeper's pause, and the closings of the till.
extension OrdersCounter {
    mutating func learn(_ shop: PresentShop, _ shell: inout ShellContext) {
        profile = shop.profile
        shell.arrange(as: shop.profile.appearance)
        closed = ClosedShop(shop.status, at: shell.now)
        shell[OrderForm.self]?.update(shop.profile)
        markSoldOut(&shell)
        shell[OrderForm.self]?.closed = closed
        forgetExpiredHandover(at: shell.now)
    }

    var isPaused: Bool { closed?.status.pause != nil }

    /// Asks until when the shop is paused and why, or whether its pause ends.
    func askToPause(_ shell: inout ShellContext) {
        if let closed, isPaused {
            shell.ask(ResumeQuestion(sentence: closed.sentence), isYes: true)
        } else {
            shell[PauseForm.self] = PauseForm(zone: zone)
        }
    }

    /// Requests a pause, or its end, but not while another one is pending.
    mutating func set(_ pause: ShopPause?, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard pausing == nil else {
            shell.show(.isUnderway)
            return []
        }
        // Under its former key it would have no effect after another one.
        unansweredPauses.removeAll { $0.pause != pause }
        let unanswered = unansweredPauses.take(at: shell.now) { $0.pause == pause }
        let draft = unanswered ?? PauseDraft(key: shell.nextRequestKey(), pause: pause)
        pausing = draft
        return [.pause(draft)]
    }

    /// Reports the result. If the form is still open, it shows a failure.
    mutating func finish(_ report: PauseReport, _ shell: inout ShellContext) -> [OrdersRequest] {
        pausing = nil
        switch report.outcome {
        case .unanswered: unansweredPauses.keep(report.draft, at: shell.now)
        case .refused(let status): unansweredPauses.end(report.draft, refusedWith: status, at: shell.now)
        case .set: unansweredPauses.end(report.draft, at: shell.now)
        }
        if shell[PauseForm.self]?.isSending == true {
            guard report.outcome.isDone else {
                shell[PauseForm.self]?.fail(report.outcome)
                return []
            }
            shell.close(PauseForm.self)
        }
        shell.queue(.paused(report))
        // A server that does not report changes does not say so by itself.
        return report.outcome.isDone ? [.fetchProfile] : []
    }

    /// Requests the closing of that number, if it is known, with the cash that was counted, but not while another one is
    /// pending. One that was not answered is requested again, unless it has turned out to be made: then another is next.
    mutating func close(_ number: Int?, cash: Won?, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard closing == nil else {
            shell.show(.isUnderway)
            return []
        }
        let unanswered = unansweredClosing.flatMap { ($0.draft.cash, $0.number) == (cash, number) ? $0.draft : nil }
        let draft = unanswered ?? ClosingDraft(key: shell.nextRequestKey(), cash: cash)
        (closing, unansweredClosing) = ((draft, number), nil)
        return [.close(draft)]
    }

    /// Shows the closing on the page of reports, or why there is none: in its form, or as a toast if that was left.
    mutating func finish(_ report: ClosingReport, _ shell: inout ShellContext) -> [OrdersRequest] {
        if case .unanswered = report.outcome { unansweredClosing = closing }
        closing = nil
        guard case .closed(let closing) = report.outcome else {
            if shell[ClosingForm.self]?.isSending == true {
                shell[ClosingForm.self]?.fail(report.outcome)
            } else {
                shell.queue(.notClosed(report.outcome))
            }
            return []
        }
        shell.close(ClosingForm.self)
        shell.queue(.closed(closing))
        return shell[ReportPage.self]?.show(closing) ?? []
    }
}

extension Command {
    /// `pauseShop` while the shop is paused.
    fileprivate static let resumeShop = Command(
        pauseShop.name, help: ("다시 주문 받기", "take orders again"), hint: ("다시 받기", "resume"))
}

extension KeyTable {
    /// This table with the key that pauses a shop saying that it ends the pause.
    var resuming: KeyTable {
        KeyTable(map { $0.command == .pauseShop ? KeyBinding(.resumeShop, keys: $0.keys, hint: $0.hint) : $0 })
    }
}

extension Toast {
    fileprivate static func paused(_ report: PauseReport) -> Toast {
        Toast(
            .init(isDone: report.outcome.isDone), Localized { [$0.orders.report(report)] }, topic: Topic(name: "pause"))
    }
}

// The strings for the pause.
extension OrdersTexts {
    var pauseTitle: String { say("주문 받기", "Taking orders") }
    var askPause: String {
        say("손님의 주문을 잠시 받지 않습니다. 음료 자판기는 계속 팝니다.", "Guests cannot order meanwhile. The drinks machine goes on.")
    }
    var pausedUntil: String { say("언제까지", "Until") }
    var pauseReason: String { say("이유", "Reason") }
    var pause: String { say("멈추기", "Pause") }
    var keepTaking: String { say("계속 받기", "Do not pause") }
    var askResume: String { say("다시 주문을 받을까요?", "Take orders again?") }
    var resume: String { say("다시 받기", "Take orders") }
    var stayPaused: String { say("그대로 두기", "Stay paused") }

    func problem(_ problem: PauseProblem) -> String {
        switch problem {
        case .time: words.order.problem(.invalidTime)
        case .tooLong(let excess): words.order.problem(.tooLong(by: excess))
        }
    }

    func report(_ report: PauseReport) -> String {
        guard case .set(let status) = report.outcome else { return failed(report.outcome) }
        if report.draft.pause == nil { return say("다시 주문을 받습니다.", "The shop takes orders again.") }
        return status.flatMap { words.language.sentence($0) } ?? say("주문을 받지 않습니다.", "The shop is paused.")
    }

    func failed(_ outcome: PauseOutcome) -> String {
        switch outcome {
        case .set: ""
        case .refused(401), .refused(403):
            say("가게 주인만 멈출 수 있습니다.", "Only the keeper of the shop can pause it.")
        case .refused(400): say("앞으로 30일 안의 시각이어야 합니다.", "It has to be a time within 30 days.")
        case .refused(let status):
            say("서버가 \("\(status)".with(.direction)) 거절했습니다.", "The server refused with status \(status).")
        case .unanswered(let failure):
            say(
                "\(words.language.unanswered(failure)) 바뀌었는지 모릅니다. 다시 눌러 주세요.",
                "\(words.language.unanswered(failure)): nobody knows whether it changed. Please try again.")
        }
    }
}
