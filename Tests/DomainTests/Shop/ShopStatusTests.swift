import Domain
import Foundation
import TerminalText
import Testing

/// Whether a shop takes orders: its hours, the keeper's pause, and the time for which an order is wanted.
@Suite struct ShopStatusTests {
    private static let seoul = TimeZone(identifier: "Asia/Seoul")!
    /// Saturday, 09:00 in Seoul.
    private static let morning = Date(timeIntervalSince1970: 1_795_824_000)
    private static let noon = morning + 3 * 3_600

    private static let hours = OpeningHours([.sat: [OpeningHours.Span("11:00-14:30")!]])
    private static let shop = ShopProfile(timeZone: "Asia/Seoul", hours: hours)

    private func zoned(_ date: Date) -> ZonedTime { ZonedTime(date, in: ShopStatusTests.seoul) }

    @Test func aShopWithoutHoursIsAlwaysOpen() {
        #expect(ShopProfile().status(at: ShopStatusTests.morning, pause: nil) == .open)
        #expect(ShopProfile().nextStatusChange(after: ShopStatusTests.morning, pause: nil) == nil)
    }

    @Test func aClosedShopSaysWhenItOpens() {
        let (shop, morning, noon) = (ShopStatusTests.shop, ShopStatusTests.morning, ShopStatusTests.noon)
        #expect(
            shop.status(at: morning, pause: nil) == ShopStatus(isOpen: false, opensAt: zoned(morning + 2 * 3_600)))
        #expect(shop.nextStatusChange(after: morning, pause: nil) == morning + 2 * 3_600)
        #expect(shop.status(at: noon, pause: nil) == .open)
        #expect(shop.nextStatusChange(after: noon, pause: nil) == morning + 5.5 * 3_600)
    }

    @Test func aPauseEndsByItselfAndNotBeforeTheShopOpens() {
        let (shop, noon) = (ShopStatusTests.shop, ShopStatusTests.noon)
        let short = ShopPause(reason: "재료 소진", until: zoned(noon + 1_800))
        let paused = shop.status(at: noon, pause: short)
        #expect(paused == ShopStatus(isOpen: true, pause: short, opensAt: short.until))
        #expect(!paused.takesOrders)
        #expect(shop.nextStatusChange(after: noon, pause: short) == noon + 1_800)
        #expect(shop.status(at: noon + 1_800, pause: short) == .open)
        let long = ShopPause(until: zoned(noon + 4 * 3_600))
        #expect(shop.status(at: noon, pause: long).opensAt?.date == noon + (7 * 24 - 1) * 3_600)
        #expect(shop.status(at: noon, pause: ShopPause()).opensAt == nil)
        #expect(ShopProfile().status(at: noon, pause: short).opensAt == short.until)
    }

    @Test func whatIsWantedWithinTheHoursIsTakenWhereTheShopAsksForATime() {
        let (shop, morning, noon) = (ShopStatusTests.shop, ShopStatusTests.morning, ShopStatusTests.noon)
        func isRefused(_ way: Fulfillment, _ wanted: Date?, at time: Date, _ pause: ShopPause? = nil) -> Bool {
            shop.refusal(of: Handover(way, wantedAt: wanted), at: time, pause: pause) != nil
        }
        #expect(isRefused(.pickup, nil, at: morning))
        #expect(!isRefused(.pickup, noon, at: morning))
        #expect(!isRefused(.pickup, morning + 5.5 * 3_600, at: morning), "the minute at which it closes")
        #expect(isRefused(.pickup, nil, at: morning + 5.5 * 3_600), "it is closed from that minute on")
        #expect(isRefused(.pickup, morning + 5.5 * 3_600 + 1, at: morning))
        #expect(isRefused(.pickup, morning + 6 * 3_600, at: morning))
        #expect(isRefused(.delivery, noon, at: morning), "nobody asks for a time there")
        #expect(!isRefused(.pickup, nil, at: noon))
        #expect(isRefused(.pickup, morning + 6 * 3_600, at: noon), "it is closed by then")
        #expect(!isRefused(.pickup, noon - 60, at: noon), "a time that has just passed is now")
        #expect(isRefused(.pickup, noon + 600, at: noon, ShopPause()))
        #expect(!isRefused(.pickup, nil, at: noon, ShopPause(until: zoned(noon))))
    }

    @Test func aRefusalNamesTheWantedTimeAtWhichTheShopIsClosed() throws {
        let (shop, noon) = (ShopStatusTests.shop, ShopStatusTests.noon)
        let wanted = ShopStatusTests.morning + 6 * 3_600
        let later = shop.refusal(of: Handover(.pickup, wantedAt: wanted), at: noon, pause: nil)
        #expect(later?.wantedAt == zoned(wanted))
        #expect(later?.isOpen == false)
        let data = try JSONEncoder().encode(later)
        #expect(try JSONDecoder().decode(ShopStatus.self, from: data) == later)
        let now = shop.refusal(of: Handover(.pickup), at: ShopStatusTests.morning, pause: nil)
        #expect(now != nil && now?.wantedAt == nil)
    }

    @Test func theResponseSaysWhatTheShopIsAndWhetherItIsOpen() throws {
        let status = ShopStatus(
            isOpen: true, pause: ShopPause(reason: "재료 소진", until: zoned(ShopStatusTests.noon)),
            opensAt: zoned(ShopStatusTests.noon))
        let present = PresentShop(ShopStatusTests.shop, status)
        let data = try JSONEncoder().encode(present)
        #expect(try JSONDecoder().decode(PresentShop.self, from: data) == present)
        #expect(try JSONDecoder().decode(ShopProfile.self, from: data) == ShopStatusTests.shop)
        #expect(String(decoding: data, as: UTF8.self).contains("2026-11-28T12:00:00+09:00"))
        #expect(try JSONDecoder().decode(PresentShop.self, from: Data("{}".utf8)).status == .open)
    }

    @Test(arguments: [
        ("2026-11-28T11:00:00+09:00", "11:00"), ("2026-11-28T02:00:00Z", "02:00"),
        ("2026-11-27T21:30:00-04:30", "21:30"),
    ]) func aTimeIsWhatItsClockShows(_ text: String, _ clock: String) throws {
        let time = try JSONDecoder().decode(ZonedTime.self, from: Data("\"\(text)\"".utf8))
        #expect(time.date == Date(timeIntervalSince1970: 1_795_831_200))
        #expect(time.clock.time.description == clock)
        let again = String(decoding: try JSONEncoder().encode(time), as: UTF8.self)
        #expect(again == "\"\(text)\"")
    }
}
