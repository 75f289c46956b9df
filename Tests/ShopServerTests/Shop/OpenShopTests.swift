import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// A shop outside its hours or paused takes no orders, says when it does next, and announces each change.
@Suite(.timeLimit(.minutes(5))) struct OpenShopTests {
    /// Saturday, 09:00 in Seoul.
    private static let morning = Date(timeIntervalSince1970: 1_795_824_000)
    private static let file =
        #"{"time_zone": "Asia/Seoul", "hours": {"sat": ["11:00-14:30"], "sun": ["00:00-24:00"]}, "ask": {"wanted_at": ["pickup"]}}"#

    /// Runs `body` with a shop that has these hours, and its clock.
    private func withHours(
        file: String = file,
        _ body: @escaping @Sendable (OrderingShop, NIOLockedValueBox<Date>) async throws -> Void
    ) async throws {
        let now = NIOLockedValueBox(OpenShopTests.morning)
        try await withOrderingShop(configure: { configuration in
            configuration.clock = { now.withLockedValue(\.self) }
            try? Data(file.utf8).write(to: configuration.resources.appending(path: ShopFile.name))
        }) { shop in
            try await body(shop, now)
        }
    }

    @Test func aClosedShopRefusesOrdersAndSaysWhenItOpens() async throws {
        try await withHours { shop, now in
            try await shop.status { !$0.isOpen }
            let refused = try await shop.place(OpenShopTests.order())
            #expect(refused.status == 409)
            let conflict = try refused.value(OrderConflict.self)
            #expect(conflict.lines == [])
            #expect(conflict.terms.shop?.isOpen == false)
            #expect(conflict.terms.shop?.opensAt?.text == "2026-11-28T11:00:00+09:00")
            #expect(conflict.error == "The shop is closed and opens at 2026-11-28T11:00:00+09:00.")
            let key = UUID()
            let ahead = OpenShopTests.order(wanted: OpenShopTests.morning + 3 * 3_600)
            #expect(try await shop.place(ahead, key: key).status == 201)
            let late = try await shop.place(OpenShopTests.order(wanted: OpenShopTests.morning + 6 * 3_600))
            #expect(late.status == 409)
            let closedThen = try late.value(OrderConflict.self)
            #expect(closedThen.terms.shop?.wantedAt?.text == "2026-11-28T15:00:00+09:00")
            #expect(closedThen.error.hasPrefix("The shop is closed at 2026-11-28T15:00:00+09:00 and opens at "))
            now.withLockedValue { $0 += 3 * 3_600 }
            #expect(try await shop.place(OpenShopTests.order()).status == 201)
            now.withLockedValue { $0 += 3 * 3_600 }
            #expect(try await shop.place(OpenShopTests.order()).status == 409)
            #expect(try await shop.place(ahead, key: key).status == 200, "it was placed before")
            #expect(try await shop.kept.count == 2)
        }
    }

    @Test func aPauseThatIsOverByNowIsAnsweredAgainUnderItsKey() async throws {
        try await withHours { shop, now in
            let until = ZonedTime(OpenShopTests.morning + 60, in: .gmt)
            let (body, key) = (#"{"until": "\#(until.text)"}"#, UUID().uuidString)
            let first = try await shop.pause(body, key: key)
            #expect(first.status == 200)
            now.withLockedValue { $0 += 3_600 }
            let again = try await shop.pause(body, key: key)
            #expect(again.status == 200)
            #expect(again.body == first.body)
            #expect(try await shop.pause(body).status == 400, "under another key it is a new one")
        }
    }

    @Test func theServerSaysWhetherItIsOpenWithWhatItSaysOfItself() async throws {
        try await withHours { shop, now in
            try await shop.status { !$0.isOpen }
            let closed = try await ask(shop.url, "shop")
            let present = try closed.value(PresentShop.self)
            #expect(present.profile.hours?.spans[.sat]?.map(\.text) == ["11:00-14:30"])
            #expect(present.status.opensAt?.text == "2026-11-28T11:00:00+09:00")
            let tag = try #require(closed["ETag"])
            #expect(try await ask(shop.url, "shop", fields: ["If-None-Match": tag]).status == 304)
            now.withLockedValue { $0 += 2 * 3_600 }
            #expect(
                try await ask(shop.url, "shop", fields: ["If-None-Match": tag]).value(PresentShop.self).status == .open)
        }
    }

    @Test func theKeeperPausesTheShopAndGoesOn() async throws {
        try await withOrderingShop { shop in
            let until = ZonedTime(.now + 3_600, in: .gmt)
            let paused = try await shop.pause(#"{"reason": "재료 소진", "until": "\#(until.text)"}"#)
            #expect(paused.status == 200)
            let status = ShopStatus(pause: ShopPause(reason: "재료 소진", until: until), opensAt: until)
            #expect(try paused.value(ShopStatus.self) == status)
            #expect(try await ask(shop.url, "shop").value(PresentShop.self).status == status)
            let refused = try await shop.place(OrderingShop.order())
            #expect(refused.status == 409)
            #expect(try refused.value(OrderConflict.self).terms.shop == status)
            #expect(try refused.value(OrderConflict.self).error.hasSuffix("\(until.text): 재료 소진."))
            let resumed = try await shop.pause(nil)
            #expect(try resumed.value(ShopStatus.self) == .open)
            #expect(try await shop.place(OrderingShop.order()).status == 201)
        }
    }

    @Test func aPauseOutlivesTheServerAndHoldsAtAllServersOfTheDatabase() async throws {
        try await withOrderingShop { shop in
            let file = shop.directory.appending(component: "shop.sqlite").path
            let otherStore = try SQLiteStore(at: file)
            let running = try shop.anotherServer(on: otherStore) { $0.keeperToken = Secret(OrderingShop.token) }
            let other = OrderingShop(url: try await running.url, store: otherStore, directory: shop.directory)
            #expect(try await other.pause(#"{"reason": "휴식"}"#).status == 200)
            #expect(try await shop.place(OrderingShop.order()).status == 409)
            try await shop.status { $0.pause?.reason == "휴식" }
            try await running.stop()
            await otherStore.close()
            let lastStore = try SQLiteStore(at: file)
            let last = try shop.anotherServer(on: lastStore) { _ in }
            let url = try await last.url
            #expect(try await ask(url, "shop").value(PresentShop.self).status.pause?.reason == "휴식")
            #expect(try await shop.pause(nil).status == 200)
            #expect(try await ask(url, "shop").value(PresentShop.self).status == .open)
            try await last.stop()
            await lastStore.close()
        }
    }

    @Test func aPauseIsAnnouncedAndSoIsItsEnd() async throws {
        try await withOrderingShop { shop in
            let probe = try await EventProbe(to: shop.url)
            let first = try await shop.version()
            try await probe.passes(.shop, version: first)
            let until = ZonedTime(.now + 2, in: .gmt)
            let begin = ContinuousClock.now
            #expect(try await shop.pause(#"{"until": "\#(until.text)"}"#).status == 200)
            try await probe.passes(.shop, version: first + 1)
            print("a pause until the server's stream tells it: \(ContinuousClock.now - begin)")
            // Once for the pause, once for its end.
            try await probe.passes(.shop, version: first + 2)
            #expect(Date.now >= until.date)
            #expect(try await ask(shop.url, "shop").value(PresentShop.self).status == .open)
            #expect(try await shop.version() == first + 2)
        }
    }

    @Test func openingIsAnnouncedWhenItsTimeComes() async throws {
        // A second before a minute at which the shop opens.
        let start = NIOLockedValueBox<(shown: Date, real: Date)>((OpenShopTests.morning - 1, .now))
        let clock: @Sendable () -> Date = {
            let (shown, real) = start.withLockedValue(\.self)
            return shown + Date.now.timeIntervalSince(real)
        }
        let file = #"{"time_zone": "UTC", "hours": {"sat": ["00:00-01:00"]}}"#
        try await withOrderingShop(configure: { configuration in
            configuration.clock = clock
            try? Data(file.utf8).write(to: configuration.resources.appending(path: ShopFile.name))
            start.withLockedValue { $0.real = .now }
        }) { shop in
            let probe = try await EventProbe(to: shop.url)
            let first = try await shop.version()
            try await probe.passes(.shop, version: first)
            try await shop.status(\.isOpen)
            try await probe.passes(.shop, version: 2)
            #expect(clock() >= OpenShopTests.morning)
        }
    }

    @Test func theDrinksMachineGoesOn() async throws {
        try await withDrinksShop(colas: 3) { shop async throws in
            #expect(try await shop.pause("{}").status == 200)
            let session = UUID().uuidString
            #expect(try await shop.send(#"{"amount":5000}"#, to: "money", session: session).status == 201)
            #expect(try await shop.send(#"{"id":"cola"}"#, to: "purchases", session: session).status == 201)
        }
    }

    @Test func onlyTheKeeperPausesAndOnlyWithWhatAPauseIs() async throws {
        try await withOrderingShop { shop async throws in
            #expect(try await shop.pause("{}", token: nil).status == 401)
            #expect(try await shop.pause("{}", token: "hunter3").status == 403)
            #expect(try await shop.pause(nil, token: nil).status == 401)
            #expect(try await shop.pause("{}", key: nil).status == 400)
            let past = OpenShopTests.time(in: -60)
            let far = OpenShopTests.time(in: 31 * 86_400)
            let long = String(repeating: "가", count: 101)
            let wrongs: [String] = [
                "[]", "{\"until\": \"18:30\"}", "{\"until\": \"\(past)\"}", "{\"until\": \"\(far)\"}",
                "{\"reason\": \"\(long)\"}",
            ]
            for wrong in wrongs { #expect(try await shop.pause(wrong).status == 400, "\(wrong)") }
            #expect(try await ask(shop.url, "shop").value(PresentShop.self).status == .open)
            let key = UUID().uuidString
            #expect(try await shop.pause("{}", key: key).status == 200)
            #expect(try await shop.pause(nil).status == 200)
            #expect(try await shop.pause("{}", key: key).status == 200, "the same again changes nothing")
            #expect(try await ask(shop.url, "shop").value(PresentShop.self).status == .open)
            #expect(try await shop.pause(#"{"reason": "x"}"#, key: key).status == 422)
        }
    }

    private static func time(in seconds: Double) -> String { ZonedTime(Date.now + seconds, in: .gmt).text }

    private static func order(wanted: Date? = nil) -> OrderRequest {
        OrderRequest(
            who: "지훈", handover: Handover(.pickup, wantedAt: wanted), lines: OrderingShop.order().lines,
            deliveryFee: Won(0))
    }
}

extension OrderingShop {
    /// Pauses the shop, or ends its pause.
    fileprivate func pause(
        _ body: String?, key: String? = UUID().uuidString, token: String? = token
    ) async throws -> Reply {
        var fields: [String: String] = [:]
        fields["Idempotency-Key"] = key
        fields["Authorization"] = token.map { "Bearer \($0)" }
        return try await ask(
            url, "shop/pause", method: body == nil ? "DELETE" : "PUT", fields: fields, body: Data((body ?? "").utf8))
    }

    /// Waits until the shop is as `isMeant` says.
    fileprivate func status(_ isMeant: (ShopStatus) -> Bool) async throws {
        try await wait { isMeant(try await ask(url, "shop").value(PresentShop.self).status) }
    }

    fileprivate func version() async throws -> Int {
        try await wait { try await store.read { try $0.sectionVersions().changes[.shop] } != nil }
        return try await store.read { try $0.sectionVersions().changes[.shop]?.version } ?? 0
    }
}
