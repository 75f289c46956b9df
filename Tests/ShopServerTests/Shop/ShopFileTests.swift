import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// The shop's own file is read, checked, served and announced.
@Suite struct ShopFileTests {
    private static let whole = #"""
        {
          "name": "소반가", "printers": [],
          "name_en": "Sobanga", "business_number": "1234567891", "vat": true, "owner": "김소반",
          "receipt_foot": "고맙습니다\n또 오세요",
          "time_zone": "Asia/Kathmandu", "day_starts": "05:00", "hours": {"mon": ["11:00-14:30"]},
          "receive": ["here", "pickup"],
          "delivery": {"fee": 3000, "free_from": 40000},
          "ask": {"phone": ["here"], "note": []},
          "keep_guest_data_days": 7,
          "counters": ["menu", "drinks", "orders"],
          "sections": [{"id": "main", "title": "한 그릇"}, {"id": "soup", "title": "국"}, {"id": "side", "title": "곁들임"}]
        }
        """#

    /// A value that is wrong, where it is, and what is said of it in English.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let finding: String
        var isNote = false

        var testDescription: String { new }
    }

    private static let days = #""mon", "tue", "wed", "thu", "fri", "sat", "sun""#
    private static let counters =
        #"“counters” has to list at least one of "menu", "juice", "drinks", "contacts", "orders", none of them twice, "#
        + #"and orders with menu or juice"#
    private static let sections =
        "“id” has to be the name of a file that no other section has (up to 40 letters, digits, - and _)"
    private static let ways = #""here", "pickup", "delivery""#

    @Test(arguments: [
        Wrong(
            old: "Asia/Kathmandu", new: "Asia/Soul",
            finding: #"5:16 “time_zone” has to be the name of a time zone, as "Asia/Seoul", and is: "Asia/Soul""#),
        Wrong(
            old: "05:00", new: "24:00",
            finding: #"5:48 “day_starts” has to be a time from "00:00" to "23:59", and is: "24:00""#),
        Wrong(
            old: "11:00-14:30", new: "11-14:30",
            finding: #"5:75 “mon” has to be a list of times, as "11:00-14:30", and is: "11-14:30""#),
        Wrong(
            old: #""mon""#, new: #""monday""#,
            finding:
                #"5:77 “hours” has for each of \#(days) a list of times, as "11:00-14:30", and is: ["11:00-14:30"]"#),
        Wrong(old: #""05:00""#, new: "5", finding: "5:48 “day_starts” has to be text."),
        Wrong(
            old: #"["here", "pickup"]"#, new: "[]",
            finding: "6:14 “receive” has to list at least one of \(ways), and none of them twice, and is: []"),
        Wrong(
            old: #""here", "pickup""#, new: #""here", "here""#,
            finding: "6:14 “receive” has to list at least one of \(ways), and none of them twice, and is: "
                + #"["here", "here"]"#),
        Wrong(
            old: "pickup", new: "post",
            finding: #"6:23 “receive” has to list at least one of \#(ways), and none of them twice, and is: "post""#),
        Wrong(old: #"["here", "pickup"]"#, new: "true", finding: "6:14 “receive” has to be a list in [ ]."),
        Wrong(
            old: "3000", new: "-1", finding: "7:23 “fee” has to be from 0 to 1,000,000,000, and is: -1"),
        Wrong(
            old: "40000", new: "-40000",
            finding: "7:42 “free_from” has to be from 0 to 1,000,000,000, and is: -40000"),
        Wrong(old: #""fee": 3000, "#, new: "", finding: "7:15 “fee” is missing."),
        Wrong(
            old: #""phone""#, new: #""fax""#,
            finding:
                #"8:18 “ask” has for each of "phone", "address", "wanted_at", "note" a list of \#(ways), and is: ["here"]"#
        ),
        Wrong(
            old: #"["here"], "note""#, new: #"["post"], "note""#,
            finding:
                #"8:21 “phone” has to be one of \#(ways), and is: "post""#
        ),
        Wrong(old: ": 7", new: ": 0", finding: "9:27 “keep_guest_data_days” has to be from 1 to 3650, and is: 0"),
        Wrong(old: ": 7", new: ": 3651", finding: "9:27 “keep_guest_data_days” has to be from 1 to 3650, and is: 3651"),
        Wrong(old: ": 7", new: ": 1.5", finding: "9:27 “keep_guest_data_days” has to be from 1 to 3650, and is: 1.5"),
        Wrong(
            old: #"{"mon": ["11:00-14:30"]}"#, new: "{}",
            finding: "5:66 The shop never opens: no day has a time.", isNote: true),
        Wrong(
            old: "\"free_from\"", new: "\"freefrom\"",
            finding: "7:41 There is no “freefrom”; it is ignored.", isNote: true),
        Wrong(
            old: "\"keep_guest_data_days\"", new: "\"keep_days\"",
            finding: "9:16 There is no “keep_days”; it is ignored.", isNote: true),
        Wrong(
            old: #""printers": []"#, new: #""printers": [{"name": "주방", "address": "10.0.0.9"}]"#,
            finding: #"2:57 “address” has to be "host:9100" or a device file, and is: "10.0.0.9""#),
        Wrong(
            old: #""printers": []"#, new: #""printers": [{"name": "주방", "address": "/dev/lp0", "width": 40}]"#,
            finding: "2:78 “width” has to be one of 32, 42, 48, and is: 40"),
        Wrong(
            old: #""printers": []"#, new: #""printers": [{"name": "주방"}]"#, finding: "2:31 “address” is missing."),
        Wrong(
            old: "1234567891", new: "123-4567-891",
            finding: #"3:44 “business_number” has to be ten digits, as "123-45-67890", and is: "123-4567-891""#),
        Wrong(
            old: "Sobanga", new: String(repeating: "n", count: 101),
            finding: "3:14 “name_en” has to have at most 100 characters, and is: "
                + "\"" + String(repeating: "n", count: 79)),
        Wrong(old: #""김소반""#, new: "7", finding: "3:80 “owner” has to be text."),
        Wrong(old: "true", new: #""yes""#, finding: "3:65 “vat” has to be true or false."),
        Wrong(old: #"["menu", "drinks", "orders"]"#, new: "[]", finding: "10:15 \(counters), and is: []"),
        Wrong(old: #""drinks""#, new: #""tea""#, finding: #"10:24 \#(counters), and is: "tea""#),
        Wrong(old: #""drinks""#, new: #""menu""#, finding: #"10:24 \#(counters), and is: "menu""#),
        Wrong(
            old: #", "orders"]"#, new: "]", finding: #"10:15 \#(counters), and is: ["menu", "drinks"]"#),
        Wrong(old: #""drinks""#, new: "7", finding: "10:24 “counters” has to be text."),
        Wrong(old: #""id": "soup""#, new: #""id": "s/p""#, finding: #"11:56 \#(sections), and is: "s/p""#),
        Wrong(old: #""id": "soup""#, new: #""id": "main""#, finding: #"11:56 \#(sections), and is: "main""#),
        Wrong(old: #", "title": "국""#, new: "", finding: "11:49 “title” is missing."),
        Wrong(old: #""title": "국""#, new: #""title": 1"#, finding: "11:73 “title” has to be text."),
        Wrong(old: ": 7,", new: ": 7 8,", finding: "9:29 A comma or a closing bracket is expected here."),
    ])
    func whatIsWrongIsFoundWhereItIsAndRefusedAtTheStart(_ wrong: Wrong) async throws {
        let range = try #require(ShopFileTests.whole.range(of: wrong.old))
        let text = ShopFileTests.whole.replacingCharacters(in: range, with: wrong.new)
        try await SmallShop.with([ShopFile.name: Data(text.utf8)]) { shop in
            let findings = ShopServer.check(shop).findings
            let said = findings.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.text.english)" }
            #expect(said == [wrong.finding])
            #expect(findings.map(\.file) == [ShopFile.name])
            #expect(findings.map(\.severity) == [wrong.isNote ? .note : .problem])
            let isRefused = (try? ShopServer(ShopServer.Configuration(resources: shop))) == nil
            #expect(isRefused == !wrong.isNote)
        }
    }

    @Test func explanationsMayStandInEveryObject() async throws {
        let text = ShopFileTests.whole
            .replacing(#""hours": {"#, with: #""hours": {"//": "closed on Sundays", "//sun": ["x"], "#)
            .replacing(#""delivery": {"#, with: #""delivery": {"//": "by bicycle", "#)
            .replacing(#""ask": {"#, with: #""ask": {"//": "no address", "//address": 7, "#)
        try await SmallShop.with([ShopFile.name: Data(text.utf8)]) { shop in
            #expect(ShopServer.check(shop).findings == [])
            _ = try ShopServer(ShopServer.Configuration(resources: shop))
        }
    }

    @Test func everyWrongValueIsFoundAndNotOnlyTheFirst() async throws {
        let text = #"""
            {"time_zone": "x", "day_starts": "x", "receive": [], "keep_guest_data_days": 0,
             "counters": ["tee", "menu", "tea"], "sections": [{"id": "/", "title": "가"}, {"id": "a", "title": ""}]}
            """#
        let report = try await SmallShop.with([ShopFile.name: Data(text.utf8)]) { ShopServer.check($0) }
        #expect(report.findings.map(\.position?.column) == [15, 34, 50, 78, 15, 30, 58, 99])
    }

    @Test func aShopWithoutTheFileIsInTheZoneOfItsMachine() async throws {
        try await SmallShop.with { shop in
            let server = try ShopServer(ShopServer.Configuration(resources: shop))
            #expect(server.assumedZone == TimeZone.current.identifier)
        }
        try await SmallShop.with([ShopFile.name: Data(ShopFileTests.whole.utf8)]) { shop in
            #expect(ShopServer.check(shop).findings == [])
            let server = try ShopServer(ShopServer.Configuration(resources: shop))
            #expect(server.assumedZone == nil)
            let sample = try SampleShop(of: shop, for: [ShopModule.self]) { $0.english }
            #expect(sample.files.keys.sorted() == ["schemas/shop.json", ShopFile.name])
        }
    }

    @Test func whatTheFileLeavesOutIsServedWithItsDefault() async throws {
        try await SmallShop.with([ShopFile.name: Data(#"{"day_starts": "04:30"}"#.utf8)]) { shop in
            try await withServer(resources: shop) { url in
                let reply = try await ask(url, "shop")
                #expect(try reply.value(ShopProfile.self) == ShopProfile(dayStarts: TimeOfDay("04:30")!))
                let zone = TimeZone.current.identifier
                #expect(
                    String(decoding: reply.body, as: UTF8.self)
                        == #"{"ask":{"address":["delivery"],"note":["here","pickup","delivery"],"phone":["delivery"],"#
                        + #""wanted_at":["pickup"]},"counters":["menu","juice","drinks","contacts","orders"],"#
                        + #""day_starts":"04:30","keep_guest_data_days":30,"open":true,"receive":["pickup","delivery"],"#
                        + #""sections":[{"id":"main","subtitle":"한그릇 뚝딱 메인 요리","subtitle_en":"a whole meal in a bowl","#
                        + #""title":"메인반찬","title_en":"Main dishes"},{"id":"soup","subtitle":"김이 모락모락 국.찌게","#
                        + #""subtitle_en":"steaming hot","title":"국.찌게","title_en":"Soups and stews"},"#
                        + #"{"id":"side","subtitle":"언제 먹어도 든든한 밑반찬","subtitle_en":"good with every meal","#
                        + #""title":"밑반찬","title_en":"Side dishes"}],"time_zone":"\#(zone)","vat":false}"#)
                let tag = try #require(reply["ETag"])
                #expect(try await ask(url, "shop", fields: ["If-None-Match": tag]).status == 304)
            }
        }
    }

    @Test func aChangeIsServedAndToldAndABrokenOneLeavesWhatWasGood() async throws {
        let told = Record<Finding>()
        try await withOrderingShop(configure: { configuration in
            configuration.onFindings = { for finding in $0.findings { told.append(finding) } }
        }) { shop in
            try await shop.settled()
            let before = try await ask(shop.url, "shop")
            let probe = try await EventProbe(to: shop.url, after: "6")
            try shop.write(ShopFileTests.whole, to: ShopFile.name)
            #expect(try await probe.events(1).map(\.event) == [SectionEvent(section: .shop, version: 2)])
            let after = try await ask(shop.url, "shop")
            #expect(try after.value(ShopProfile.self).calendar.zone.identifier == "Asia/Kathmandu")
            #expect(
                try after.value(ShopProfile.self).head
                    == ShopHead(
                        name: "소반가", englishName: "Sobanga", businessNumber: "123-45-67891", owner: "김소반",
                        receiptFoot: ["고맙습니다", "또 오세요"], showsVAT: true))
            #expect(after["ETag"] != before["ETag"])
            try shop.write(#"{"day_starts": "24:00"}"#, to: ShopFile.name)
            await told.wait { $0.contains { $0.file == ShopFile.name && $0.text.english.contains("24:00") } }
            #expect(try await ask(shop.url, "shop").body == after.body)
        }
    }

    @Test func aFileThatVanishesLeavesWhatItSaidAndIsReported() async throws {
        let told = Record<Finding>()
        let gone = "The file is gone; what it said last holds until the next start."
        try await withOrderingShop(configure: { configuration in
            configuration.onFindings = { for finding in $0.findings { told.append(finding) } }
            // The shop is there, and its files can be written.
            try! Data(ShopFileTests.whole.utf8).write(to: configuration.resources.appending(path: ShopFile.name))
        }) { shop in
            let before = try await ask(shop.url, "shop")
            try FileManager.default.removeItem(at: shop.directory.appending(path: ShopFile.name))
            await told.wait { $0.contains { $0.file == ShopFile.name && $0.text.english == gone } }
            #expect(try await ask(shop.url, "shop").body == before.body)
            try await wait {
                let problems = try await shop.keep("files").value([FileProblem].self)
                return problems.contains { $0.file == ShopFile.name && $0.english == gone }
            }
            try shop.write(#"{"day_starts": "04:30"}"#, to: ShopFile.name)
            await told.wait { $0.contains { $0.file == ShopFile.name && $0.text == .validAgain } }
            #expect(try await ask(shop.url, "shop").value(ShopProfile.self).dayStarts == TimeOfDay("04:30")!)
        }
    }

    @Test func aFileThatAppearsAndVanishesWhileTheShopIsOpenIsReported() async throws {
        let told = Record<Finding>()
        try await withOrderingShop(configure: { configuration in
            configuration.onFindings = { for finding in $0.findings { told.append(finding) } }
        }) { shop in
            // Its menu lacks pages, which the first check says.
            await told.wait { !$0.isEmpty }
            try shop.write(#"{"day_starts": "04:30"}"#, to: ShopFile.name)
            try await wait { try await ask(shop.url, "shop").value(ShopProfile.self).dayStarts == TimeOfDay("04:30")! }
            try FileManager.default.removeItem(at: shop.directory.appending(path: ShopFile.name))
            await told.wait { $0.contains { $0.file == ShopFile.name && $0.severity == .problem } }
            #expect(try await ask(shop.url, "shop").value(ShopProfile.self).dayStarts == TimeOfDay("04:30")!)
        }
    }
}

/// Reports and drinks have the days of the shop and not those of its machine.
@Suite struct ShopDaysTests {
    /// Orders at these times in Kathmandu, where a business day begins at 05:00.
    private static let times = [
        ("2026-11-21T23:59:00+05:45", "2026-11-21"), ("2026-11-22T00:01:00+05:45", "2026-11-21"),
        ("2026-11-22T04:59:00+05:45", "2026-11-21"), ("2026-11-22T05:01:00+05:45", "2026-11-22"),
    ]

    private static let profile = ShopProfile(timeZone: "Asia/Kathmandu", dayStarts: TimeOfDay("05:00")!)

    private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test func anOrderIsReportedOnItsBusinessDay() async throws {
        let now = NIOLockedValueBox(try ShopDaysTests.date(ShopDaysTests.times[0].0))
        try await withOrderingShop(configure: { $0.clock = { now.withLockedValue(\.self) } }) { shop in
            try shop.write(#"{"time_zone": "Asia/Kathmandu", "day_starts": "05:00"}"#, to: ShopFile.name)
            try await wait { try await ask(shop.url, "shop").value(ShopProfile.self) == ShopDaysTests.profile }
            for (number, (time, day)) in ShopDaysTests.times.enumerated() {
                let date = try ShopDaysTests.date(time)
                now.withLockedValue { $0 = date }
                let order: Order = try await shop.place(OrderingShop.order(quantity: 1 << number)).value()
                #expect(order.day.dashed == day)
                #expect(order.number == [1, 2, 3, 1][number])
                #expect(try await shop.keep("reports/day").value(DayReport.self).date.dashed == day)
            }
            let days: [DayReport] = [
                try await shop.keep("reports/day?date=2026-11-21").value(),
                try await shop.keep("reports/day?date=2026-11-22").value(),
            ]
            #expect(
                days.map(\.report.total) == [
                    SalesSum(count: 3, amount: Won(27_300)), SalesSum(count: 1, amount: Won(31_200)),
                ])
            #expect(days.map { $0.report.hours.map(\.hour) } == [[0, 4, 23], [5]])
        }
    }

    @Test func theNextDayIsAwaitedByTheShopsClock() throws {
        let now = NIOLockedValueBox(try ShopDaysTests.date("2026-11-22T04:59:00+05:45"))
        let shop = LiveResource(ShopDaysTests.profile) { _ throws(ShopServerError) in
            ShopProfile(timeZone: "Asia/Seoul")
        }
        let days = ShopDays(of: shop) { now.withLockedValue(\.self) }
        #expect(try days.today().dashed == "2026-11-21")
        #expect(days.untilTomorrow == .seconds(60))
        now.withLockedValue { $0 += 60 }
        #expect(try days.today().dashed == "2026-11-22")
        #expect(days.untilTomorrow == .seconds(86_400))
        // Another zone, in which it is 08:15.
        shop.reload()
        #expect(try days.today().dashed == "2026-11-22")
        #expect(days.untilTomorrow == .seconds(15 * 3_600 + 45 * 60))
    }
}
