import Domain
import Foundation
import TerminalText
import Testing

@testable import ShopClient

struct PendingOrderStoreTests {
    private let directory = TemporaryDirectory()
    private var store: PendingOrderStore { PendingOrderStore(directory: directory.url.path) }

    private func order(at seconds: Double = 0) -> PendingOrder {
        PendingOrder(draft: draft(), session: UUID(), confirmedAt: Date(timeIntervalSince1970: seconds))
    }

    @Test func ordersComeBackOldestFirstAndOnlyTheirOwnerReadsThem() throws {
        let orders = [order(at: 3), order(at: 1), order(at: 2)]
        for order in orders { #expect(store.keep(order, durably: true)) }
        #expect(store.orders() == orders.sorted { $0.confirmedAt < $1.confirmedAt })
        for file in directory.files {
            let facts = try FileManager.default.attributesOfItem(atPath: directory.url.appending(path: file).path)
            #expect(facts[.posixPermissions] as? Int == 0o600)
        }
        store.remove(orders[0])
        #expect(store.orders().count == 2)
    }

    @Test func aRefusedOrderIsMovedAside() {
        let order = order()
        _ = store.keep(order, durably: false)
        store.setAside(order)
        #expect(store.orders().isEmpty)
        #expect(directory.files == ["refused"])
        let refused = PendingOrderStore(directory: directory.url.appending(path: "refused").path)
        #expect(refused.orders() == [order])
    }

    @Test func noMoreAreKeptThanThereIsRoomFor() {
        for _ in 0..<PendingOrderStore.capacity { #expect(store.keep(order(), durably: false)) }
        #expect(!store.keep(order(), durably: false))
        let kept = store.orders()
        #expect(kept.count == PendingOrderStore.capacity)
        // An order that is stored already can be written again.
        #expect(store.keep(kept[0], durably: true))
    }

    @Test func whatIsNoOrderIsLeftAlone() throws {
        let good = order()
        _ = store.keep(good, durably: false)
        let huge = Data(repeating: 0x20, count: 1 << 20)
        let other = try JSONEncoder().encode(order())
        for (name, data) in [("a.json", Data("{".utf8)), ("b.json", Data()), ("c.json", huge), ("d.json", other)] {
            try data.write(to: directory.url.appending(path: name))
        }
        try FileManager.default.createDirectory(
            at: directory.url.appending(path: "e.json"), withIntermediateDirectories: true)
        mkfifo(directory.url.appending(path: "f.json").path, 0o600)
        #expect(store.orders() == [good])
        #expect(directory.files.count == 7)
    }

    @Test func anOrderOfFiftyLongLinesIsReadBack() {
        let title = PlainText(String(repeating: "간장 양념 돼지갈비 ", count: 20))
        let lines = (0..<Order.maxLines).map { number in
            let dish = SaleItem(
                OrderedItem(.menu, "H\(number)"), title: title, titleInEnglish: title, price: Won(9_900))
            return Cart.Line(dish, quantity: 99)
        }
        let draft = OrderDraft(key: UUID(), who: "홍길동", lines: lines)
        let order = PendingOrder(draft: draft, session: UUID(), confirmedAt: Date(timeIntervalSince1970: 0))
        #expect(store.keep(order, durably: false))
        #expect(store.orders() == [order])
    }

    @Test func whatCannotBeReadIsMovedAsideAndToldOnce() throws {
        let good = order()
        _ = store.keep(good, durably: false)
        try Data("{".utf8).write(to: directory.url.appending(path: "a.json"))
        try Data("{}".utf8).write(to: directory.url.appending(path: "note.txt"))
        let moved = directory.url.appending(path: "unreadable/a.json").path
        #expect(store.setAsideUnreadable() == [moved])
        #expect(FileManager.default.contents(atPath: moved) == Data("{".utf8))
        #expect(store.setAsideUnreadable() == [])
        #expect(store.orders() == [good])
        #expect(directory.files.contains("note.txt"))
    }

    @Test func aFileWhoseSumsWouldOverflowIsNoOrder() throws {
        for (quantity, price) in [(2, Int.max), (0, 5), (Int.max, 5), (2, -1)] {
            let dish = SaleItem(OrderedItem(.menu, "H"), title: "반찬", price: Won(price))
            let draft = OrderDraft(key: UUID(), who: "a", lines: [Cart.Line(dish, quantity: quantity)])
            _ = store.keep(PendingOrder(draft: draft, session: UUID(), confirmedAt: Date()), durably: false)
        }
        #expect(store.orders().isEmpty)
    }

    @Test func aFileOfAnImpossibleTimeOrGuestIsNoOrder() throws {
        for (who, seconds) in [("", 0), (String(repeating: "가", count: 65), 0), ("a", 1e300), ("a", -1e300)] {
            let dish = SaleItem(OrderedItem(.menu, "H"), title: "반찬", price: Won(5))
            let draft = OrderDraft(key: UUID(), who: who, lines: [Cart.Line(dish, quantity: 1)])
            let order = PendingOrder(draft: draft, session: UUID(), confirmedAt: Date(timeIntervalSince1970: seconds))
            _ = store.keep(order, durably: false)
        }
        #expect(directory.files.count == 4)
        #expect(store.orders().isEmpty)
    }

    @Test func aNameThatNoShopAcceptsIsNotOffered() throws {
        let guest = LastGuestStore(directory: directory.url.path)
        guest.write("지훈")
        #expect(guest.read() == "지훈")
        for bytes in [Data(repeating: 0x61, count: 200), Data([0xB0, 0xA1]), Data()] {
            try bytes.write(to: directory.url.appending(path: "last-guest"))
            #expect(guest.read() == "")
        }
    }

    @Test func eachShopHasAPlaceOfItsOwnBelowTheDataDirectory() throws {
        let environment = ["XDG_DATA_HOME": directory.url.path]
        let address = try ShopAddress("http://shop.local:8080/base")
        for (place, name) in [(address, "http_3a_2f_2fshop.local_3a8080_2fbase"), (nil, "own")] {
            let store = try #require(PendingOrderStore.standard(for: place, environment: environment))
            _ = store.keep(order(), durably: false)
            #expect(FileManager.default.fileExists(atPath: directory.url.path + "/banchan/orders/" + name))
        }
        #expect(PendingOrderStore.standard(for: nil, environment: ["XDG_DATA_HOME": "relative"]) == nil)
    }

    @Test func onlyTheFirstVisitIsTheFirst() throws {
        let visits = try #require(VisitStore.standard(environment: ["XDG_STATE_HOME": directory.url.path]))
        #expect(visits.noteVisit())
        #expect(!visits.noteVisit())
    }

    @Test func aVisitThatCannotBeNotedIsNotTheFirst() throws {
        let visits = VisitStore(directory: "/proc/banchan")
        #expect(!visits.noteVisit())
    }

    @Test func theLastGuestIsRemembered() throws {
        let guest = try #require(LastGuestStore.standard(environment: ["XDG_STATE_HOME": directory.url.path]))
        #expect(guest.read() == "")
        guest.write("홍길동")
        #expect(guest.read() == "홍길동")
        try Data("\u{1B}[2J나쁜\n이름".utf8).write(to: directory.url.appending(path: "banchan/last-guest"))
        #expect(guest.read() == "[2J나쁜 이름")
    }
}
