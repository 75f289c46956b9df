import Domain
import Foundation
import TerminalText

/// The sentences about printers, in both languages.
public struct PrinterTexts: Sendable {
    private let language: Language
    private let zone: TimeZone

    public init(_ language: Language, zone: TimeZone = .current) { (self.language, self.zone) = (language, zone) }

    private func say(_ korean: String, _ english: String) -> String { language.say(korean, english) }

    /// Describes the state of a printer without a full stop: "주방 프린터: 용지가 없습니다, 11-26 11:32부터, 3장 대기".
    public func state(_ printer: PrinterState) -> String {
        let since = printer.since.map { $0.moment(in: zone) }.map { say("\($0)부터", "since \($0)") }
        let waiting = printer.waiting > 0 ? say("\(printer.waiting)장 대기", "\(printer.waiting) waiting") : nil
        let unseen = say("용지 상태는 알 수 없습니다", "it does not tell whether it has paper")
        let state = printer.problem.map(reason) ?? (printer.answers ? say("정상", "works") : unseen)
        let name = say("\(printer.name) 프린터", "Printer \(printer.name)")
        return "\(name): " + [state, since, waiting].compactMap(\.self).joined(separator: ", ")
    }

    public func reason(_ problem: PrinterProblem) -> String {
        switch problem {
        case .unreachable: say("연결할 수 없습니다", "it cannot be reached")
        case .outOfPaper: say("용지가 없습니다", "it is out of paper")
        case .offline: say("준비되지 않았습니다", "it is not ready")
        case .silent: say("응답하지 않습니다", "it does not answer any more")
        case .interrupted: say("인쇄가 끊겼습니다", "printing broke off")
        }
    }

    func begins(_ name: String, _ problem: PrinterProblem) -> String {
        say(
            "\(name) 프린터: \(reason(problem)). 주문표는 기다렸다가 차례대로 인쇄합니다.",
            "Printer \(name): \(reason(problem)). Tickets wait, and are printed in their order.")
    }

    func ends(_ name: String) -> String { say("\(name) 프린터가 다시 인쇄합니다.", "Printer \(name) prints again.") }

    func replaced(_ count: Int, by name: String) -> String {
        say(
            "\(name) 프린터에 없는 글자 \(count)개를 비슷한 글자나 ?로 바꿨습니다.",
            "Characters that printer \(name) lacks, replaced by the closest form or ?: \(count).")
    }

    public var advice: String {
        say("프린터를 보고 banchan print --test로 시험해 주세요.", "See to the printer, and try it with banchan print --test.")
    }
}
