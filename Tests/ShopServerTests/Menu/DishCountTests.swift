import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// Dishes of which a number is left: it goes down with each order, comes back where one is cancelled on its day, and is
/// never sold twice.
@Suite(.timeLimit(.minutes(5))) struct DishCountTests {
    private typealias Numbers = (stored: DishCount?, count: Int?, daily: Int?, day: Int)

    private static let today = Day(text: "20261126")!

    private func left(_ stored: DishCount?, count: Int? = nil, daily: Int? = nil, after days: Int = 0) -> Int? {
        DishCount.current(stored, count: count, daily: daily, on: DishCountTests.today.adding(days: days))?.left
    }

    @Test func aNumberOfTheFileAppliesWhenItChanges() {
        let stored = DishCount(left: 3, file: 10, day: DishCountTests.today)
        #expect(left(nil) == nil)
        #expect(left(nil, count: 10) == 10)
        #expect(left(stored, count: 10) == 3)
        #expect(left(stored, count: 10, after: 5) == 3)
        #expect(left(stored, count: 11) == 11)
        #expect(left(stored, count: nil) == nil)
    }

    @Test func aDailyNumberAppliesAtTheStartOfEachDay() {
        let stored = DishCount(left: 3, daily: 20, day: DishCountTests.today)
        #expect(left(nil, daily: 20) == 20)
        #expect(left(stored, daily: 20) == 3)
        #expect(left(stored, daily: 20, after: 1) == 20)
        #expect(left(stored, daily: 30) == 30)
        // A clock that is put back starts no day.
        #expect(left(stored, daily: 20, after: -1) == 3)
        #expect(left(stored, daily: nil) == 3)
        // One that is gone counts until its day ends, also if something was sold since.
        let gone = DishCount.current(stored, count: nil, daily: nil, on: DishCountTests.today)
        for stored in [stored, gone] { #expect(left(stored, daily: nil, after: 1) == nil) }
        #expect(left(stored, count: 5, after: 1) == 5)
        // The count is for the first day, the daily one for those that follow.
        #expect(left(nil, count: 5, daily: 20) == 5)
        let first = DishCount.current(nil, count: 5, daily: 20, on: DishCountTests.today)
        #expect(left(first, count: 5, daily: 20, after: 1) == 20)
    }

    @Test func theKeepersNumberHoldsUntilTheFilesChanges() {
        let stored = DishCount(left: 7, file: nil, day: DishCountTests.today, isKeepers: true)
        #expect(left(stored, after: 9) == 7)
        #expect(left(stored, count: 2) == 2)
        let today = DishCount(left: 7, daily: 20, day: DishCountTests.today, isKeepers: true)
        #expect(left(today, daily: nil, after: 1) == 7)
        let counted = DishCount(left: 7, file: 10, day: DishCountTests.today, isKeepers: true)
        #expect(left(counted, count: 10) == 7)
        #expect(left(counted, count: nil) == 7)
    }

    @Test func whatIsLeftGoesDownAndIsShownFromFiveOn() async throws {
        try await withOrderingShop { shop in
            try await shop.count(10)
            let before = try await shop.versions()
            #expect(try await shop.buy(4).status == 201)
            #expect(try await shop.served().count == nil)
            // Nobody sees a difference between ten and six.
            #expect(try await shop.versions() == before)
            #expect(try await shop.buy(1).status == 201)
            #expect(try await shop.served().count == 5)
            #expect(try await shop.versions() != before)
            let few = try await shop.buy(6)
            #expect(few.status == 409)
            #expect(try few.value(OrderConflict.self).lines.map(\.left) == [5])
            #expect(try await shop.buy(5).status == 201)
            #expect(try await shop.served().isSoldOut)
            #expect(try await shop.served().count == 0)
            let none = try await shop.buy(1)
            #expect(none.status == 409)
            #expect(try none.value(OrderConflict.self).lines.map(\.isSoldOut) == [true])
            #expect(try await shop.dish("H0002").value(KeeperDish.self).count == 0)
        }
    }

    @Test func whatIsCancelledOrTakenOutOnItsDayIsLeftAgain() async throws {
        let now = NIOLockedValueBox(Date(timeIntervalSince1970: 1_800_000_000))
        try await withOrderingShop(configure: { $0.clock = { now.withLockedValue(\.self) } }) { shop in
            try await shop.count(10)
            let (order, other): (Order, Order) = (try await shop.buy(4).value(), try await shop.buy(3).value())
            let reduction = ReductionRequest(lines: [.init(line: 0, quantity: 1)], reason: "하나만")
            let fields = ["Authorization": "Bearer \(OrderingShop.token)", "Idempotency-Key": UUID().uuidString]
            _ = try await ask(
                shop.url, "orders/\(order.id)/lines", method: "PATCH", fields: fields,
                body: JSONEncoder().encode(reduction))
            #expect(try await shop.left() == 6)
            _ = try await shop.move(order.id, to: .cancelled, seen: .received, reason: "없어요")
            #expect(try await shop.left() == 7)
            now.withLockedValue { $0 += 86_400 }
            _ = try await shop.move(other.id, to: .cancelled, seen: .received, reason: "없어요")
            #expect(try await shop.left() == 7)
        }
    }

    @Test func aNewDayBeginsWithTheDailyNumber() async throws {
        let now = NIOLockedValueBox(Date(timeIntervalSince1970: 1_800_000_000))
        try await withOrderingShop(configure: { $0.clock = { now.withLockedValue(\.self) } }) { shop in
            try await shop.mark(#""daily":3"#)
            #expect(try await shop.buy(3).status == 201)
            #expect(try await shop.served().isSoldOut)
            now.withLockedValue { $0 += 86_400 }
            #expect(try await shop.left() == 3)
            #expect(try await shop.buy(2).status == 201)
            #expect(try await shop.served().count == 1)
            #expect(try await shop.served().isSoldOut == false)
        }
    }

    @Test func aDishWithoutItsDailyNumberIsSoldAgainOnTheNextDay() async throws {
        let now = NIOLockedValueBox(Date(timeIntervalSince1970: 1_800_000_000))
        try await withOrderingShop(configure: { $0.clock = { now.withLockedValue(\.self) } }) { shop in
            try await shop.mark(#""daily":3"#)
            #expect(try await shop.buy(3).status == 201)
            try await shop.mark(#""shelf":"x""#)
            #expect(try await shop.served().isSoldOut)
            now.withLockedValue { $0 += 86_400 }
            #expect(try await shop.left() == nil)
            #expect(try await shop.buy(4).status == 201)
            #expect(try await shop.served().isSoldOut == false)
        }
    }

    @Test func aSavedFileKeepsWhatIsLeftAndAnotherNumberSetsIt() async throws {
        try await withOrderingShop { shop in
            try await shop.mark(#""count":5"#)
            #expect(try await shop.buy(2).status == 201)
            // The same number beside another title.
            try await shop.mark(#""count":5,"shelf":"x""#)
            #expect(try await shop.left() == 3)
            try await shop.mark(#""count":4"#)
            #expect(try await shop.left() == 4)
        }
    }

    @Test(arguments: [#""shelf":"x""#, #""count":5"#])
    func aNumberThatComesBackIsAppliedAgain(_ members: String) async throws {
        try await withOrderingShop { shop in
            try await shop.mark(#""count":2"#)
            #expect(try await shop.buy(2).status == 201)
            #expect(try await shop.left() == 0)
            // Nothing is sold meanwhile.
            try await shop.mark(members)
            try await wait { try await shop.applied() != 2 }
            try await shop.mark(#""count":2"#)
            #expect(try await shop.left() == 2)
            #expect(try await shop.served().isSoldOut == false)
            #expect(try await shop.buy(2).status == 201)
        }
    }

    @Test func theKeepersNumberOutlastsTheFiles() async throws {
        try await withOrderingShop { shop in
            try await shop.mark(#""count":5"#)
            try await shop.count(3)
            try await shop.mark(#""shelf":"x""#)
            try await wait { try await shop.applied() == nil }
            #expect(try await shop.left() == 3)
        }
    }

    @Test func theKeeperSetsHowManyAreLeft() async throws {
        try await withOrderingShop { shop in
            try await shop.mark(#""count":5"#)
            let set = try await shop.set("H0002/count", #"{"count": 2}"#).value(KeeperDish.self)
            #expect(set.count == 2)
            #expect(set.changed == [.count])
            #expect(try await shop.served().count == 2)
            #expect(try await shop.change("DELETE", "H0002/count").value(KeeperDish.self).count == 5)
            for body in [#"{"count": -1}"#, #"{"count": 100001}"#, #"{"count": "2"}"#, "{}"] {
                #expect(try await shop.set("H0002/count", body).status == 400)
            }
            #expect(try await shop.set("H0002/count", #"{"count": 2}"#, token: nil).status == 401)
            #expect(try await shop.change("PUT", "H0002/count", #"{"title": "국", "count": 1}"#).status == 409)
        }
    }

    /// 500 guests at two servers want one of fifty.
    @Test func fiftyAreSoldFiftyTimes() async throws {
        try await withOrderingShop { shop in
            try await shop.count(50)
            try await shop.another { other in
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<500 {
                        group.addTask { try await (number.isMultiple(of: 2) ? shop : other).buy(1).status }
                    }
                    return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
                }
                #expect(statuses == [201: 50, 409: 450])
                #expect(try await shop.left() == 0)
            }
            #expect(try await shop.kept.count == 50)
        }
    }
}

// Spinach, of which a number is left.
extension OrderingShop {
    fileprivate func count(_ count: Int) async throws {
        #expect(try await set("H0002/count", #"{"count": \#(count)}"#).status == 200)
    }

    fileprivate func buy(_ quantity: Int) async throws -> Reply {
        try await place(OrderingShop.order(quantity: quantity))
    }

    fileprivate func left() async throws -> Int? { try await dish("H0002").value(KeeperDish.self).count }

    /// The count of the file that was applied last.
    fileprivate func applied() async throws -> Int? {
        try await store.read { try $0.dishChange(of: "H0002")?.count?.file }
    }

    fileprivate func served() async throws -> Dish {
        try #require(try await ask(url, "woowa/side").dish("H0002"))
    }

    fileprivate func versions() async throws -> [SectionVersions.Change?] {
        try await store.read { reader in
            let changes = try reader.sectionVersions().changes
            return [SectionID.soup, .side].map { changes[$0] }
        }
    }

    /// Writes the sections' files with these members of the dish's object, and waits until the server has read them.
    fileprivate func mark(_ members: String) async throws {
        let menu = try JSONEncoder().encode([OrderingShop.radish, OrderingShop.spinach, OrderingShop.soup])
        let text = String(decoding: menu, as: UTF8.self)
            .replacing(#""detail_hash":"H0002""#, with: #"\#(members),"detail_hash":"H0002""#)
        let before = try await ask(url, "woowa/side")["ETag"]
        for section in [SectionID.soup, .side] { try write(text, to: "menu/\(section.name).json") }
        try await wait { try await ask(url, "woowa/side")["ETag"] != before }
    }
}
