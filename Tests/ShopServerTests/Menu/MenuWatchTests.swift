import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

@Suite struct MenuWatchTests {
    private static let kimchi = Dish(detailHash: "H0009", title: "배추김치", price: Won(9_000))

    @Test func aFileThatChangesIsServedAndTold() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url, after: "6")
            try shop.write(JSONEncoder().encode([MenuWatchTests.kimchi]), to: .main)
            let event = EventProbe.Event(id: 7, event: SectionEvent(section: .main, version: 2))
            #expect(try await probe.events(1) == [event])
            let reply = try await ask(shop.url, "woowa/main")
            #expect(try SectionBody.decode(reply.body) == [MenuWatchTests.kimchi])
            let order = OrderingShop.order("H0009", title: MenuWatchTests.kimchi.title, price: 9_000)
            #expect(try await shop.place(order).status == 201)
        }
    }

    @Test func englishIsServedAsItIsAndAnOrderKeepsTheShopsOwnTitle() async throws {
        try await withOrderingShop { shop in
            let reply = try await ask(shop.url, "woowa/soup")
            let dishes: [Dish] = try SectionBody.decode(reply.body)
            #expect(dishes.first == OrderingShop.radish)
            #expect(dishes.first?.titleInEnglish == "[Sobanga] Radish & <kkakdugi>")
            #expect(try await shop.place(OrderingShop.order("H0001", price: 6_000)).status == 201)
            #expect(try await shop.kept.map(\.lines).map { $0.map(\.title) } == [[OrderingShop.radish.title]])
        }
    }

    @Test func aFileThatTakesTheOldOnesPlaceIsNoticedToo() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url, after: "6")
            let new = shop.directory.appending(component: "new.json")
            try JSONEncoder().encode([MenuWatchTests.kimchi]).write(to: new)
            #expect(rename(new.path, shop.file(of: .soup).path) == 0)
            #expect(try await probe.events(1).map(\.event) == [SectionEvent(section: .soup, version: 2)])
        }
    }

    @Test func aBrokenFileIsToldAboutAndWhatWasGoodStays() async throws {
        let told = Record<Finding>()
        try await withOrderingShop(configure: {
            $0.onFindings = { for finding in $0.findings { told.append(finding) } }
        }) {
            shop in
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url, after: "6")
            let good = try await ask(shop.url, "woowa/side")
            try shop.write(Data("[{".utf8), to: .side)
            // On a busy machine the file may be read while it is still empty, which is reported as another finding.
            let sentence = "The text ends too early."
            await told.wait { $0.contains { $0.file == "menu/side.json" && $0.text.english == sentence } }
            let finding = try #require(told.all.first { $0.text.english == sentence })
            #expect(finding.position == TextPosition(line: 1, column: 3))
            #expect(finding.severity == .problem)
            #expect(try await ask(shop.url, "woowa/side").body == good.body)
            try shop.write(JSONEncoder().encode([MenuWatchTests.kimchi]), to: .side)
            #expect(try await probe.events(1).map(\.event) == [SectionEvent(section: .side, version: 2)])
        }
    }

    @Test func whatChangedWhileTheShopWasClosedIsToldAtItsNextStart() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            try shop.write(JSONEncoder().encode([MenuWatchTests.kimchi]), to: .main)
            try await shop.another { restarted in
                let probe = try await EventProbe(to: restarted.url, after: "6")
                #expect(try await probe.events(1).map(\.event) == [SectionEvent(section: .main, version: 2)])
            }
        }
    }
}

extension OrderingShop {
    func file(of section: SectionID) -> URL { directory.appending(components: "menu", "\(section.name).json") }

    fileprivate func write(_ content: Data, to section: SectionID) throws { try content.write(to: file(of: section)) }
}
