import Domain
import Foundation
import TerminalText
import Testing

@Suite struct ShopProfileTests {
    private static func profile(_ json: String) throws -> ShopProfile {
        try JSONDecoder().decode(ShopProfile.self, from: Data(json.utf8))
    }

    @Test func whatIsMissingHasItsDefault() throws {
        let profile = try ShopProfileTests.profile(#"{"name": " ", "receipt_foot": "\n", "ask": null}"#)
        #expect(profile == ShopProfile())
        #expect(profile.timeZone == TimeZone.current.identifier)
        #expect(profile.dayStarts.description == "00:00")
        #expect(profile.receive == [.pickup, .delivery])
        #expect(profile.delivery == nil)
        #expect(profile.keepGuestDataDays == 30)
        #expect(profile.requires(.phone, when: .delivery) && !profile.asks(for: .phone, when: .pickup))
        #expect(profile.asks(for: .wantedAt, when: .pickup) && !profile.requires(.wantedAt, when: .pickup))
        #expect(Fulfillment.allCases.allSatisfy { profile.asks(for: .note, when: $0) })
    }

    @Test func aProfileIsTheSameBehindItsEncoding() throws {
        let text = #"""
            {"time_zone": "Asia/Kathmandu", "day_starts": "05:00", "hours": {"mon": ["11:00-14:30", "17:00-02:00"]}, "receive": ["here", "delivery"],
             "delivery": {"fee": 3000, "free_from": 40000, "minimum": 12000}, "ask": {"phone": ["here"], "note": []},
             "keep_guest_data_days": 7, "name": "소반가", "name_en": "Sobanga", "business_number": "1234567891",
             "owner": "김소반", "phone": "02-123-4567", "address": "서울시 송파구", "vat": true,
             "receipt_foot": "\n고맙습니다\r\n\n또\t오세요\u001b[2J\n"}
            """#
        let profile = try ShopProfileTests.profile(text)
        #expect(
            profile.calendar
                == BusinessCalendar(zone: TimeZone(identifier: "Asia/Kathmandu")!, dayStarts: TimeOfDay("05:00")!))
        #expect(profile.hours?.spans == [.mon: ["11:00-14:30", "17:00-02:00"].compactMap { OpeningHours.Span($0) }])
        #expect(profile.delivery == DeliveryRule(fee: Won(3_000), freeFrom: Won(40_000), minimum: Won(12_000)))
        #expect(profile.asks(for: .phone, when: .here) && !profile.asks(for: .phone, when: .delivery))
        #expect(
            profile.head
                == ShopHead(
                    name: "소반가", englishName: "Sobanga", businessNumber: "123-45-67891", owner: "김소반",
                    phone: "02-123-4567", address: "서울시 송파구", receiptFoot: ["고맙습니다", "", "또 오세요[2J"],
                    showsVAT: true))
        #expect(try JSONDecoder().decode(ShopProfile.self, from: JSONEncoder().encode(profile)) == profile)
    }

    @Test func whatBeginsWithSlashesHasNoEffectAtAnyDepth() throws {
        let profile = try ShopProfileTests.profile(
            #"""
            {"//": "a note", "//receive": [], "hours": {"// summer": "longer", "//sun": ["x"], "mon": ["11:00-14:30"]},
             "ask": {"//": "all of it", "//fax": ["here"], "//note": 7, "phone": ["here"]}}
            """#)
        #expect(profile.hours?.spans.keys.sorted { $0.rawValue < $1.rawValue } == [.mon])
        #expect(profile.ask == [.phone: [.here]])
    }

    @Test(arguments: [
        #"{"time_zone": "Asia/Soul"}"#, #"{"time_zone": ""}"#, #"{"day_starts": "24:00"}"#, #"{"day_starts": "5:00"}"#,
        #"{"day_starts": "05:60"}"#, #"{"receive": []}"#, #"{"receive": ["post"]}"#, #"{"receive": ["here", "here"]}"#,
        #"{"delivery": {}}"#, #"{"delivery": {"fee": -1}}"#, #"{"delivery": {"fee": 0, "free_from": -1}}"#,
        #"{"delivery": {"fee": 0, "minimum": 1000000001}}"#, #"{"ask": {"fax": ["here"]}}"#,
        #"{"ask": {"note": ["post"]}}"#,
        #"{"ask": {"note": "here"}}"#, #"{"keep_guest_data_days": 0}"#, #"{"keep_guest_data_days": 3651}"#,
        #"{"keep_guest_data_days": 1.5}"#, "[]", #"{"business_number": "123456789"}"#, #"{"vat": 1}"#,
        #"{"business_number": "123-4567-891"}"#, #"{"business_number": "١٢٣٤٥٦٧٨٩٠"}"#, #"{"name": 1}"#,
    ]) func whatCannotBeMeantIsRefused(_ json: String) {
        #expect(throws: DecodingError.self) { try ShopProfileTests.profile(json) }
    }

    @Test(arguments: [("00:00", 0), ("05:01", 301), ("23:59", 1_439)])
    func aTimeOfDayIsItsMinutes(_ text: String, _ minutes: Int) throws {
        let time = try #require(TimeOfDay(text))
        #expect(time.minutes == minutes)
        #expect(time.description == text)
    }

    @Test func deliveryIsFreeFromItsSubtotal() {
        let rule = DeliveryRule(fee: Won(3_000), freeFrom: Won(40_000))
        #expect([39_999, 40_000].map { rule.charged(for: Won($0)) } == [Won(3_000), Won(0)])
        #expect(DeliveryRule(fee: Won(3_000)).charged(for: Won(1_000_000)) == Won(3_000))
    }

    @Test func aValueOfTheHeadHasALimit() throws {
        let text = String(repeating: "가", count: ShopHead.maxLength)
        #expect(try ShopProfileTests.profile(#"{"name": "\#(text)"}"#).head.name?.string == text)
        #expect(throws: DecodingError.self) { try ShopProfileTests.profile(#"{"name": "\#(text)가"}"#) }
    }

    @Test(arguments: [(0, 0), (5, 0), (6, 1), (110, 10), (16, 1), (17, 2), (38_800, 3_527), (33_300, 3_027)])
    func vatIsTenOfAHundredAndTenRoundedHalfUp(_ total: Int, _ vat: Int) {
        let sum = TaxedSum(of: Won(total))
        #expect(sum.vat == Won(vat) && sum.supply == Won(total - vat))
        let refund = TaxedSum(of: Won(-total))
        #expect(refund.vat == Won(-vat) && refund.supply == Won(vat - total))
    }
}
