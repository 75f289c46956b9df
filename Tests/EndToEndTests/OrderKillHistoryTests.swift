import Domain
import Foundation
import SeededRandom
import TestSupport
import Testing

/// Guests order and cancel and the keeper moves orders, all at once, while the server is killed again and again: what
/// was not answered is asked for again under its key, and every order went along its arrows.
@Suite(.takingTurns, .timeLimit(.minutes(5))) struct OrderKillHistoryTests {
    @Test func ordersMoveAlongTheirArrowsHoweverOftenTheServerIsKilled() async throws {
        let scratch = try Scratch()
        let shop = KilledHistory(scratch: scratch)
        var people = (0..<3).map { ActingPerson(seed: UInt64($0)) }
        for round in 0..<4 { people = try await shop.act(people, answersBeforeKill: 12 + 5 * round) }
        let server = try await shop.serve()
        for index in people.indices { await people[index].askAgain(server) }
        #expect(people.allSatisfy { $0.unanswered == nil }, "everything is answered in the end")

        let orders = try await server.allOrders()
        #expect(orders.count == Set(people.flatMap(\.placed)).count, "one order for each key")
        for order in orders { expectArrows(order) }
        let kept = orders.filter { $0.state != .cancelled }.flatMap(\.lines).reduce(0) { $0 + $1.quantity }
        #expect(try await server.kiwis() == 10 - 3 * kept, "no fruit is made or lost")
        #expect(orders.contains { $0.steps.count > 1 }, "something happened")
        #expect(try await server.stop().end == .fine)
    }

    private func expectArrows(_ order: Order) {
        #expect(order.steps.first?.state == .received)
        for (before, after) in zip(order.steps, order.steps.dropFirst()) {
            #expect(before.state.arrows(for: after.by).contains(after.state), "\(order.id)")
        }
    }
}

/// A shop whose server is killed.
private struct KilledHistory: Sendable {
    let scratch: Scratch

    func serve() async throws -> ServingProgram {
        let environment = scratch.environment.merging(["BANCHAN_KEEPER_TOKEN": ServingProgram.token]) { $1 }
        return try await .banchan(
            database: scratch.url.appending(path: "shop.sqlite").path, environment: environment)
    }

    /// Lets `people` act at once until so many answers came, and kills the server in the middle of what they do then.
    func act(_ people: [ActingPerson], answersBeforeKill: Int) async throws -> [ActingPerson] {
        let server = try await serve()
        let answers = Record<Int>()
        return try await withThrowingTaskGroup(of: ActingPerson.self) { group in
            for person in people {
                group.addTask {
                    var person = person
                    while await person.act(server) { answers.append(1) }
                    return person
                }
            }
            await answers.wait(count: answersBeforeKill)
            server.program.signal(SIGKILL)
            #expect(try await server.program.ended().end == .killed)
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

/// Somebody who is guest and keeper, and asks again for what was not answered.
private struct ActingPerson: Sendable {
    struct Asked: Sendable {
        let key = UUID()
        let method: String
        let path: String
        var seen: OrderState?
        let body: Data
    }

    private var random: SeededGenerator
    private let session = UUID()
    /// The numbers of the orders that this one placed, once for each key.
    private(set) var placed: [Int] = []
    private(set) var unanswered: Asked?

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Does something. Whether it was answered.
    mutating func act(_ server: ServingProgram) async -> Bool {
        guard unanswered == nil else { return await askAgain(server) }
        unanswered = try? await choose(server)
        return await askAgain(server)
    }

    /// Asks for what was not answered; whether it is now.
    @discardableResult
    mutating func askAgain(_ server: ServingProgram) async -> Bool {
        guard let asked = unanswered else { return true }
        let answer = await server.ask(
            asked.method, asked.path, key: asked.key, session: session, seen: asked.seen, body: asked.body)
        guard let answer else { return false }
        unanswered = nil
        #expect([200, 201, 409, 412].contains(answer.status), "\(asked.method) \(asked.path): \(answer.status)")
        if asked.path == "orders", let order = try? JSONDecoder().decode(Order.self, from: answer.body) {
            placed.append(order.id)
        }
        return true
    }

    /// Mostly moves an order that somebody placed, along an arrow or not.
    private mutating func choose(_ server: ServingProgram) async throws -> Asked {
        let number = Int.random(in: 1...8, using: &random)
        let state = OrderState.allCases.randomElement(using: &random) ?? .preparing
        let isCancelled = placed.contains(number) && Bool.random(using: &random)
        guard let known = await server.ask("GET", "orders/\(number)", session: session), known.status == 200,
            let order = try? JSONDecoder().decode(Order.self, from: known.body)
        else { return try order() }
        if isCancelled {
            return Asked(method: "POST", path: "orders/\(number)/cancellation", body: Data())
        }
        let change = OrderChange(state: state, reason: state == .cancelled ? "없어요" : nil)
        return Asked(
            method: "PATCH", path: "orders/\(number)", seen: order.state, body: try JSONEncoder().encode(change))
    }

    private func order() throws -> Asked {
        let line = CartLine(item: OrderedItem(.juice, "kiwi"), quantity: 1, unitPrice: Won(4_500))
        let cart = CartRequest(who: "지훈", lines: [line], deliveryFee: Won(0))
        return Asked(method: "POST", path: "orders", body: try JSONEncoder().encode(cart))
    }
}

extension ServingProgram {
    /// Every order, by its number.
    fileprivate func allOrders() async throws -> [Order] {
        var orders: [Order] = []
        while let answer = await ask("GET", "orders/\(orders.count + 1)"), answer.status == 200 {
            orders.append(try JSONDecoder().decode(Order.self, from: answer.body))
        }
        return orders
    }

    fileprivate func kiwis() async throws -> Int? {
        let fruits = try #require(await ask("GET", "juice/fruits"))
        return try JSONDecoder().decode([FruitStock].self, from: fruits.body)
            .first { $0.id == FruitID("kiwi") }?.count
    }
}
