import Domain
import Foundation
import ShopResources
import TerminalText
import TestPeers
import TestSupport
import Testing

/// The server is killed at the worst moments and restarted: nothing is lost, and nothing is taken twice or for nothing.
@Suite struct KillTests {
    /// The point of the kill.
    enum Point: String, CaseIterable {
        case received, committing, committed

        var isDone: Bool { self == .committed }
    }

    @Test(arguments: KilledAction.allCases, Point.allCases)
    func whatWasNotAnsweredIsDoneOnceByAskingAgain(_ action: KilledAction, _ point: Point) async throws {
        let shop = try Scene()
        let (key, slack) = (UUID(), try FakeSlack { _ in .hang })
        if action.isPrepared {
            let server = try await shop.banchan()
            try await action.prepare(server)
            #expect(try await server.stop().end == .fine)
        }
        let killed = try await shop.killed(at: point.rawValue, announcingTo: slack)
        #expect(try await action.ask(killed, key: key) == nil)
        #expect(try await killed.program.ended().end == .killed)

        let server = try await shop.banchan()
        let state = try await ShopState(of: server)
        #expect(state == (point.isDone ? action.after : action.before))
        for isRepeated in [point.isDone, true] {
            let answer = try await action.ask(server, key: key)
            #expect(answer?.status == (isRepeated || action.isMove ? 200 : 201))
            #expect(try await ShopState(of: server) == action.after)
        }
        // Where there was enough for one, the next is refused under another key.
        if let refusal = action.refusal { #expect(try await action.ask(server, key: UUID())?.status == refusal) }
        #expect(try await server.stop().end == .fine)
        slack.stop()
    }

    @Test(arguments: [("claimed", 0), ("sent", 1), ("settled", 1)])
    func aMessageThatWasNotSeenOffIsSentByTheNextServer(_ point: String, _ sentBefore: Int) async throws {
        let shop = try Scene()
        let slack = try FakeSlack()
        let killed = try await shop.killed(at: point, announcingTo: slack)
        // The answer and the kill race here, so either may come first.
        _ = try await killed.place(shop.order(who: "가"), key: UUID())
        #expect(try await killed.program.ended().end == .killed)
        #expect(slack.count == sentBefore)
        #expect(try await shop.orders().count == 1)

        let server = try await shop.banchan(announcingTo: slack)
        #expect(try await server.place(shop.order(who: "나"), key: UUID())?.status == 201)
        // A message that was recorded as sent is not sent again. Otherwise it is sent again, before the next one.
        let expected = point == "settled" ? ["가", "나"] : Array(repeating: "가", count: sentBefore + 1) + ["나"]
        let texts = await slack.messages(expected.count).map { $0.text?.first.map(String.init) }
        #expect(texts == expected)
        #expect(try await server.stop().end == .fine)
        #expect(slack.count == expected.count)
        #expect(try await shop.orders().map(\.who) == ["가", "나"])
        slack.stop()
    }

    @Test func aServerKilledWhileItSendsSendsAfterItsRestart() async throws {
        let shop = try Scene()
        let slack = try FakeSlack { $0 == 0 ? .hang : .ok }
        let first = try await shop.killed(at: "settled", announcingTo: slack)
        #expect(try await first.place(shop.order(), key: UUID())?.status == 201)
        _ = await slack.messages(1)
        first.program.signal(SIGKILL)
        #expect(try await first.program.ended().end == .killed)
        let second = try await shop.banchan(announcingTo: slack)
        // The way of the order is said in the language of each server.
        let texts = await slack.messages(2).map { $0.text?.split(separator: "\n").first.map(String.init) }
        #expect(texts == Array(repeating: shop.announcement, count: 2))
        #expect(try await second.stop().end == .fine)
        slack.stop()
    }
}

/// What a guest or the keeper asks for under one key.
enum KilledAction: CaseIterable {
    case order, juice, money, drink, cancellation, move

    /// Whether the shop must have sold or taken something before.
    var isPrepared: Bool { self == .drink || isMove }
    var isMove: Bool { self == .cancellation || self == .move }

    /// The status of the same under another key, where there was enough for one.
    var refusal: Int? { [.juice: 409, .drink: 409][self] }

    /// Puts money into the machine, or places the first order, which takes six kiwis and waits for its dish.
    func prepare(_ server: ServingProgram) async throws {
        let answer =
            self == .drink
            ? try await KilledAction.money.ask(server, key: UUID())
            : await server.ask(
                "POST", "orders", key: UUID(), body: try KilledAction.juices("kiwi", 2, besideADish: true))
        #expect(answer?.status == 201)
    }

    /// Returns `nil` if the server ended before it answered.
    func ask(_ server: ServingProgram, key: UUID) async throws -> (status: Int, body: Data)? {
        switch self {
        case .order: try await server.ask("POST", "orders", key: key, body: JSONEncoder().encode(OrderedDish().order()))
        case .juice:
            try await server.ask("POST", "orders", key: key, body: KilledAction.juices("strawberry-banana", 1))
        case .money: await server.ask("POST", "drinks/money", key: key, body: Data(#"{"amount":5000}"#.utf8))
        case .drink: await server.ask("POST", "drinks/purchases", key: key, body: Data(#"{"id":"grape-soda"}"#.utf8))
        case .cancellation: await server.ask("POST", "orders/1/cancellation", key: key)
        case .move:
            try await server.ask(
                "PATCH", "orders/1", key: key, seen: .received,
                body: JSONEncoder().encode(OrderChange(state: .preparing)))
        }
    }

    private static func juices(_ juice: String, _ quantity: Int, besideADish: Bool = false) throws -> Data {
        let file = try ShopResources.directory().appending(components: "juice", "recipes.json")
        let recipes = try JSONDecoder().decode([Recipe].self, from: Data(contentsOf: file))
        let recipe = try #require(recipes.first { $0.id == JuiceID(juice) })
        let line = OrderRequest.Line(
            item: OrderedItem(.juice, juice), title: recipe.name, quantity: quantity, unitPrice: recipe.price)
        let dish: [OrderRequest.Line] = besideADish ? [.one(try OrderedDish().dish)] : []
        return try JSONEncoder().encode(OrderRequest(who: "지훈", lines: [line] + dish))
    }

    var before: ShopState {
        switch self {
        case .drink: ShopState(balance: 5_000)
        case .cancellation, .move: ShopState(orders: [[.received]], kiwis: 4)
        default: ShopState()
        }
    }

    var after: ShopState {
        switch self {
        case .order: ShopState(orders: [[.received]])
        case .juice: ShopState(orders: [[.ready]], strawberries: 0, bananas: 9)
        case .money: ShopState(balance: 5_000)
        case .drink: ShopState(orders: [[.handedOver]], balance: 3_700, drinks: ["grape-soda"])
        case .cancellation: ShopState(orders: [[.received, .cancelled]])
        case .move: ShopState(orders: [[.received, .preparing]], kiwis: 4)
        }
    }
}

/// What a shop has sold and what it has left, as far as these actions change it.
struct ShopState: Equatable {
    var orders: [[OrderState]] = []
    var strawberries = 10
    var bananas = 10
    var kiwis = 10
    var balance = 0
    var drinks: [String] = []
}

extension ShopState {
    init(of server: ServingProgram) async throws {
        func get<Value: Decodable>(_ path: String) async throws -> Value {
            let answer = try #require(await server.ask("GET", path))
            return try JSONDecoder().decode(Value.self, from: answer.body)
        }
        let (orders, fruits): ([Order], [FruitStock]) = (try await get("orders"), try await get("juice/fruits"))
        let machine: DrinksMachine = try await get("drinks/machine")
        func count(_ fruit: String) -> Int { fruits.first { $0.id == FruitID(fruit) }?.count ?? 0 }
        self.init(
            orders: orders.sorted { $0.id < $1.id }.map { $0.steps.map(\.state) }, strawberries: count("strawberry"),
            bananas: count("banana"), kiwis: count("kiwi"), balance: machine.balance.amount,
            drinks: machine.purchases.map(\.drink.name))
    }
}

/// A directory with a database, and the programs that use it.
private struct Scene: Sendable {
    private let scratch: Scratch
    private let ordered: OrderedDish

    init() throws {
        scratch = try Scratch()
        ordered = try OrderedDish()
    }

    private var environment: [String: String] {
        scratch.environment.merging(["BANCHAN_KEEPER_TOKEN": ServingProgram.token]) { $1 }
    }
    private var database: String { scratch.url.appending(path: "shop.sqlite").path }

    func order(who: String = "지훈") -> OrderRequest { ordered.order(who: who) }

    func banchan(announcingTo slack: FakeSlack? = nil) async throws -> ServingProgram {
        let variables = slack.map { ["BANCHAN_WEBHOOK_URL": $0.url] } ?? [:]
        return try await .banchan(database: database, environment: environment.merging(variables) { $1 })
    }

    func killed(at point: String, announcingTo slack: FakeSlack) async throws -> ServingProgram {
        let arguments = ["shop", try ShopResources.directory().path, database, point, slack.url]
        return try await ServingProgram(Built.helper, arguments, environment: environment)
    }

    /// Returns the orders that the `orders` command prints.
    func orders() async throws -> [Order] {
        let output = try await runWithoutTerminal(["orders", "--json", "--database", database])
        guard output.status == 0 else { return [] }
        return try output.standardOutput.split(separator: "\n").map {
            try JSONDecoder().decode(Order.self, from: Data($0.utf8))
        }
    }

    var announcement: String { "지훈 - \(ordered.price.text) - \(ordered.dish.title) (#1)" }
}
