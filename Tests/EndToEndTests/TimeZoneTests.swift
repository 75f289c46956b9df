import Domain
import Foundation
import ShopServer
import Storage
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// Time zones and names in other scripts: Foundation brings the data for them.
@Suite struct TimeZoneTests {
    @Test(arguments: [
        ("Asia/Seoul", "2027-01-15 17:00"), ("America/New_York", "2027-01-15 03:00"),
        ("Pacific/Chatham", "2027-01-15 21:45"), ("Africa/Casablanca", "2027-01-15 09:00"), ("UTC", "2027-01-15 08:00"),
    ])
    func anOrderIsToldInTheTimeOfThePlace(_ zone: String, _ time: String) async throws {
        let scratch = try Scratch()
        let database = scratch.url.appending(path: "shop.sqlite").path
        let store = try SQLiteStore(at: database)
        let line = OrderLine(item: OrderedItem(.menu, ""), title: "갈비", quantity: 1, unitPrice: Won(15_900))
        let order = NewOrder(
            who: "지훈", lines: [line], day: .ofTests, placedAt: Date(timeIntervalSince1970: 1_800_000_000),
            isAnnounced: false)
        _ = try await store.transaction { try $0.keep(order) }
        let output = try await runWithoutTerminal(["orders", "--database", database], environment: ["TZ": zone])
        #expect(output.standardOutput.contains(time), "\(output)")
    }

    /// An order at a time in the zone of its shop, and what everybody shows of it.
    struct ShopTime: Sendable, CustomTestStringConvertible {
        let zone, dayStarts: String
        /// In UTC.
        let now: String
        /// The business day, and the date and the time by the shop's clock.
        let day, date, time: String

        var testDescription: String { "\(zone) \(now)" }

        /// Two zones, others than the shop's.
        var zonesOfTerminals: [String] {
            zone == "Asia/Seoul" ? ["UTC", "America/Los_Angeles"] : ["Asia/Seoul", "Pacific/Chatham"]
        }
    }

    /// A night before the day begins; the hour that summer time leaves out, in which the day begins; the hour that is
    /// there twice when it ends, before and after the day has begun.
    static let times = [
        ShopTime(
            zone: "Asia/Seoul", dayStarts: "05:00", now: "2026-11-27T19:30:00Z", day: "2026-11-27", date: "2026-11-28",
            time: "04:30"),
        ShopTime(
            zone: "America/New_York", dayStarts: "02:30", now: "2027-03-14T06:45:00Z", day: "2027-03-13",
            date: "2027-03-14", time: "01:45"),
        ShopTime(
            zone: "America/New_York", dayStarts: "02:30", now: "2027-03-14T07:45:00Z", day: "2027-03-14",
            date: "2027-03-14", time: "03:45"),
        ShopTime(
            zone: "Europe/Berlin", dayStarts: "02:30", now: "2026-10-25T00:15:00Z", day: "2026-10-24",
            date: "2026-10-25", time: "02:15"),
        ShopTime(
            zone: "Europe/Berlin", dayStarts: "02:30", now: "2026-10-25T01:15:00Z", day: "2026-10-25",
            date: "2026-10-25", time: "02:15"),
    ]

    /// Whatever the zones of server and terminal.
    @Test(arguments: times) func everybodyTellsTheTimeAndTheDayOfTheShop(_ shop: ShopTime) async throws {
        let (ordering, files) = (try OrderingServer(), try CopiedShop())
        try Data(#"{"time_zone": "\#(shop.zone)", "day_starts": "\#(shop.dayStarts)"}"#.utf8).write(
            to: files.url.appending(path: "shop.json"))
        let now = try Date(shop.now, strategy: .iso8601)
        let server = try await ordering.open { configuration in
            configuration.resources = files.url
            configuration.clock = { now }
        }
        let keeper = ["BANCHAN_KEEPER_TOKEN": OrderingServer.keeperToken]
        let dish = try #require(try TemporaryMenu.own(.main).first)
        #expect(
            try await runWithoutTerminal(["order", dish.detailHash, "--who", "지훈", "--server", server.url]).status == 0)
        let local = "\(shop.date) \(shop.time)"
        for zone in shop.zonesOfTerminals {
            func run(_ arguments: String...) async throws -> String {
                try await runWithoutTerminal(
                    arguments + ["--server", server.url], environment: keeper.merging(["TZ": zone]) { $1 }
                ).standardOutput
            }
            for arguments in [[], ["--receipt", "1"], ["--since", shop.day, "--until", shop.day]] {
                let printed = try await runWithoutTerminal(
                    ["orders", "--server", server.url] + arguments, environment: keeper.merging(["TZ": zone]) { $1 })
                #expect(printed.standardOutput.contains(local), "\(zone): \(printed)")
            }
            let csv = try await run("orders", "--csv")
            #expect(csv.contains("\(local)") && csv.contains(shop.day), "\(zone): \(csv)")
            let summary = try await run("orders", "--summary")
            #expect(summary.contains("\n\(shop.time.prefix(2)) "), "\(zone): \(summary)")
            let closing = try await run("close", "--preview")
            #expect(closing.contains(" \(local)\n"), "\(zone): \(closing)")
        }
        try await withShop(
            ["--server", server.url], environment: keeper.merging(["TZ": "America/Los_Angeles"]) { $1 }
        ) { program in
            try program.waitUntilSettled()
            try program.press("5")
            try program.wait(forOrder: 1, "접수")
            try program.wait(forText: "\(shop.date.dropFirst(5)) \(shop.time)")
            try program.press("c")
            try program.wait(forText: "\(shop.day)  오늘")
            try program.press("end")
            try program.wait(forText: "\(Int(shop.time.prefix(2)) ?? 0)시")
        }
        await server.stop()
    }

    @Test(arguments: ["http://반찬.invalid", "http://bücher.invalid"])
    func aShopMayHaveANameInAnyScript(_ address: String) async throws {
        let output = try await runWithoutTerminal(["menu", "--server", address])
        // The program tried to resolve the name, so it was understood.
        #expect(output.status == 2, "\(output)")
        #expect(output.standardError.contains("the server cannot be reached"), "\(output)")
    }

    @Test func aManualPageNamesItsDay() async throws {
        let scratch = try Scratch()
        let program = "SOURCE_DATE_EPOCH=1800000000 \(Built.banchan) man install --directory \(scratch.url.path)"
        #expect(try await shell(program).status == 0)
        let page = try String(contentsOf: scratch.url.appending(path: "man1/banchan.1"), encoding: .utf8)
        #expect(page.hasPrefix(".Dd January 15, 2027\n"))
    }
}
