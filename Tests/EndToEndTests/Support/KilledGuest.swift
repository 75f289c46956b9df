import Domain
import Foundation
import TerminalText
import TestPeers

/// A guest that orders, buys juices, uses the drinks machine and changes orders as their keeper. An unanswered request
/// is repeated with the same idempotency key. All of it blocks.
struct KilledGuest: Sendable {
    fileprivate struct SentRequest: Sendable {
        enum Kind { case order, money(Won), drink, change, move }

        let kind: Kind
        let request: String
        var body = Data()
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
    /// The last request that placed an order, and the order's number.
    private var lastPlaced: (request: SentRequest, number: Int)?

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

    /// Repeats the unanswered request until it is answered, and the last order, which must be answered with the same
    /// one. Throws `KillProblem` if that takes too long.
    mutating func expectAnswers(port: UInt16) throws {
        let deadline = ContinuousClock.now + KilledShopData.timeout
        while try !askAgain(port: port) {
            try expect(ContinuousClock.now < deadline, "a server that is left answers")
            usleep(KilledShopData.pause)
        }
        guard let (request, number) = lastPlaced, let answer = send(request, port: port), answer.status != 503 else {
            return
        }
        try expect(
            answer.status == 200 && request.number(in: answer.body) == number,
            "an order's key is answered with \(answer.status), not with order \(number)")
    }

    /// Repeats the unanswered request, if there is one, and returns whether it is answered now. Status 503, which a
    /// server sends while its database is unavailable, does not count as an answer.
    private mutating func askAgain(port: UInt16) throws -> Bool {
        guard let request = unanswered else { return true }
        guard let answer = send(request, port: port), answer.status != 503 else { return false }
        unanswered = nil
        answers += 1
        try receive(answer, to: request)
        return true
    }

    private func send(_ request: SentRequest, port: UInt16) -> LoopbackConnection.Answer? {
        var fields = KilledShopData.keeperFields + ["Banchan-Session: \(session)"]
        if let seen = request.seen { fields.append("If-Match: \"\(seen.rawValue)\"") }
        let connection = try? LoopbackConnection(
            port: port, request: request.request, fields: fields, body: request.body)
        return try? connection?.ask(key: request.key)
    }

    private mutating func receive(_ answer: LoopbackConnection.Answer, to request: SentRequest) throws {
        guard answer.status < 300 else {
            return try expect([402, 409, 412].contains(answer.status), "\(request.request): \(answer.status)")
        }
        switch request.kind {
        case .order: break
        case .money(let note):
            balance = Won(balance.amount + note.amount)
            let told = try JSONDecoder().decode(DrinkBalance.self, from: answer.body).balance
            try expect(told == balance, "\(told) is in the machine in the place of \(balance)")
        case .drink:
            let sold = try JSONDecoder().decode(SoldDrink.self, from: answer.body)
            balance = Won(balance.amount - sold.drink.price.amount)
            drinks += 1
            try expect(sold.balance == balance, "\(sold.balance) is left in the machine in the place of \(balance)")
        case .change:
            let returned = try JSONDecoder().decode(DrinkChange.self, from: answer.body).returned
            try expect(returned == balance, "\(returned) is given back in the place of \(balance)")
            balance = Won(0)
        case .move: return
        }
        guard let number = request.number(in: answer.body) else { return }
        placed.append(number)
        lastPlaced = (request, number)
    }
}

extension KilledGuest.SentRequest {
    /// Returns the number of the order in an answer; `nil` if the request places none.
    fileprivate func number(in body: Data) -> Int? {
        switch kind {
        case .order: try? JSONDecoder().decode(Order.self, from: body).id
        case .drink: try? JSONDecoder().decode(SoldDrink.self, from: body).drink.id
        default: nil
        }
    }
}

// The choice of the next action.
extension KilledGuest {
    private mutating func choose(_ port: UInt16) throws -> SentRequest {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return try ask(.order, "POST /orders", shop.dishOrder)
        case 1: return try ask(.order, "POST /orders", KilledShopData.juices(Int.random(in: 1...2, using: &random)))
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
            return SentRequest(kind: .move, request: "POST /orders/\(number)/cancellation")
        }
        guard let order = try? shop.order(number, port: port) else { return nil }
        var asked = try ask(
            .move, "PATCH /orders/\(number)", OrderChange(state: state, reason: state.needsReason ? "없어요" : nil))
        asked.seen = order.state
        return asked
    }
}

/// The initial data of a shop that is killed repeatedly, and the invariants that must hold after every kill.
struct KilledShopData: Sendable {
    private static let fruit = FruitID("banana")
    private static let fruitOfOne = 2
    private static let fruitAtFirst = 100
    private static let page = 1_000
    /// The longest wait for an answer of a server that was just started, or whose database was.
    static let timeout = Duration.seconds(30)
    /// The pause between two attempts, in microseconds.
    static let pause: UInt32 = 20_000
    static let keeperFields = ["Authorization: Bearer \(ServingProgram.token)"]

    /// An order of one dish.
    let dishOrder: OrderRequest
    let drinks: [DrinkID]
    private let drinksAtFirst: Int

    /// Restocks and reads a shop in which nothing has been sold yet.
    init(port: UInt16) throws {
        dishOrder = try OrderedDish().order()
        let seen = try LoopbackConnection(port: port, request: "GET /juice/fruits").ask()["ETag"] ?? ""
        let restocked = try LoopbackConnection(
            port: port, request: "PUT /juice/fruits", fields: KilledShopData.keeperFields + ["If-Match: \(seen)"],
            body: JSONEncoder().encode([KilledShopData.fruit: KilledShopData.fruitAtFirst])
        ).ask()
        try expect(restocked.status == 200, "the stock is not changed: \(restocked.status)")
        let stock = try KilledShopData.stock(port: port)
        drinks = stock.map(\.id)
        drinksAtFirst = KilledShopData.count(stock)
    }

    /// Returns an order of banana juices.
    static func juices(_ quantity: Int) -> OrderRequest {
        let line = OrderRequest.Line(
            item: OrderedItem(.juice, "banana"), title: "바나나쥬스", quantity: quantity, unitPrice: Won(4_000))
        return OrderRequest(who: "지훈", lines: [line], deliveryFee: Won(0))
    }

    func order(_ number: Int, port: UInt16) throws -> Order {
        try KilledShopData.get("/orders/\(number)", port: port, KilledShopData.keeperFields, within: .zero)
    }

    /// Throws `KillProblem` if the shop's data differs from what `guests` were told. None of them may have an
    /// unanswered request.
    func check(_ guests: [KilledGuest], port: UInt16) throws {
        let orders = try KilledShopData.orders(port: port)
        let placed = guests.flatMap(\.placed)
        try expect(Set(placed).count == placed.count, "each key has an order of its own")
        let difference = Set(orders.map(\.id)).symmetricDifference(placed)
        try expect(difference.isEmpty, "\(orders.count) orders are kept, \(placed.count) were told: \(difference)")
        for order in orders { try checkSteps(order) }
        let juices = orders.filter { ($0.state != .cancelled || $0.wasMade) && $0.counter == .juice }.flatMap(\.lines)
        let taken = juices.reduce(0) { $0 + $1.quantity } * KilledShopData.fruitOfOne
        let fruits: [FruitStock] = try KilledShopData.get("/juice/fruits", port: port)
        let fruit = fruits.first { $0.id == KilledShopData.fruit }?.count ?? 0
        try expect(fruit + taken == KilledShopData.fruitAtFirst, "\(fruit) bananas are left, and \(taken) in juices")
        for guest in guests { try checkMoney(guest, port: port) }
        let left = KilledShopData.count(try KilledShopData.stock(port: port))
        let sold = guests.reduce(0) { $0 + $1.drinks }
        try expect(left + sold == drinksAtFirst, "\(left) drinks and \(sold) sold were \(drinksAtFirst)")
    }

    private func checkSteps(_ order: Order) throws {
        guard order.isTracked else { return try expect(order.steps.count == 1, "order \(order.id) was moved") }
        for (before, after) in zip(order.steps, order.steps.dropFirst()) {
            try expect(
                before.state.allowedTransitions(for: after.by).contains(after.state),
                "order \(order.id) went from \(before.state) to \(after.state)")
        }
    }

    private func checkMoney(_ guest: KilledGuest, port: UInt16) throws {
        let machine: DrinksMachine = try KilledShopData.get(
            "/drinks/machine", port: port, ["Banchan-Session: \(guest.session)"])
        try expect(machine.balance == guest.balance, "\(machine.balance) in the machine should be \(guest.balance)")
        try expect(machine.purchaseCount == guest.drinks, "\(machine.purchaseCount) bought, not \(guest.drinks)")
    }

    /// Returns all orders, sorted by number.
    static func orders(port: UInt16) throws -> [Order] {
        var orders: [Order] = []
        while true {
            let path = "/orders?after=\(orders.last?.id ?? 0)&limit=\(page)"
            let next: [Order] = try get(path, port: port, keeperFields)
            orders += next
            if next.count < page { return orders }
        }
    }

    private static func stock(port: UInt16) throws -> [Drink] {
        let stock: DrinksStock = try get("/drinks/stock", port: port, keeperFields)
        return DrinkKind.allCases.flatMap { stock.drinks[$0] ?? [] }
    }

    private static func count(_ drinks: [Drink]) -> Int { drinks.reduce(0) { $0 + $1.count + $1.expired } }

    /// Returns the shop's answer. Status 503, sent while the database is unavailable, is retried for `time`.
    private static func get<Value: Decodable>(
        _ path: String, port: UInt16, _ fields: [String] = [], within time: Duration = timeout
    ) throws -> Value {
        let deadline = ContinuousClock.now + time
        while true {
            let answer = try LoopbackConnection(port: port, request: "GET \(path)", fields: fields).ask()
            if answer.status == 200 { return try JSONDecoder().decode(Value.self, from: answer.body) }
            let isAway = answer.status == 503 && ContinuousClock.now < deadline
            try expect(isAway, "\(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
            usleep(pause)
        }
    }
}

/// A fault found after a kill.
struct KillProblem: Error, CustomStringConvertible {
    let description: String
}

/// Throws `KillProblem` with this message if `isRight` is false.
private func expect(_ isRight: Bool, _ sentence: @autoclosure () -> String) throws(KillProblem) {
    guard isRight else { throw KillProblem(description: sentence()) }
}

extension Order {
    /// Whether it was ready before its last step: then its fruit is used.
    fileprivate var wasMade: Bool { steps.contains { $0.state == .ready } }
}
