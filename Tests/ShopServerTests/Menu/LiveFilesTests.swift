import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// Changes to the files of every module are served, and reported as events.
@Suite struct LiveFilesTests {
    @Test func aRecipeThatChangesIsServedToldAndSold() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url, after: "6")
            try shop.edit("juice/recipes.json", #""price": 4000"#, #""price": 4200"#)
            #expect(try await probe.events(1).map(\.event) == [SectionEvent(section: .juices, version: 2)])
            let juices: [Juice] = try await ask(shop.url, "juice/menu").value()
            #expect(juices.first { $0.id == JuiceID("banana") }?.price == Won(4_200))
            var line = OrderingShop.juiceLine("banana")
            line.unitPrice = Won(4_200)
            #expect(try await shop.order([line]).value(Order.self).total == Won(4_200))
        }
    }

    @Test func aFruitThatIsRenamedChangesOnlyTheFruits() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            #expect(try await shop.stock["kiwi"] == 10)
            let probe = try await EventProbe(to: shop.url, after: "6")
            try shop.edit(
                "juice/fruits.json", #""name": "키위", "name_en": "Kiwi", "count": 10"#, #""name": "참다래", "count": 50"#)
            #expect(try await probe.events(1).map(\.event) == [SectionEvent(section: .fruits, version: 2)])
            let fruits: [FruitStock] = try await ask(shop.url, "juice/fruits").value()
            // The count belongs to the bar and not to the file.
            #expect(fruits.contains(FruitStock(id: FruitID("kiwi"), name: "참다래", count: 10)))
        }
    }

    @Test func aDrinkThatBecomesDearerChangesOnlyItsKind() async throws {
        try await withDrinksShop { shop in
            try await shop.settled(9)
            #expect(try await shop.drinks["cola"] == 3)
            let probe = try await EventProbe(to: shop.url, after: "9")
            try shop.edit("drinks/drinks.json", #""price": 2000"#, #""price": 2100"#)
            #expect(try await probe.events(1).map(\.event) == [SectionEvent(section: .soda, version: 2)])
            let sodas: [Drink] = try await ask(shop.url, "drinks/soda").value()
            #expect(sodas.map(\.price) == [Won(2_100)])
            #expect(sodas.map(\.count) == [3])
        }
    }

    @Test func aDrinkThatGetsAnEnglishNameChangesItsKind() async throws {
        try await withDrinksShop { shop in
            try await shop.settled(9)
            let probe = try await EventProbe(to: shop.url, after: "9")
            try shop.edit("drinks/drinks.json", #""price": 2000"#, #""price": 2000, "name_en": "Cola""#)
            #expect(try await probe.events(1).map(\.event) == [SectionEvent(section: .soda, version: 2)])
            let sodas: [Drink] = try await ask(shop.url, "drinks/soda").value()
            #expect(sodas.map(\.english.name) == ["Cola"])
        }
    }

    @Test func aDetailThatChangesIsServedAtTheListsPrice() async throws {
        try await withOrderingShop { shop in
            let before = try await ask(shop.url, "woowa/detail/H0001")
            #expect(try DishDetailBody.decode(before.body).data.prices == [Won(6_000), Won(6_000)])
            try write(details: ["H0001": ["9,000원", "8,000원"], "H0002": ["1원"]], below: shop.directory)
            // The files may be noticed in either order.
            try await wait { try await ask(shop.url, "woowa/detail/H0002").status == 200 }
            try await wait { try await ask(shop.url, "woowa/detail/H0001")["ETag"] != before["ETag"] }
            let after = try await ask(shop.url, "woowa/detail/H0001")
            #expect(try DishDetailBody.decode(after.body).data.prices == [Won(9_000), Won(6_000)])
            #expect(after["ETag"] != before["ETag"])
            let added = try await ask(shop.url, "woowa/detail/H0002")
            #expect(try DishDetailBody.decode(added.body).data.prices == [Won(3_900)])
        }
    }

    @Test func aDetailOfOtherTextKeepsAllOfItButThePrice() async throws {
        try await withOrderingShop { shop in
            let file = shop.directory.appending(path: "details/H0003.json")
            let text =
                #"{"hash":"H0003","x":[1.50],"data":{"product_description":"가\u00e9","prices":[ "1원","2원" ],"y":{}},}"#
            try Data(text.utf8).write(to: file)
            let served = text.replacing("\"2원\"", with: "\"7,000원\"").replacing("},}", with: "}}")
            try await wait {
                let body = try await ask(shop.url, "woowa/detail/H0003").body
                return try JSONValue(body) == JSONValue(Data(served.utf8))
            }
        }
    }

    /// Its fee is not known. What was ordered before is not affected.
    @Test func aDishWhoseNewDetailIsInvalidCannotBeOrdered() async throws {
        let told = Record<Finding>()
        try await withOrderingShop(configure: { configuration in
            configuration.onFindings = { report in for finding in report.findings { told.append(finding) } }
        }) { shop in
            #expect(try await shop.set("H0002/count", #"{"count": 9}"#).status == 200)
            let order: Order = try await shop.place(OrderingShop.order(quantity: 2)).value()
            try shop.write("{", to: "details/H0002.json")
            await told.wait { $0.contains { $0.file == "details/H0002.json" } }
            let refused = try await shop.place(OrderingShop.order())
            #expect((refused.status, refused["Retry-After"]) == (503, "30"))
            #expect(String(decoding: refused.body, as: UTF8.self).contains("시금치나물"))
            #expect(try await shop.place(OrderingShop.order("H0003", price: 7_000)).status == 201)
            let cancelled = try await shop.move(order.id, to: .cancelled, seen: .received, reason: "없어요")
            #expect(cancelled.status == 200)
            #expect(try await shop.dish("H0002").value(KeeperDish.self).count == 9)
            try write(details: ["H0002": []], below: shop.directory)
            try await wait { try await ask(shop.url, "woowa/detail/H0002").status == 200 }
            // Now it has a fee.
            #expect(try await shop.place(OrderingShop.order()).status == 409)
        }
    }

    @Test(arguments: [
        ("menu/side.json", "woowa/side"), ("details/H0001.json", "woowa/detail/H0001"),
        ("juice/fruits.json", "juice/fruits"), ("drinks/drinks.json", "drinks/soda"),
    ])
    func whateverIsBrokenTheAnswerStaysWhatItWas(_ file: String, _ path: String) async throws {
        let told = Record<Finding>()
        try await withDrinksShop(configure: { configuration in
            configuration.onFindings = { report in for finding in report.findings { told.append(finding) } }
        }) { shop in
            let good = try await ask(shop.url, path)
            let text = String(decoding: try Data(contentsOf: shop.directory.appending(path: file)), as: UTF8.self)
            try shop.write(String(text.dropLast(3)), to: file)
            await told.wait {
                $0.contains { $0.file == file && $0.text == .fault(.init(reason: .unexpectedEnd, offset: 0)) }
            }
            try FileManager.default.removeItem(at: shop.directory.appending(path: file))
            // The page of a dish is removed with its file; any other file is reported as missing.
            if file.hasPrefix("details/") {
                try await wait { try await ask(shop.url, path).status == 404 }
            } else {
                await told.wait { $0.contains { $0.file == file && $0.text.english == "The file is missing." } }
                #expect(try await ask(shop.url, path).body == good.body)
            }
            try shop.write(text, to: file)
            try await wait { try await ask(shop.url, path).body == good.body }
        }
    }

    @Test func aBrokenFileLeavesWhatWasGoodAndIsToldOnce() async throws {
        let told = Record<Finding>()
        try await withOrderingShop(configure: { configuration in
            configuration.onFindings = { report in for finding in report.findings { told.append(finding) } }
        }) { shop in
            try await shop.settled()
            let good = try await ask(shop.url, "juice/menu")
            try shop.write("[{", to: "juice/recipes.json")
            await told.wait { $0.contains { $0.file == "juice/recipes.json" } }
            #expect(try await ask(shop.url, "juice/menu").body == good.body)
            let probe = try await EventProbe(to: shop.url, after: "6")
            try shop.write("[]", to: "menu/main.json")
            // When this change is reported, the broken file has been read again.
            try shop.write("[ ]", to: "menu/main.json")
            #expect(try await probe.events(1).map(\.event) == [SectionEvent(section: .main, version: 2)])
            try shop.write(#"[{"x": 1}]"#, to: "menu/main.json")
            await told.wait { $0.contains { $0.file == "menu/main.json" } }
            #expect(told.all.count { $0.file == "juice/recipes.json" } == 1)
        }
    }

    @Test func theKeeperIsToldWhichFileIsBrokenAndWhenItIsValidAgain() async throws {
        try await withOrderingShop(configure: { $0.onFindings = { _ in } }) { shop in
            // The first check has noted that nothing is broken.
            try await shop.settled(7)
            let probe = try await EventProbe(to: shop.url, after: "7", token: OrderingShop.token)
            let before = try await shop.keep("files").value([FileProblem].self)
            #expect(!before.contains { $0.file == "juice/recipes.json" })
            #expect(try await shop.keep("files", token: nil).status == 401)
            let good = String(
                decoding: try Data(contentsOf: shop.directory.appending(path: "juice/recipes.json")), as: UTF8.self)
            try shop.write("[{", to: "juice/recipes.json")
            #expect(try await probe.events(1).map(\.event.section) == [.files])
            let broken = try await shop.keep("files").value([FileProblem].self)
            #expect(broken.map(\.file) == ["juice/recipes.json"] + before.map(\.file))
            #expect(broken.first?.line == 1)
            #expect(broken.first?.english == FindingText.fault(.init(reason: .unexpectedEnd, offset: 2)).english)
            try shop.write(good, to: "juice/recipes.json")
            try await wait { try await shop.keep("files").value([FileProblem].self) == before }
        }
    }
}

extension OrderingShop {
    /// Replaces `old` by `new` in a file of the shop.
    func edit(_ file: String, _ old: String, _ new: String) throws {
        let url = directory.appending(path: file)
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        guard text.contains(old) else { throw CocoaError(.fileReadCorruptFile) }
        try write(text.replacing(old, with: new), to: file)
    }

    func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: directory.appending(path: file))
    }
}
