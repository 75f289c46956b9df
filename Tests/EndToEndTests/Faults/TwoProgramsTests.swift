import Domain
import Foundation
import TestPeers
import TestSupport
import Testing

/// Two server processes that share one database.
@Suite struct TwoProgramsTests {
    @Test(arguments: SharedShop.Kind.allCases)
    func ordersOfBothAreKeptAndAKeyIsOneOrder(_ kind: SharedShop.Kind) async throws {
        let shop = try await SharedShop(kind)
        let servers = [try await shop.server(), try await shop.server()]
        let order = shop.order()
        let same = UUID()
        let answers = try await withThrowingTaskGroup(of: (Int, Order?)?.self) { group in
            for number in 0..<40 {
                group.addTask { try await servers[number % 2].place(order, key: UUID()) }
                group.addTask { try await servers[number % 2].place(order, key: same) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let statuses = answers.compactMap { $0?.0 }
        #expect(statuses.count == 80)
        #expect(statuses.count { $0 == 201 } == 41)
        #expect(statuses.count { $0 == 200 } == 39)
        let ids = Set(answers.compactMap { $0?.1?.id })
        #expect(ids == Set(1...41))
        for server in servers { #expect(try await server.stop().end == .fine) }
    }

    @Test(arguments: SharedShop.Kind.allCases)
    func bothAnnounceAndNothingIsAnnouncedTwice(_ kind: SharedShop.Kind) async throws {
        let slack = try FakeSlack()
        let shop = try await SharedShop(kind)
        let servers = [try await shop.server(announcingTo: slack), try await shop.server(announcingTo: slack)]
        for number in 0..<4 {
            let order = shop.order(who: "손님 \(number)")
            #expect(try await servers[number % 2].place(order, key: UUID())?.status == 201)
        }
        let messages = await slack.messages(4)
        #expect(Set(messages.compactMap { $0.text?.prefix(4) }) == ["손님 0", "손님 1", "손님 2", "손님 3"])
        // The pace applies to the webhook, however many servers send to it.
        #expect(messages[3].time - messages[0].time > .seconds(2))
        for server in servers { #expect(try await server.stop().end == .fine) }
        #expect(slack.count == 4)
        slack.stop()
    }

    @Test(arguments: SharedShop.Kind.allCases)
    func aPriceThatOneWasToldIsServedAtOnceAndByTheOtherAsSoonAsItHears(_ kind: SharedShop.Kind) async throws {
        let shop = try await SharedShop(kind)
        let environment = ["BANCHAN_KEEPER_TOKEN": ServingProgram.token]
        let servers = [
            try await shop.server(environment: environment), try await shop.server(environment: environment),
        ]
        let line = shop.order().lines[0]
        let dish = line.item.id
        for number in 1...20 {
            let price = Won(number * 100)
            // Each server has just served the previous price.
            let (asked, other) = (servers[number % 2], servers[(number + 1) % 2])
            let body = try JSONEncoder().encode(DishPrice(title: line.title, price))
            let answer = await asked.ask("PUT", "dishes/\(dish)/price", key: UUID(), body: body)
            #expect(answer?.status == 200)
            // The server that was told serves it at once, the other one as soon as it hears of the change.
            #expect(try await asked.price(of: dish) == price)
            try await wait { try await other.price(of: dish) == price }
        }
        for server in servers { #expect(try await server.stop().end == .fine) }
    }
}

extension ServingProgram {
    /// Returns the price of the dish on the menu that guests see.
    fileprivate func price(of dish: String) async throws -> Won? {
        let body = try await TestSupport.ask(url, SectionID.main.path).body
        return try SectionBody.decode(body, as: Dish.self).first { $0.detailHash == dish }?.price
    }
}
