import Domain
import Foundation
import Storage
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
