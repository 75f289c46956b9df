import Domain
import Foundation

/// The texts for a shop that takes no orders now.
extension Language {
    /// Returns why the shop takes no orders and when it does again, in a few words that fit
    /// the edge of a narrow screen; `nil` if it takes them.
    public func briefly(_ status: ShopStatus, at now: Date = .now) -> String? {
        guard !status.takesOrders else { return nil }
        let time = status.opensAt.map { text($0, at: now) }
        if status.isOpen {
            return time.map { say("멈춤, \($0)까지", "paused until \($0)") } ?? say("주문 멈춤", "paused")
        }
        return time.map { say("닫힘, \($0) 열림", "opens \($0)") } ?? say("닫힘", "closed")
    }

    /// Returns the same in sentences, with the keeper's reason.
    public func sentence(_ status: ShopStatus, at now: Date = .now) -> String? {
        guard !status.takesOrders else { return nil }
        if let wanted = status.wantedAt { return sentence(status, wanted: wanted, at: now) }
        let time = status.opensAt.map { text($0, at: now) }
        let reason = status.pause?.reason.map { " (\($0))" } ?? ""
        if status.isOpen {
            return say("지금은 주문을 받지 않습니다\(reason).", "The shop takes no orders now\(reason).")
                + (time.map { say(" \($0)에 다시 받습니다.", " It does again at \($0).") } ?? "")
        }
        return say("지금은 닫혀 있습니다\(reason).", "The shop is closed\(reason).")
            + (time.map { say(" \($0)에 엽니다.", " It opens at \($0).") } ?? "")
    }

    /// Returns the same of a shop that is not open when an order is wanted.
    private func sentence(_ status: ShopStatus, wanted: ZonedTime, at now: Date) -> String {
        let (closed, opening) = (text(wanted, at: now), status.opensAt.map { text($0, at: wanted.date) })
        return opening.map {
            say("\(closed)에는 닫혀 있습니다. \($0)에 엽니다.", "The shop is closed at \(closed); it opens at \($0).")
        } ?? say("\(closed)에는 닫혀 있습니다.", "The shop is closed at \(closed).")
    }

    /// Returns what the shop's clock shows at a later time: "11:00" on the same day, "토 11:00" within a week, else
    /// "12-24 11:00".
    public func text(_ time: ZonedTime, at now: Date = .now) -> String {
        let (day, clock) = time.clock
        guard let day, let today = ZonedTime(now, offset: time.offset).clock.day, day != today else {
            return "\(clock)"
        }
        guard (1...6).contains(today.days(until: day)) else { return "\(day.dashed.dropFirst(5)) \(clock)" }
        return "\(name(of: day.weekday)) \(clock)"
    }

    private func name(of day: OpeningHours.Weekday) -> String {
        switch day {
        case .mon: say("월", "Mon")
        case .tue: say("화", "Tue")
        case .wed: say("수", "Wed")
        case .thu: say("목", "Thu")
        case .fri: say("금", "Fri")
        case .sat: say("토", "Sat")
        case .sun: say("일", "Sun")
        }
    }
}
