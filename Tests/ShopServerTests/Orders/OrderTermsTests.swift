import Domain
import Foundation
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// The shop computes prices with options, the fee and the total itself, and refuses whatever differs from them.
@Suite struct OrderTermsTests {
    private static let size = ItemOption(
        id: "size", title: "크기", choose: 1...1,
        choices: [.init(id: "regular", title: "보통"), .init(id: "large", title: "곱빼기", price: Won(2_000))])
    private static let toppings = ItemOption(
        id: "top", title: "토핑", choose: 0...2,
        choices: [.init(id: "egg", title: "달걀", price: Won(500)), .init(id: "nori", title: "김")])
    private static let bowl = Dish(
        detailHash: "H0009", title: "비빔밥", price: Won(8_000), options: [size, toppings])

    /// Runs `body` with a shop that sells the bowl besides, and has this file of its own.
    private func withBowl(
        _ file: String? = nil, _ body: @escaping @Sendable (OrderingShop) async throws -> Void
    ) async throws {
        let menu = [OrderTermsTests.bowl, OrderingShop.spinach, OrderingShop.soup]
        try await withOrderingShop { shop in
            try await shop.withMenu(
                menu,
                prepare: { directory in
                    try write(details: ["H0003": []], below: directory)
                    if let file { try Data(file.utf8).write(to: directory.appending(component: ShopFile.name)) }
                }, body)
        }
    }

    private static func line(
        _ choices: [(String, String)], quantity: Int = 1, price: Int, titles: [PlainText] = []
    ) -> OrderRequest.Line {
        OrderRequest.Line(
            item: OrderedItem(.menu, bowl.detailHash), title: bowl.title,
            options: choices.map { ChosenOption(option: $0.0, choice: $0.1) }, quantity: quantity,
            unitPrice: Won(price), note: "덜 맵게")
    }

    private static func order(_ lines: [OrderRequest.Line], _ handover: Handover = Handover(.pickup)) -> OrderRequest {
        OrderRequest(who: "지훈", handover: handover, lines: lines)
    }

    @Test func optionsAndNotesAreKeptWithWhatTheyCost() async throws {
        try await withBowl { shop in
            let line = OrderTermsTests.line(
                [("top", "nori"), ("size", "large"), ("top", "egg")], quantity: 2, price: 10_500)
            let handover = Handover(
                .pickup,
                wantedAt: Date(timeIntervalSince1970: 60 * (Date.now.timeIntervalSince1970 / 60).rounded(.up) + 600),
                note: "문 앞에")
            let placed: Order = try await shop.place(OrderTermsTests.order([line], handover)).value()
            #expect(placed.handover == handover)
            #expect(placed.lines.map(\.note) == ["덜 맵게"])
            #expect(placed.lines.first?.options.map(\.title.own) == ["곱빼기", "달걀", "김"])
            #expect(placed.lines.first?.options.map(\.price) == [Won(2_000), Won(500), Won(0)])
            #expect(placed.total == Won(21_000))
            #expect(try await shop.kept == [placed])
        }
    }

    @Test(
        arguments: [
            ([], "Line 1: size takes from 1 to 1 choices."),
            ([("size", "regular"), ("size", "large")], "Line 1: size takes from 1 to 1 choices."),
            ([("size", "huge")], "Line 1: there is no choice huge of size."),
            ([("size", "large"), ("sauce", "soy")], "Line 1: there is no choice soy of sauce."),
            ([("size", "large"), ("top", "egg"), ("top", "egg")], "Line 1: egg of top is chosen twice."),
        ] as [([(String, String)], String)])
    func choicesThatAnswerNothingAreRefused(_ choices: [(String, String)], _ sentence: String) async throws {
        try await withBowl { shop in
            let reply = try await shop.place(OrderTermsTests.order([OrderTermsTests.line(choices, price: 10_000)]))
            #expect(reply.status == 400)
            #expect(try reply.value(OrderConflict.self).error == sentence)
            #expect(try await shop.kept.isEmpty)
        }
    }

    /// The dish is still sold, for itself: the answer says so, with its price.
    @Test func choicesOfAnOptionThatIsGoneAreAnsweredWithWhatIsLeft() async throws {
        try await withBowl { shop in
            let plain = Dish(detailHash: "H0009", title: "비빔밥", price: Won(8_000))
            for section in ["main", "soup", "side"] {
                let menu = try JSONEncoder().encode([plain, OrderingShop.spinach, OrderingShop.soup])
                try menu.write(to: shop.directory.appending(path: "menu/\(section).json"))
            }
            let order = OrderTermsTests.order([OrderTermsTests.line([("size", "large")], price: 10_000)])
            try await wait { try await shop.place(order).status == 400 }
            let conflict = try await shop.place(order).value(OrderConflict.self).lines.first
            #expect(conflict?.options == [])
            #expect(conflict?.unitPrice == Won(8_000))
            #expect(try await shop.place(OrderTermsTests.order([OrderTermsTests.line([], price: 8_000)])).status == 201)
        }
    }

    @Test func anotherPriceOrTitleOfAChoiceIsADifferenceOfItsLine() async throws {
        try await withBowl { shop in
            let dear = try await shop.place(
                OrderTermsTests.order([OrderTermsTests.line([("size", "large")], price: 9_000)]))
            #expect(dear.status == 409)
            #expect(try dear.value(OrderConflict.self).lines.map(\.unitPrice) == [Won(10_000)])
            var line = OrderTermsTests.line([], price: 10_000)
            let other = ItemOption(
                id: "size", title: "크기", choose: 1...1, choices: [.init(id: "large", title: "특대", price: Won(2_000))])
            line.options = other.chosen("large").map { [$0] } ?? []
            let renamed = try await shop.place(OrderTermsTests.order([line]))
            #expect(renamed.status == 409)
            #expect(try renamed.value(OrderConflict.self).lines.first?.options?.map(\.title.own) == ["곱빼기"])
        }
    }

    private static let rule =
        #"{"delivery": {"fee": 3000, "free_from": 20000, "minimum": 8000}, "receive": ["pickup", "delivery"]}"#

    @Test func theShopsOwnRuleOfDeliveryGoesBeforeThatOfItsDishes() async throws {
        try await withBowl(OrderTermsTests.rule) { shop in
            func place(_ quantity: Int, fee: Int, total: Int? = nil) async throws -> Reply {
                let line = OrderTermsTests.line([("size", "regular")], quantity: quantity, price: 8_000)
                return try await shop.place(
                    OrderRequest(
                        who: "지훈", handover: OrderingShop.delivery, lines: [line], deliveryFee: Won(fee),
                        total: total.map { Won($0) }))
            }
            #expect(try await place(1, fee: 3_000).status == 201)
            #expect(try await place(3, fee: 0).status == 201)
            let refused = try await place(1, fee: 2_500)
            #expect(refused.status == 409)
            #expect(
                try refused.value(OrderConflict.self).terms
                    == OrderTermsConflict(deliveryFee: Won(3_000), total: Won(11_000)))
            #expect(try await place(1, fee: 3_000, total: 8_000).value(OrderConflict.self).terms.total == Won(11_000))
            let small = try await shop.place(
                OrderRequest(
                    who: "지훈", handover: OrderingShop.delivery, lines: [OrderingShop.spinachLine],
                    deliveryFee: Won(3_000)))
            #expect(small.status == 409)
            #expect(try small.value(OrderConflict.self).terms.minimum == Won(8_000))
        }
    }

    @Test func whatTheShopDoesNotOfferOrNeedsIsSaid() async throws {
        try await withBowl(OrderTermsTests.rule) { shop in
            func place(_ handover: Handover) async throws -> Reply {
                try await shop.place(OrderTermsTests.order([OrderingShop.spinachLine], handover))
            }
            let here = try await place(Handover(.here))
            #expect(here.status == 409)
            #expect(try here.value(OrderConflict.self).terms.receive == [.pickup, .delivery])
            for handover in [
                Handover(.delivery, address: "서울"), Handover(.delivery, phone: "010-1234-5678"),
                Handover(.pickup, address: "서울"), Handover(.pickup, wantedAt: .now - 3_600),
                Handover(.pickup, wantedAt: .now + 40 * 86_400), Handover(.pickup, phone: "전화 없음"),
                Handover(.pickup, note: PlainText(String(repeating: "가", count: 201))),
            ] {
                let reply = try await place(handover)
                #expect(reply.status == 400, "\(handover)")
            }
            #expect(try await shop.kept.isEmpty)
        }
    }

    @Test func anAddressIsNeededForEveryWayForWhichTheShopAsksForIt() async throws {
        let file = #"{"receive": ["here", "pickup", "delivery"], "ask": {"address": ["here", "pickup"]}}"#
        try await withBowl(file) { shop in
            for way in [Fulfillment.here, .pickup] {
                let order = OrderTermsTests.order([OrderingShop.spinachLine], Handover(way))
                #expect(try await shop.place(order).status == 400)
                let reply = try await shop.place(
                    OrderTermsTests.order([OrderingShop.spinachLine], Handover(way, address: "3층 회의실")))
                #expect(reply.status == 201)
                #expect(try reply.value(Order.self).handover == Handover(way, address: "3층 회의실"))
            }
            #expect(try await shop.kept.map(\.handover.address) == ["3층 회의실", "3층 회의실"])
        }
    }

    /// The terminal computes the fee and the total with the same rules: all of its carts are taken as they are shown.
    @Test(arguments: [nil, rule]) func whatTerminalsShowIsWhatIsCharged(_ file: String?) async throws {
        let profile = try file.map { try JSONDecoder().decode(ShopProfile.self, from: Data($0.utf8)) } ?? ShopProfile()
        try await withBowl(file) { shop in
            var random = SeededGenerator(seed: 41)
            for _ in 0..<100 {
                var cart = Cart()
                var fees: [DeliveryFee?] = []
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let size = try #require(OrderTermsTests.size.choices.randomElement(using: &random))
                    let options = [ChosenOption(OrderTermsTests.size, size)]
                    let bowl = SaleItem(
                        OrderedItem(.menu, "H0009"), title: "비빔밥", options: options, price: Won(8_000).adding(options))
                    let soup = SaleItem(OrderedItem(.menu, "H0003"), title: "미역국", price: Won(7_000))
                    cart.add(.random(in: 1...3, using: &random), of: Bool.random(using: &random) ? bowl : soup)
                }
                fees = cart.lines.map { $0.item.item.id == "H0003" ? DeliveryFee("2,500원") : nil }
                let handover = Bool.random(using: &random) ? OrderingShop.delivery : Handover(.pickup)
                let fee = profile.deliveryFee(
                    for: zip(fees, cart.lines).map { ($0, $1.total) }, when: handover.fulfillment)
                if cart.subtotal < profile.delivery?.minimum ?? Won(0) { continue }
                let request = OrderRequest(
                    who: "지훈", handover: handover,
                    lines: cart.lines.map {
                        .init(
                            item: $0.item.item, title: $0.item.title, options: $0.item.options, quantity: $0.quantity,
                            unitPrice: $0.item.price)
                    }, deliveryFee: fee)
                let reply = try await shop.place(request)
                #expect(reply.status == 201, "\(cart.lines.map(\.quantity)) \(handover.fulfillment) \(fee)")
                #expect(try reply.value(Order.self).total == request.total)
            }
        }
    }
}
