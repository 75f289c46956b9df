import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// The sections that a shop names in its own file.
@Suite struct ShopSectionsTests {
    private static let two = #"{"sections": [{"id": "main", "title": "오늘"}, {"id": "late", "title": "밤참"}]}"#
    private static let four =
        #"{"sections": [{"id": "late", "title": "밤참"}, {"id": "side", "title": "곁들임"},"#
        + #" {"id": "Bread-2", "title": "빵", "title_en": "Bread"}, {"id": "soup", "title": "국"}]}"#
    private static let noodles = Dish(detailHash: "N0001", title: "잔치국수", price: Won(6_000))
    private static let bread = Dish(detailHash: "B0001", title: "단팥빵", price: Won(2_000))

    /// Runs `body` with a shop of two sections, `main` and `late`, and the files of further ones.
    private func withTwoSections(
        _ told: Record<Finding> = Record<Finding>(), _ body: @escaping @Sendable (OrderingShop) async throws -> Void
    ) async throws {
        try await withOrderingShop(configure: { configuration in
            let shop = configuration.resources
            configuration.onFindings = { for finding in $0.findings { told.append(finding) } }
            // The shop is there, and nothing else is in it yet.
            try! ShopSectionsTests.write([ShopSectionsTests.noodles], to: "late", of: shop)
            try! ShopSectionsTests.write([ShopSectionsTests.bread], to: "Bread-2", of: shop)
            try! Data(ShopSectionsTests.two.utf8).write(to: shop.appending(path: ShopFile.name))
        }) { shop in
            try await shop.settled(5)
            try await body(shop)
        }
    }

    private static func write(_ dishes: [Dish], to section: String, of shop: URL) throws {
        try JSONEncoder().encode(dishes).write(to: shop.appending(path: "menu/\(section).json"))
    }

    private func titles(_ shop: OrderingShop, _ id: String) async throws -> [PlainText]? {
        let reply = try await ask(shop.url, "woowa/\(id)")
        guard reply.status == 200 else { return nil }
        let dishes: [Dish] = try SectionBody.decode(reply.body)
        return dishes.map(\.title)
    }

    @Test func theirFilesAreServedInsteadOfTheThree() async throws {
        try await withTwoSections { shop in
            #expect(try await titles(shop, "late") == ["잔치국수"])
            #expect(try await titles(shop, "main") == [])
            for other in ["soup", "side", "Bread-2", "detail", "late.json"] {
                #expect(try await ask(shop.url, "woowa/\(other)").status == 404, "\(other)")
            }
            let profile = try await ask(shop.url, "shop").value(ShopProfile.self)
            #expect(profile.sections.map(\.id) == ["main", "late"])
            #expect(profile.sections.map(\.title) == ["오늘", "밤참"])
            let stream = try await RawConnection.exchange(
                with: shop.url, "HEAD /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let sections = stream["Banchan-Sections"]?.split(separator: " ").filter { $0.hasPrefix("woowa/") }
            #expect(sections == ["woowa/main", "woowa/late"])
        }
    }

    @Test func twoBecomeFourWhileTheShopIsOpen() async throws {
        try await withTwoSections { shop in
            let probe = try await EventProbe(to: shop.url)
            let known = try await probe.events(5).map(\.event.section)
            #expect(Set(known) == Set(SectionID.juiceBar + [.shop, .main, SectionID(path: "woowa/late")]))
            // A dish of which no section has a file that the shop names is not for sale.
            #expect(try await shop.place(OrderingShop.order()).status == 404)
            try shop.write(ShopSectionsTests.four, to: ShopFile.name)
            try await probe.passes(SectionID(path: "woowa/Bread-2"), version: 1)
            #expect(try await titles(shop, "Bread-2") == ["단팥빵"])
            #expect(try await titles(shop, "late") == ["잔치국수"])
            for id in ["side", "soup"] { #expect(try await titles(shop, id) != nil) }
            #expect(try await titles(shop, "main") == nil)
            let profile = try await ask(shop.url, "shop").value(ShopProfile.self)
            #expect(profile.sections.map(\.id) == ["late", "side", "Bread-2", "soup"])
            #expect(profile.sections.map(\.englishTitle) == [nil, nil, "Bread", nil])
            let order = OrderRequest(
                who: "지훈", handover: Handover(.pickup),
                lines: [
                    OrderRequest.Line(
                        item: OrderedItem(.menu, "B0001"), title: "단팥빵", quantity: 2, unitPrice: Won(2_000))
                ], deliveryFee: Won(0))
            #expect(try await shop.place(order).status == 201)
            #expect(try await shop.place(OrderingShop.order()).status == 201)
            // What its keeper changes is in the section, which is told.
            let price = Data(#"{"title": "단팥빵", "price": 2500}"#.utf8)
            let changed = try await ask(
                shop.url, "dishes/B0001/price", method: "PUT",
                fields: ["Authorization": "Bearer \(OrderingShop.token)", "Idempotency-Key": UUID().uuidString],
                body: price)
            #expect(changed.status == 200)
            try await probe.passes(SectionID(path: "woowa/Bread-2"), version: 2)
            let dishes: [Dish] = try SectionBody.decode(try await ask(shop.url, "woowa/Bread-2").body)
            #expect(dishes.map(\.price) == [Won(2_500)])
        }
    }

    /// A tab is what a terminal shows. What is sold is in the files.
    @Test func aDishIsSoldAlsoWithoutATab() async throws {
        try await withOrderingShop { shop in
            try shop.write(#"{"counters": ["juice", "orders"]}"#, to: ShopFile.name)
            try await wait { try await ask(shop.url, "shop").value(ShopProfile.self).counters.count == 2 }
            #expect(try await shop.place(OrderingShop.order()).status == 201)
        }
    }

    @Test func aSectionWithoutAFileIsNamedAndTheOthersGoOn() async throws {
        let told = Record<Finding>()
        try await withTwoSections(told) { shop in
            try shop.write(
                #"{"sections": [{"id": "gone", "title": "없음"}, {"id": "late", "title": "밤참"}]}"#, to: ShopFile.name)
            await told.wait {
                $0.contains { $0.file == "menu/gone.json" && $0.text.english == "The file is missing." }
            }
            #expect(try await titles(shop, "gone") == nil)
            #expect(try await titles(shop, "late") == ["잔치국수"])
            // At a start as well.
            let again = try shop.anotherServer()
            let restarted = OrderingShop(url: try await again.url, store: shop.store, directory: shop.directory)
            #expect(try await titles(restarted, "late") == ["잔치국수"])
            let probe = try await EventProbe(to: restarted.url)
            try ShopSectionsTests.write([ShopSectionsTests.bread], to: "gone", of: restarted.directory)
            try await probe.passes(SectionID(path: "woowa/gone"), version: 1)
            #expect(try await titles(restarted, "gone") == ["단팥빵"])
            try await again.stop()
        }
    }

    @Test func aShopThatNamesNoneNeedsTheThreeFiles() async throws {
        try await SmallShop.with(["menu/soup.json": nil]) { shop in
            let server = try? ShopServer(ShopServer.Configuration(resources: shop))
            #expect(server == nil)
        }
    }

    @Test func aFileThatNoSectionNamesIsReported() async throws {
        let late = Data("[]".utf8)
        try await SmallShop.with(["menu/late.json": late, "menu/README": late]) { shop in
            let findings = ShopServer.check(shop).findings
            #expect(findings.map(\.file) == ["menu/late.json"])
            #expect(findings.map(\.severity) == [.note])
            #expect(
                findings.map(\.text.english)
                    == ["No section in “sections” of shop.json has this file, so that it is not shown."])
            #expect(findings.map(\.text.korean) == ["shop.json의 “sections”에 없는 섹션이라 보이지 않습니다."])
        }
        let named = Data(#"{"sections": [{"id": "late", "title": "밤참"}]}"#.utf8)
        try await SmallShop.with(["menu/late.json": late, ShopFile.name: named]) { shop in
            let files = ShopServer.check(shop).findings.filter { $0.text.english.hasPrefix("No section") }.map(\.file)
            #expect(files == ["menu/main.json", "menu/side.json", "menu/soup.json"])
        }
    }

    @Test func aShopWhoseOwnFileIsBrokenIsNotSaidToLackSections() async throws {
        let named = Data(#"{"sections": [{"id": "late", "title": "밤참"}, {"id": "l/r", "title": "x"}]}"#.utf8)
        let changes: [String: Data?] = [
            "menu/soup.json": nil, "menu/late.json": Data("[]".utf8), ShopFile.name: named,
        ]
        try await SmallShop.with(changes) { shop in
            #expect(ShopServer.check(shop).findings.map(\.file) == [ShopFile.name])
        }
    }

    @Test func aShopWhoseOwnFileIsGoneIsNotSaidToLackSections() async throws {
        try await SmallShop.with(["menu/soup.json": nil, "menu/late.json": Data("[]".utf8)]) { shop in
            let report = ResourceCheck.report(on: shop, of: ShopModules.all, known: [ShopFile.name])
            #expect(report.findings.map(\.file) == [ShopFile.name])
        }
    }

    @Test func aSmallShopIsMadeOfTheSectionsThatTheLargeOneNames() async throws {
        let named = Data(#"{"sections": [{"id": "soup", "title": "국"}]}"#.utf8)
        try await SmallShop.with([ShopFile.name: named]) { shop in
            let sample = try SampleShop(of: shop, for: ShopModules.all)
            #expect(sample.files.keys.filter { $0.hasPrefix("menu/") } == ["menu/soup.json"])
        }
    }

    @Test func printersAreAskedForSectionsAndCountersThatThereAre() async throws {
        let text = #"""
            {"sections": [{"id": "main", "title": "가"}, {"id": "soup", "title": "나"}, {"id": "side", "title": "다"}],
             "printers": [{"name": "주방", "address": "/dev/lp0", "sections": ["soup", "juice", "drinks", "late"]}]}
            """#
        try await SmallShop.with([ShopFile.name: Data(text.utf8)]) { shop in
            let findings = ShopServer.check(shop).findings
            // What the machine sells needs no ticket.
            #expect(findings.map(\.position) == [83, 93].map { TextPosition(line: 2, column: $0) })
            #expect(
                findings.map(\.text.english)
                    == ["drinks", "late"].map {
                        "Nothing is printed for “\($0)”: it is no section, and no counter whose orders are printed."
                    })
        }
    }
}
