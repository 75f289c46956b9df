import Domain
import Foundation

/// The sentences about messages to the webhook, in both languages.
public struct MessageTexts: Sendable {
    private let language: Language
    private let zone: TimeZone

    public init(_ language: Language, zone: TimeZone = .current) { (self.language, self.zone) = (language, zone) }

    private func say(_ korean: String, _ english: String) -> String { language.say(korean, english) }

    /// Describes what is held up and since when, without a full stop: "웹훅 알림 2건이 11-26 11:32부터 …".
    public func backlog(_ backlog: OutboxBacklog) -> String {
        let (count, since) = (backlog.count, backlog.since.moment(in: zone))
        let messages = count == 1 ? "1 webhook message has" : "\(count) webhook messages have"
        let refused = backlog.refused
        return say(
            "웹훅 알림 \(count)건이 \(since)부터 전달되지 않았습니다" + (refused > 0 ? " (거절 \(refused)건)" : ""),
            "\(messages) not been delivered since \(since)" + (refused > 0 ? " (\(refused) refused)" : ""))
    }

    /// Describes that messages begin to be held up, and why.
    func begins(_ backlog: OutboxBacklog, _ failure: DeliveryFailure?) -> String {
        let reason = failure.map { ": \(self.failure($0))" } ?? ""
        return "\(self.backlog(backlog))\(reason). " + say("다른 알림은 계속 보냅니다. ", "Others are still sent. ")
            + command
    }

    /// Names the command that lists what is held up.
    public var command: String {
        say("목록은 banchan orders --undelivered로 볼 수 있습니다.", "To list them: banchan orders --undelivered")
    }

    public var ends: String { say("웹훅 알림이 모두 전달됐습니다.", "All webhook messages are delivered.") }

    /// Describes one message that is held up.
    public func state(_ order: UndeliveredOrder) -> String {
        let since = order.since.moment(in: zone)
        let subject = order.kind == .order ? "" : say("취소 알림, ", "cancellation, ")
        let state =
            order.isRefused ? say("거절됨", "refused") : say("\(since)부터 대기", "waiting since \(since)")
        return subject + state + (order.failure.map { ": \(failure($0))" } ?? "")
    }

    func failure(_ failure: DeliveryFailure) -> String {
        switch failure {
        case .status(let status): say("응답 코드 \(status)", "status \(status)")
        case .redirected(""):
            say("다른 주소로 옮겨 가라는 응답이라 따라가지 않습니다", "it redirects elsewhere, which is not followed")
        case .redirected(let host):
            say(
                "\(host.with(.direction)) 옮겨 가라는 응답이라 따라가지 않습니다. 새 주소라면 웹훅을 다시 설정해 주세요",
                "it redirects to \(host), which is not followed; if that is the new address, set the webhook anew")
        case .unreachable: say("연결할 수 없습니다", "it cannot be reached")
        case .timedOut: say("응답이 늦습니다", "no answer in time")
        case .interrupted: say("연결이 끊겼습니다", "the connection broke off")
        }
    }
}
