import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// The keeper's changes to dishes: their price, and whether they are sold out.
@Suite struct DishKeeperTests {
    @Test func aDishAsItsFileHasItIsShownToTheKeeper() async throws {
        let reply = try await withOrderingShop { try await $0.dish("H0001") }
        #expect(reply.status == 200)
        let expected = KeeperDish(
            hash: "H0001", title: "[소반가] 무생채 & <깍두기>", price: Won(6_000), filePrice: Won(6_000), isSoldOut: false,
            isSoldOutInFile: false, changed: [])
        #expect(try reply.value() == expected)
        #expect(reply["Cache-Control"] == "no-store")
    }

    @Test func aPriceIsChargedServedAnnouncedAndTakenBack() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let before = try await ask(shop.url, "woowa/soup")
            let probe = try await EventProbe(to: shop.url, after: "6")
            let set = try await shop.set("H0001/price", #"{"price": 4500}"#)
            #expect(set.status == 200)
            #expect(try set.value(KeeperDish.self).price == Won(4_500))
            #expect(try set.value(KeeperDish.self).filePrice == Won(6_000))
            #expect(try set.value(KeeperDish.self).changed == [.price])
            // Both sections that list the dish, and no others.
            let told = try await probe.events(2).map(\.event)
            #expect(Set(told) == [.init(section: .soup, version: 2), .init(section: .side, version: 2)])
            let after = try await ask(shop.url, "woowa/soup")
            #expect(try after.dish("H0001")?.price == Won(4_500))
            #expect(after["ETag"] != before["ETag"])
            let detail = try await ask(shop.url, "woowa/detail/H0001")
            #expect(try DishDetailBody.decode(detail.body).data.price == Won(4_500))
            #expect(try await shop.place(OrderingShop.order("H0001", price: 6_000)).status == 409)
            #expect(try await shop.place(OrderingShop.order("H0001", price: 4_500)).status == 201)

            let reset = try await shop.change("DELETE", "H0001/price")
            #expect(try reset.value(KeeperDish.self).changed == [])
            #expect(try await probe.events(4).count == 4)
            let again = try await ask(shop.url, "woowa/soup")
            #expect(again.body == before.body)
            #expect(again["ETag"] == before["ETag"])
        }
    }

    /// Equal texts may have several spellings, which the store distinguishes.
    @Test func anOtherSpellingOfAHashChangesTheDishThatIsOrdered() async throws {
        try await withOrderingShop { shop in
            let dish = Dish(detailHash: "국1", title: "미역국", price: Won(7_000))
            try await shop.withMenu([dish]) { shop in
                let spelling = try #require(
                    "국1".decomposedStringWithCanonicalMapping
                        .addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                let body = #"{"title": "미역국", "price": 4500}"#
                let set = try await shop.change("PUT", "\(spelling)/price", body)
                #expect(set.status == 200)
                #expect(try await ask(shop.url, "woowa/soup").dish("국1")?.price == Won(4_500))
                var line = OrderingShop.line(dish)
                line.unitPrice = Won(4_500)
                #expect(try await shop.order([line]).status == 201)
                #expect(try await shop.change("DELETE", "\(spelling)/price").value(KeeperDish.self).changed == [])
            }
        }
    }

    @Test func whatIsSoldOutIsMarkedAndRefused() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url, after: "6")
            let set = try await shop.set("H0002/availability", #"{"sold_out": true}"#)
            #expect(try set.value(KeeperDish.self).isSoldOut)
            #expect(try set.value(KeeperDish.self).changed == [.soldOut])
            _ = try await probe.events(2)
            #expect(try await ask(shop.url, "woowa/side").dish("H0002")?.isSoldOut == true)
            #expect(try await ask(shop.url, "woowa/side").dish("H0001")?.isSoldOut == false)
            let refused = try await shop.place(OrderingShop.order("H0002"))
            #expect(refused.status == 409)
            #expect(try refused.value(OrderConflict.self).lines.map(\.isSoldOut) == [true])
            _ = try await shop.change("DELETE", "H0002/availability")
            #expect(try await shop.place(OrderingShop.order("H0002")).status == 201)
            #expect(try await ask(shop.url, "woowa/side").dish("H0002")?.isSoldOut == false)
        }
    }

    @Test func aFileMaySayThatADishIsSoldOutAndTheKeeperThatItIsNot() async throws {
        try await withOrderingShop { shop in
            let text = try #require(
                String(data: try await ask(shop.url, "woowa/side").body, encoding: .utf8))
            let marked = text.replacing(#""detail_hash":"H0003""#, with: #""sold_out":true,"detail_hash":"H0003""#)
            for section in [SectionID.soup, .side] { try shop.write(marked, to: "menu/\(section.name).json") }
            try await wait { try await shop.dish("H0003").value(KeeperDish.self).isSoldOut }
            #expect(try await shop.place(OrderingShop.order("H0003", price: 7_000)).status == 409)
            let set = try await shop.set("H0003/availability", #"{"sold_out": false}"#)
            #expect(try set.value(KeeperDish.self).isSoldOutInFile)
            #expect(try await ask(shop.url, "woowa/side").dish("H0003")?.isSoldOut == false)
            #expect(try await shop.place(OrderingShop.order("H0003", price: 7_000)).status == 201)
        }
    }

    @Test func anOrderThatWasTakenStaysTakenWhenItsDishIsSoldOut() async throws {
        try await withOrderingShop { shop in
            let key = UUID()
            let first = try await shop.place(OrderingShop.order(), key: key)
            _ = try await shop.set("H0002/availability", #"{"sold_out": true}"#)
            let again = try await shop.place(OrderingShop.order(), key: key)
            #expect(again.status == 200)
            #expect(again.body == first.body)
            #expect(try await shop.kept.count == 1)
        }
    }

    @Test func whatWasChangedOutlivesTheServerAndHoldsOnEveryOther() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            _ = try await shop.set("H0002/price", #"{"price": 100}"#)
            try await shop.another { other in
                #expect(try await ask(other.url, "woowa/side").dish("H0002")?.price == Won(100))
                // A change made through one server is visible through the other: to orders at once.
                for price in [200, 300, 400] {
                    _ = try await shop.set("H0002/price", #"{"price": \#(price)}"#)
                    #expect(try await other.place(OrderingShop.order(price: price)).status == 201)
                    try await wait { try await ask(other.url, "woowa/side").dish("H0002")?.price == Won(price) }
                }
            }
        }
    }

    @Test func theSameKeyChangesOnceAndAnotherRequestUnderItIsRefused() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let key = UUID().uuidString
            let first = try await shop.set("H0002/price", #"{"price": 100}"#, key: key)
            _ = try await shop.set("H0002/price", #"{"price": 200}"#)
            let again = try await shop.change(
                "PUT", "H0002/price", #"{ "price": 100, "title": "시금치나물" }"#, key: key)
            #expect(again.body == first.body)
            #expect(try await shop.dish("H0002").value(KeeperDish.self).price == Won(200))
            #expect(try await shop.set("H0002/price", #"{"price": 300}"#, key: key).status == 422)
            #expect(try await shop.set("H0001/price", #"{"price": 100}"#, key: key).status == 422)
            #expect(try await shop.change("DELETE", "H0002/price", key: key).status == 422)
        }
    }

    @Test func whatLooksTheSameIsNotAnnounced() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url, after: "6")
            let tag = try await ask(shop.url, "woowa/side")["ETag"]
            let set = try await shop.set("H0002/price", #"{"price": 3900}"#)
            #expect(try set.value(KeeperDish.self).changed == [.price])
            #expect(try await ask(shop.url, "woowa/side")["ETag"] == tag)
            _ = try await shop.sell("banana")
            #expect(try await probe.events(1).map(\.event.section) == [.fruits])
        }
    }

    @Test(arguments: [
        ("price", #"{"price": -1}"#), ("price", #"{"price": 1000000001}"#), ("price", #"{"price": "100"}"#),
        ("price", "{}"), ("price", ""), ("availability", #"{"sold_out": 1}"#), ("availability", "[]"),
    ])
    func whatIsNoChangeAnswers400(_ path: String, _ body: String) async throws {
        try await withOrderingShop { shop in
            let untitled = try await shop.change("PUT", "H0002/price", #"{"price": 100}"#)
            #expect(untitled.status == 400)
            let reply = try await shop.set("H0002/\(path)", body)
            #expect(reply.status == 400)
            #expect(try reply.texts.keys.first == "error")
            #expect(try await shop.dish("H0002").value(KeeperDish.self).changed == [])
        }
    }

    /// A menu's file may use the hash for another dish, to which the keeper's price and mark do not belong.
    @Test func whatWasChangedIsSetAsideWhileItsHashIsAnotherDishAndTheKeeperIsTold() async throws {
        let findings = Record<Finding>()
        try await withOrderingShop(configure: { $0.onFindings = { $0.findings.forEach(findings.append) } }) { shop in
            _ = try await shop.set("H0002/price", #"{"price": 100}"#)
            _ = try await shop.set("H0002/availability", #"{"sold_out": true}"#)
            for section in ["soup", "side"] { try shop.edit("menu/\(section).json", "시금치나물", "숙주나물") }
            try await wait { try await ask(shop.url, "woowa/side").dish("H0002")?.title == "숙주나물" }
            let served = try #require(try await ask(shop.url, "woowa/side").dish("H0002"))
            #expect((served.price, served.isSoldOut) == (Won(3_900), false))
            let dish: KeeperDish = try await shop.dish("H0002").value()
            #expect((dish.title, dish.price, dish.isSoldOut, dish.changed) == ("숙주나물", Won(3_900), false, []))
            #expect(dish.setAside == KeeperDish.SetAside(title: "시금치나물", price: Won(100), isSoldOut: true))
            // In the operator's log, too.
            try await wait { findings.all.contains { $0.text.english.hasPrefix("H0002 is 숙주나물 now. ") } }
            let told = try #require(findings.all.first { $0.text.english.hasPrefix("H0002 is") })
            #expect(told.file == "menu/soup.json")
            for part in ["시금치나물", "100원", "sold out"] { #expect(told.text.english.contains(part)) }
            for part in ["시금치나물", "100원", "품절"] { #expect(told.text.korean.contains(part)) }

            // The dish comes back, and with it what was set for it.
            for section in ["soup", "side"] { try shop.edit("menu/\(section).json", "숙주나물", "시금치나물") }
            try await wait { try await ask(shop.url, "woowa/side").dish("H0002")?.price == Won(100) }
            #expect(try await shop.dish("H0002").value(KeeperDish.self).changed == [.price, .soldOut])
        }
    }

    @Test func aNewPriceInTheFileIsReportedWhileOneSetInTheShopApplies() async throws {
        let findings = Record<Finding>()
        try await withOrderingShop(configure: { $0.onFindings = { $0.findings.forEach(findings.append) } }) { shop in
            _ = try await shop.set("H0002/price", #"{"price": 13500}"#)
            for section in ["soup", "side"] { try shop.edit("menu/\(section).json", "3,900원", "4,200원") }
            let sentence = "시금치나물: the price set in the shop, 13,500원, applies; p returns to the file's."
            try await wait { findings.all.contains { $0.text.english == sentence } }
            #expect(try await shop.dish("H0002").value(KeeperDish.self).filePrice == Won(4_200))
            #expect(try await ask(shop.url, "woowa/side").dish("H0002")?.price == Won(13_500))
        }
    }

    @Test func aChangeOfTheNewDishReplacesThatOfTheFormerOne() async throws {
        try await withOrderingShop { shop in
            _ = try await shop.set("H0002/availability", #"{"sold_out": true}"#)
            for section in ["soup", "side"] { try shop.edit("menu/\(section).json", "시금치나물", "숙주나물") }
            try await wait { try await shop.dish("H0002").value(KeeperDish.self).setAside != nil }
            // The keeper's screen still shows the former dish.
            let refused = try await shop.set("H0002/price", #"{"price": 100}"#)
            #expect(refused.status == 409)
            #expect(try refused.texts == ["error": "H0002 was shown as 시금치나물, and is 숙주나물 now."])
            #expect(try await shop.set("H0002/availability", #"{"sold_out": false}"#).status == 409)
            let set = try await shop.change("PUT", "H0002/price", #"{"title": "숙주나물", "price": 4100}"#)
            let dish: KeeperDish = try set.value()
            #expect((dish.price, dish.isSoldOut, dish.changed, dish.setAside) == (Won(4_100), false, [.price], nil))
        }
    }

    /// As stored before titles were: nobody knows for which dish.
    @Test func aChangeWithoutATitleIsSetAsideAndCanBeRemoved() async throws {
        try await withOrderingShop { shop in
            try await shop.store.transaction { transaction in
                try transaction.setRecord("H0002", in: "dish changes", to: #"{"price": 100}"#)
                try transaction.setRecord("latest", in: "dish change generation", to: "\"\(UUID().uuidString)\"")
            }
            let dish: KeeperDish = try await shop.dish("H0002").value()
            #expect((dish.price, dish.changed) == (Won(3_900), []))
            #expect(dish.setAside == KeeperDish.SetAside(title: "", price: Won(100), isSoldOut: nil))
            #expect(try await shop.place(OrderingShop.order()).status == 201)
            let reset = try await shop.change("DELETE", "H0002/price")
            #expect(try reset.value(KeeperDish.self).setAside == nil)
        }
    }

    @Test func aChangeNeedsAKeyAndADish() async throws {
        try await withOrderingShop { shop in
            let keyless = try await shop.set("H0002/price", #"{"price": 1}"#, key: nil)
            #expect(keyless.status == 400)
            #expect(try await shop.change("DELETE", "H0002/price", key: "x").status == 400)
            #expect(try await shop.set("H9999/price", #"{"price": 1}"#).status == 404)
            #expect(try await shop.dish("H9999").status == 404)
            #expect(try await shop.dish("%00").status == 404)
            #expect(try await ask(shop.url, "dishes/H0002/price")["Allow"] == "PUT, DELETE")
        }
    }

    @Test func nobodyButTheKeeperChangesOrSeesIt() async throws {
        try await withOrderingShop { shop in
            for (token, status) in [(nil, 401), ("guess", 403)] {
                let seen = try await shop.dish("H0002", token: token)
                #expect(seen.status == status)
                for (method, path) in [
                    ("PUT", "price"), ("DELETE", "price"), ("PUT", "availability"), ("DELETE", "availability"),
                ] {
                    let body = path == "price" ? #"{"title": "a", "price": 1}"# : #"{"title": "a", "sold_out": true}"#
                    let reply = try await shop.change(method, "H0002/\(path)", body, token: token)
                    #expect(reply.status == status)
                }
            }
            let dish: KeeperDish = try await shop.dish("H0002").value()
            #expect(dish.changed == [])
        }
        let reply = try await withServer { try await ask($0, "dishes/HBDEF") }
        #expect(reply.status == 503)
    }

    @Test func theMenuIsServedAsItWasLastKnownWhileTheStoreIsAway() async throws {
        try await withOrderingShop { shop in
            _ = try await shop.set("H0002/price", #"{"price": 100}"#)
            #expect(try await ask(shop.url, "woowa/side").dish("H0002")?.price == Won(100))
            try shop.moveStoreAway()
            #expect(try await ask(shop.url, "woowa/side").dish("H0002")?.price == Won(100))
            #expect(try await shop.change("DELETE", "H0002/price").status == 503)
            try shop.moveStoreBack()
        }
    }

    @Test func aChangedSectionKeepsAllElseOfItsFile() throws {
        let text = """
            {"statusCode":200,"x":[1.50], "body": [
              {"detail_hash":"A","image":"","alt":"","delivery_type":[],"title":"가\\u00e9","description":"","s_price":"1원", "y": {"s_price": "2원"}},
              {"detail_hash":"B","image":"","alt":"","delivery_type":[],"title":"나","description":"","s_price":"3원","sold_out":false}
            ]}
            """
        let file = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID()).json")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let section = try SectionFile(readingFrom: file.path)
        let changes = [
            "A": DishChange(title: "가é", price: Won(1_000), isSoldOut: true),
            "B": DishChange(title: "나", isSoldOut: true),
        ]
        let expected = text.replacing("\"s_price\":\"1원\"", with: "\"s_price\":\"1,000원\"")
            .replacing("{\"detail_hash\":\"A\"", with: "{\"sold_out\": true, \"detail_hash\":\"A\"")
            .replacing("\"sold_out\":false", with: "\"sold_out\":true")
        let served = section.content(with: changes, on: nil)
        #expect(try JSONValue(served.text) == JSONValue(Data(expected.utf8)))
        #expect(section.content(with: [:], on: nil).tag == section.content.tag)
        #expect(
            section.content(with: ["B": DishChange(title: "가é", price: Won(9))], on: nil).tag == section.content.tag)
        #expect(section.content(with: ["C": DishChange(title: "다", price: Won(1))], on: nil).tag == section.content.tag)
    }
}

extension OrderingShop {
    /// Changes a dish with that token.
    func change(
        _ method: String, _ path: String, _ body: String = "", key: String? = UUID().uuidString, token: String? = token
    ) async throws -> Reply {
        var fields: [String: String] = [:]
        fields["Idempotency-Key"] = key
        fields["Authorization"] = token.map { "Bearer \($0)" }
        return try await ask(url, "dishes/\(path)", method: method, fields: fields, body: Data(body.utf8))
    }

    /// The same with the title of the dish, unless the body has no keys.
    func set(
        _ path: String, _ body: String, key: String? = UUID().uuidString, token: String? = token
    ) async throws -> Reply {
        let dish = [OrderingShop.radish, OrderingShop.spinach, OrderingShop.soup]
            .first { path.hasPrefix("\($0.detailHash)/") }
        let title = String(decoding: try JSONEncoder().encode(dish?.title ?? "없는 반찬"), as: UTF8.self)
        return try await change(
            "PUT", path, body.replacing("{\"", with: "{\"title\": \(title), \"", maxReplacements: 1), key: key,
            token: token)
    }

    func dish(_ hash: String, token: String? = token) async throws -> Reply {
        try await ask(url, "dishes/\(hash)", fields: token.map { ["Authorization": "Bearer \($0)"] } ?? [:])
    }
}

extension Reply {
    /// Returns the dish with that hash in the body, which is a section, or `nil` if it is not listed.
    func dish(_ hash: String) throws -> Dish? {
        try SectionBody.decode(body, as: Dish.self).first { $0.detailHash == hash }
    }
}

extension JSONValue {
    init(_ text: Data) throws { self = try JSONDecoder().decode(JSONValue.self, from: text) }
}
