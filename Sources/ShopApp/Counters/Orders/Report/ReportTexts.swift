import Domain
import Foundation
import ShopClient
import TerminalText

/// The strings of a day's report.
struct ReportTexts: Texts {
    let words: Words

    var title: String { say("하루 매출", "Day's report") }
    /// The title of a closing; without a number, that of a page of which none is loaded.
    func title(ofClosing number: Int?) -> String {
        say(number.map { "\($0)번 마감" } ?? "마감", number.map { "Closing \($0)" } ?? "Closings")
    }
    var noClosings: String {
        let key = words.keyName(.closeTill, in: .report)
        return say("아직 마감한 적이 없습니다. \(key) 키로 마감합니다.", "Nothing was closed yet. \(key) closes the till.")
    }
    var vat: String { say("그중 부가세", "of that VAT") }
    var supply: String { say("그중 공급가액", "of that supply value") }
    var cashExpected: String { say("현금 매출", "Cash taken") }
    var cashCounted: String { say("센 현금", "Cash counted") }
    var cashDifference: String { say("차액", "Difference") }

    var closeTitle: String { say("마감하기", "Close the till") }
    var since: String { say("기간", "Since") }
    var closing: String { say("마감하는 중", "closing") }
    func close(_ number: Int?) -> String {
        say(number.map { "\($0)번으로 마감" } ?? "마감", number.map { "Close as \($0)" } ?? "Close")
    }

    var doNotClose: String { say("마감하지 않기", "Do not close") }

    var cashAmounts: String {
        let most = Won(Closing.cash.upperBound).text
        return say("0원부터 \(most)까지, 세지 않았으면 비워 두세요.", "0 to \(most), or nothing if it was not counted.")
    }

    /// When the closing begins: with the one before, or with the first order.
    func start(of closing: Closing, in zone: TimeZone) -> String {
        closing.from.map { say("\($0.moment(in: zone))부터", $0.moment(in: zone)) } ?? say("첫 주문부터", "the first order")
    }

    /// The times of a closing.
    func period(of closing: Closing, in zone: TimeZone) -> String {
        let start = closing.from?.moment(in: zone) ?? say("첫 주문", "first order")
        let end = closing.to.moment(in: zone)
        return say("\(start) ~ \(end)", "\(start) to \(end)")
    }

    /// What was counted beyond what is expected.
    func difference(_ amount: Won) -> String {
        let text = Won(abs(amount.amount)).text
        if amount.amount == 0 { return say("맞음", "exact") }
        return amount.amount < 0 ? say("\(text) 부족", "\(text) short") : say("\(text) 남음", "\(text) over")
    }

    /// The lines of the message about a new closing; `nil` if its answer could not be read.
    func closed(_ closing: Closing?) -> [String] {
        guard let closing else { return [say("마감했습니다.", "The till is closed.")] }
        let total = closing.report.total
        let sums = "\(words.orders.count(total.count))  \(total.amount.text)"
        let cash = closing.cashDifference.map { "\(cashCounted): \(difference($0))" }
        return [say("\(closing.number)번으로 마감했습니다.", "Closed as number \(closing.number)."), sums]
            + [cash].compactMap(\.self)
    }

    /// Why there is no closing.
    func failed(_ outcome: ClosingOutcome) -> String {
        switch outcome {
        case .closed: say("마감했습니다.", "The till is closed.")
        case .nothingToClose:
            say("지난 마감 뒤로 바뀐 것이 없어 마감할 것이 없습니다.", "Nothing was sold since the last closing.")
        case .refused(401), .refused(403): say("마감할 권한이 없습니다.", "The till is not yours to close.")
        case .refused(let status):
            say("서버가 \("\(status)".with(.direction)) 거절했습니다.", "The server refused with status \(status).")
        case .unanswered(let failure):
            say(
                "\(words.language.unanswered(failure)) 마감됐는지 모릅니다. 다시 눌러 주세요.",
                "\(words.language.unanswered(failure)): nobody knows whether it closed. Please try again.")
        }
    }

    var today: String { say("오늘", "today") }
    var nothing: String { say("이날은 주문이 없습니다.", "There were no orders on this day.") }
    var fees: String { say("그중 배달비", "of that delivery") }
    var byItem: String { say("상품별", "By item") }
    var byCounter: String { say("코너별", "By counter") }
    var byWay: String { say("수령 방법별", "By way") }
    var byPayment: String { say("결제별", "By payment") }
    var refunds: String { say("환불", "refunds") }
    var byHour: String { say("시간별", "By hour") }

    /// The text of an hour from 0 to 23.
    func hour(_ hour: Int) -> String { say("\(hour < 10 ? " " : "")\(hour)시", "\(hour < 10 ? "0" : "")\(hour):00") }
}

extension Words {
    var report: ReportTexts { ReportTexts(words: self) }
}
