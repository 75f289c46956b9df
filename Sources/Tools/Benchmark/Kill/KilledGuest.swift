import Domain
import Foundation
import SeededRandom

/// A guest that orders, buys juices, uses the drinks machine and changes orders as their keeper. An unanswered request
/// is repeated with the same idempotency key.
struct KilledGuest: Sendable {
    private struct SentRequest: Sendable {
        enum Kind { case order, money(Won), drink, change, move }

        let kind: Kind
        let request: String
        let body: Data
        var seen: OrderState?
        let key = UUID()
    }

    private var random: SeededGenerator
    private let shop: KilledShopData
    let session = UUID()
    /// The order numbers of everything ordered or bought, one for each idempotency key.
    private(set) var placed: [Int] = []
    /// The guest's balance in the drinks machine, and the number of drinks bought.
    private(set) var balance = Won(0)
    private(set) var drinks = 0
    private(set) var answers = 0
    private var unanswered: SentRequest?

    init(shop: KilledShopData, seed: UInt64) {
        self.shop = shop
        random = SeededGenerator(seed: seed)
    }

    /// Performs a random action, or repeats the unanswered one. Returns whether it was answered; throws `KillProblem`
    /// if the answer is wrong.
    mutating func act(port: UInt16) throws -> Bool {
        if unanswered == nil { unanswered = try choose(port) }
        return try askAgain(port: port)
    }

    /// Repeats the unanswered request, if there is one, and returns whether it is answered now. Status 503, which a
    /// server sends while its database is unavailable, does not count as an answer.
    @discardableResult
    mutating func askAgain(port: UInt16) throws -> Bool {
        guard let asked = unanswered else { return true }
        var fields = KilledShopData.keeperFields + ["Banchan-Session: \(session)"]
        if let seen = asked.seen { fields.append("If-Match: \"\(seen.rawValue)\"") }
        let connection = try? ShopConnection(port: port, request: asked.request, fields: fields, body: asked.body)
        guard let answer = try? connection?.ask(key: asked.key), answer.status != 503 else { return false }
        unanswered = nil
        answers += 1
        try take(answer, to: asked)
        return true
    }

    private mutating func take(_ answer: ShopConnection.Answer, to asked: SentRequest) throws {
        guard answer.status < 300 else {
            return try expect([402, 409, 412].contains(answer.status), "\(asked.request): \(answer.status)")
        }
        switch asked.kind {
        case .order: placed.append(try JSONDecoder().decode(Order.self, from: answer.body).id)
        case .money(let note):
            balance = Won(balance.amount + note.amount)
            let told = try JSONDecoder().decode(DrinkBalance.self, from: answer.body).balance
            try expect(told == balance, "\(told) is in the machine in the place of \(balance)")
        case .drink:
            let sold = try JSONDecoder().decode(SoldDrink.self, from: answer.body)
            balance = Won(balance.amount - sold.drink.price.amount)
            drinks += 1
            placed.append(sold.drink.id)
            try expect(sold.balance == balance, "\(sold.balance) is left in the machine in the place of \(balance)")
        case .change:
            let returned = try JSONDecoder().decode(DrinkChange.self, from: answer.body).returned
            try expect(returned == balance, "\(returned) is given back in the place of \(balance)")
            balance = Won(0)
        case .move: break
        }
    }
}

// The choice of the next action.
extension KilledGuest {
    private mutating func choose(_ port: UInt16) throws -> SentRequest {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return try ask(.order, "POST /orders", shop.dishOrder)
        case 1: return try ask(.order, "POST /orders", JuiceSeries.order(Int.random(in: 1...2, using: &random)))
        case 2:
            let note = DrinksMachine.notes.randomElement(using: &random) ?? Won(1_000)
            return try ask(.money(note), "POST /drinks/money", DrinkMoneyRequest(amount: note))
        case 3:
            let drink = shop.drinks.randomElement(using: &random) ?? DrinkID("")
            return try ask(.drink, "POST /drinks/purchases", DrinkRequest(id: drink))
        case 4: return SentRequest(kind: .change, request: "POST /drinks/change", body: Data("{}".utf8))
        default: return try move(port) ?? ask(.order, "POST /orders", shop.dishOrder)
        }
    }

    private func ask(_ kind: SentRequest.Kind, _ request: String, _ body: some Encodable) throws -> SentRequest {
        SentRequest(kind: kind, request: request, body: try JSONEncoder().encode(body))
    }

    /// Cancels one of the guest's own orders, or sets any order to a random state, whether that transition is allowed
    /// or not. Returns `nil` if the order cannot be read.
    private mutating func move(_ port: UInt16) throws -> SentRequest? {
        let number = Int.random(in: 1...max(8, placed.last ?? 0), using: &random)
        let state = OrderState.allCases.randomElement(using: &random) ?? .preparing
        if placed.contains(number), Bool.random(using: &random) {
            return SentRequest(kind: .move, request: "POST /orders/\(number)/cancellation", body: Data())
        }
        guard let order = try? shop.order(number, port: port) else { return nil }
        var asked = try ask(
            .move, "PATCH /orders/\(number)", OrderChange(state: state, reason: state == .cancelled ? "없어요" : nil))
        asked.seen = order.state
        return asked
    }
}
