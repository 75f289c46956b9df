import ArgumentParser
import Canvas
import Domain
import Foundation
import ShopResources
import Storage
import Terminal
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import Commands
@testable import ShopApp
@testable import ShopClient

/// The order key, the cart and the command line charge the same for the same things, and what the button said: of forty
/// carts under each rule, of two hundred in the long form.
@Suite(.timeLimit(.minutes(5))) struct ChargedTotalTests {
    private static let rule =
        #"{"delivery": {"fee": 3000, "free_from": 20000, "minimum": 8000}, "receive": ["delivery", "here", "pickup"]}"#

    @Test(arguments: [(nil, 0), (rule, 1_000)]) func theyChargeTheSameForRandomCarts(
        _ file: String?, _ firstSeed: Int
    ) async throws {
        let shop = try await KeyedShop(file)
        var refused = 0
        let count = LongForm.count(40, long: 200)
        for seed in firstSeed..<firstSeed + count {
            let cart = RandomCart(seed: seed, at: shop.profile)
            let first = cart.lines[0]
            let (byKey, byKeyDraft) = try await shop.order(first, cart)
            let (inCart, inCartDraft) = try await shop.order([first], cart)
            let (byCommand, byCommandDraft) = try await shop.orderByCommand(first, cart)
            #expect([byKey, inCart] == [byCommand, byCommand], "seed \(seed): \(cart)")
            #expect(byKeyDraft.request == byCommandDraft.request, "seed \(seed): \(cart)")
            #expect(inCartDraft.request == byCommandDraft.request, "seed \(seed): \(cart)")
            if cart.lines.count > 1 || cart.hasJuice { _ = try await shop.order(cart.lines, cart, cart.hasJuice) }
            if case .refused = byKey { refused += 1 }
        }
        // Few orders are below the least that is delivered.
        #expect(refused < count / 2)
        await shop.stop()
    }
}

/// What is ordered, and how the guest gets it.
private struct RandomCart: CustomStringConvertible {
    struct Line {
        let dish: Dish
        let choices: [ChosenOption]
        let quantity: Int
    }

    let lines: [Line]
    let hasJuice: Bool
    let way: Fulfillment

    init(seed: Int, at shop: ShopProfile) {
        var random = SeededGenerator(seed: UInt64(seed))
        lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            let dish = KeyedShop.menu.randomElement(using: &random) ?? KeyedShop.menu[0]
            let choices = dish.options.flatMap { option in
                let ids = option.choices.map(\.id).shuffled(using: &random)
                    .prefix(.random(in: option.choose, using: &random))
                return option.choices.filter { ids.contains($0.id) }.map { ChosenOption(option, $0) }
            }
            return Line(dish: dish, choices: choices, quantity: .random(in: 1...4, using: &random))
        }
        hasJuice = Int.random(in: 0..<5, using: &random) == 0
        way = shop.receive.randomElement(using: &random) ?? .pickup
    }

    var description: String {
        let dishes = lines.map { "\($0.quantity) × \($0.dish.detailHash) \($0.choices.map(\.choice))" }
        return "\(dishes.joined(separator: ", "))\(hasJuice ? ", a juice" : ""), \(way)"
    }
}

/// A shop's server, and terminals at it whose guests press keys.
private struct KeyedShop {
    enum Charge: Hashable {
        case won(Won)
        case refused(String)
    }

    static let menu = [
        Dish(
            detailHash: "H0001", title: "비빔밥", price: Won(8_000),
            options: [
                ItemOption(
                    id: "size", title: "크기", choose: 1...1,
                    choices: [.init(id: "regular", title: "보통"), .init(id: "large", title: "곱빼기", price: Won(2_000))]),
                ItemOption(
                    id: "top", title: "토핑", choose: 0...2,
                    choices: [
                        .init(id: "egg", title: "달걀", price: Won(500)), .init(id: "nori", title: "김"),
                        .init(id: "cheese", title: "치즈", price: Won(1_000)),
                    ]),
            ]),
        Dish(detailHash: "H0002", title: "떡갈비", originalPrice: Won(12_900), price: Won(10_900)),
        // Has no page.
        Dish(detailHash: "H0003", title: "시금치나물", price: Won(3_900)),
        Dish(detailHash: "H0004", title: "미역국", price: Won(7_000)),
        Dish(
            detailHash: "H0005", title: "식혜", price: Won(2_500),
            options: [ItemOption(id: "ice", title: "얼음", choose: 0...1, choices: [.init(id: "more", title: "많이")])]),
    ]
    private static let fees = [
        "H0001": "2,500원 (40,000원 이상 구매 시 무료)", "H0002": "3,000원 (30,000원 이상 구매 시 무료)",
        "H0004": "무료배송", "H0005": "1,000원",
    ]
    private static let token = "token-of-the-keyed-shops-keeper"
    private static let (who, phone, address): (PlainText, String, String) = ("길동", "010-1234-5678", "서울시 반찬로 1")

    let profile: ShopProfile
    private let resources: TemporaryMenu
    private let server: CountingServer
    private let shop: Shop
    private let user: User
    private let service: OrdersService
    private let juices: [Juice]

    init(_ file: String?) async throws {
        resources = try TemporaryMenu(main: KeyedShop.menu)
        let juiceBar = try ShopResources.directory().appending(path: "juice")
        try FileManager.default.copyItem(at: juiceBar, to: resources.url.appending(path: "juice"))
        try KeyedShop.write(KeyedShop.fees, below: resources.url)
        if let file { try Data(file.utf8).write(to: resources.url.appending(path: "shop.json")) }
        let store = try SQLiteStore(at: resources.url.appending(path: "shop.sqlite").path)
        server = try await CountingServer(resources: resources.url, store: store, keeperToken: KeyedShop.token)
        let environment = resources.scratch.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }
        user = User(options: [:], environment: environment)
        shop = try Shop(at: server.url, takesOrders: true, user: user)
        service = OrdersService(
            orders: shop.orders(user: user), moves: .none, pauses: .none, reports: .none, profiles: shop.profiles,
            details: shop.details, carts: nil, names: nil, contacts: nil)
        profile = try #require(await shop.profiles.fetch()).profile
        let url = try #require(URL(string: server.url))
        juices = try JSONDecoder().decode([Juice].self, from: try await ask(url, "juice/menu").body)
        let fruits = try await ask(url, "juice/fruits")
        let counts = try JSONDecoder().decode([FruitStock].self, from: fruits.body).map { ($0.id.name, 100) }
        let filled = try await ask(
            url, "juice/fruits", method: "PUT",
            fields: [
                "Authorization": "Bearer \(KeyedShop.token)", "If-Match": fruits["ETag"] ?? "",
                "Idempotency-Key": UUID().uuidString,
            ], body: JSONEncoder().encode(Dictionary(uniqueKeysWithValues: counts)))
        try #require(filled.status == 200)
    }

    func stop() async { await server.stop() }

    private static func write(_ fees: [String: String], below directory: URL) throws {
        let folder = directory.appending(component: "details")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (hash, fee) in fees {
            let data: [String: Any] = [
                "top_image": "/pictures/a.jpg", "thumb_images": ["/pictures/a.jpg"], "product_description": "반찬",
                "point": "52원", "delivery_info": "새벽배송", "delivery_fee": fee, "prices": ["6,000원"],
                "detail_section": [],
            ]
            try JSONSerialization.data(withJSONObject: ["hash": hash, "data": data])
                .write(to: folder.appending(component: "\(hash).json"))
        }
    }

    /// Orders a dish with the order key.
    func order(_ line: RandomCart.Line, _ cart: RandomCart) async throws -> (Charge, OrderDraft) {
        var terminal = self.terminal
        try await terminal.select(line.dish)
        await terminal.press(.character("o"))
        try await terminal.choose(line)
        try await terminal.tab(to: .quantity(try #require(terminal.form?.items.first).id))
        for _ in 1..<line.quantity { await terminal.press(.right) }
        return try await send(&terminal, cart)
    }

    /// Orders the dishes, and a juice if `andJuice`, from the cart.
    func order(
        _ lines: [RandomCart.Line], _ cart: RandomCart, _ andJuice: Bool = false
    ) async throws -> (Charge, OrderDraft) {
        var terminal = self.terminal
        for line in lines {
            try await terminal.select(line.dish)
            for _ in 0..<line.quantity {
                await terminal.press(.character("+"))
                try await terminal.choose(line)
            }
        }
        if andJuice { await terminal.press(.character("2"), .home, .down, .character("+")) }
        await terminal.press(.character("v"))
        return try await send(&terminal, cart)
    }

    /// Orders a dish as `banchan order` does.
    func orderByCommand(_ line: RandomCart.Line, _ cart: RandomCart) async throws -> (Charge, OrderDraft) {
        var arguments = [
            line.dish.detailHash, "--quantity", "\(line.quantity)", "--receive", cart.way.rawValue,
            "--who", KeyedShop.who.string,
        ]
        for choice in line.choices { arguments += ["--option", "\(choice.option)=\(choice.choice)"] }
        if cart.way == .delivery { arguments += ["--phone", KeyedShop.phone, "--address", KeyedShop.address] }
        let command = try PlaceOrder.parse(arguments)
        let draft = try await command.draft(at: shop, KeyedShop.who.string, user)
        do throws(CommandFailure) {
            let placed = try await command.place(draft, at: shop, user)
            return (.won(placed.total), draft)
        } catch {
            return (.refused(error.sentence), draft)
        }
    }

    private var terminal: KeyedTerminal {
        let now = Date.now
        func section(_ id: SectionID, _ rows: SectionRows) -> Section {
            Section(id: id, rows: rows, contentVersion: 1, confirmedAt: now, isFresh: true)
        }
        return KeyedTerminal(
            state: ShopApp.ShopState(
                size: Size(width: 100, height: 60),
                sections: [
                    section(.main, SectionRows(KeyedShop.menu)), section(.juices, SectionRows(juices)),
                    section(.fruits, SectionRows([FruitStock]())), section(.myOrders, SectionRows([Order]())),
                ],
                counters: [MenuCounter(), JuiceCounter(), OrdersCounter()], connection: .connected,
                guest: Guest(name: KeyedShop.who), now: now),
            service: service, profile: profile)
    }

    /// Goes through the open form to its button, and sends what pressing it asks for. Expects that what is charged is
    /// what the button said.
    private func send(_ terminal: inout KeyedTerminal, _ cart: RandomCart) async throws -> (Charge, OrderDraft) {
        let way = try #require(profile.receive.firstIndex(of: cart.way))
        try await terminal.tab(to: .receive)
        for _ in 0..<way { await terminal.press(.right) }
        if cart.way == .delivery {
            for (detail, text) in [(GuestDetail.phone, KeyedShop.phone), (.address, KeyedShop.address)] {
                try await terminal.tab(to: .detail(detail))
                for character in text { await terminal.press(.character(character)) }
            }
        }
        try await terminal.tab(to: .confirm)
        let shown = try #require(terminal.shownTotal, "\(cart)")
        let draft = try #require(await terminal.press(.enter), "\(cart)")
        let order = PendingOrder(draft: draft, session: UUID(), confirmedAt: .now)
        switch await OrderClient.http(client: shop.client, address: shop.currentAddress).place(order) {
        case .made(let receipt):
            let total = try #require(receipt).total
            #expect(total == shown, "\(cart)")
            return (.won(total), draft)
        case .refused(let status, let body):
            let refusal = OrderRefusal(status: status, body: body, of: draft.lines)
            return (.refused(try #require(user.language.terms(refusal.terms), "\(status), \(cart)")), draft)
        case .later(let status, _):
            Issue.record("\(status), \(cart)")
        case .unanswered(let failure): Issue.record("\(failure), \(cart)")
        }
        return (.refused(""), draft)
    }
}

/// The state of a terminal that is changed by keys alone; what it asks of the orders service is answered by the server.
private struct KeyedTerminal {
    var state: ShopApp.ShopState
    let service: OrdersService
    let profile: ShopProfile

    var form: OrderForm? { state.layers[OrderForm.self] }

    /// The sum on the button that orders.
    var shownTotal: Won? {
        var view = ShopView(words: .korean)
        guard let match = view.frame(of: state).picture.firstMatch(of: /\[ ([0-9,]+)원 주문하기 \]/) else { return nil }
        return Int(match.output.1.replacing(",", with: "")).map { Won($0) }
    }

    /// Presses the keys. Returns the order that is sent then.
    @discardableResult mutating func press(_ keys: Key...) async -> OrderDraft? {
        var draft: OrderDraft?
        for effect in keys.flatMap({ reduce(&state, .keyPressed($0)) }) {
            guard case .request(let request) = effect, let request = request.value as? OrdersRequest else { continue }
            switch request {
            case .place(let placed): draft = placed
            case .fetchProfile: tell(.shopKnown(PresentShop(profile)))
            case .fetchFees(let hashes): tell(.feesKnown(await service.fees(of: hashes)))
            default: break
            }
        }
        return draft
    }

    private mutating func tell(_ event: OrdersEvent) { _ = reduce(&state, .event(.orders, event)) }

    mutating func select(_ dish: Dish) async throws {
        await press(.home)
        for _ in 0..<10 where state.list.selected(Dish.self) != dish { await press(.down) }
        try #require(state.list.selected(Dish.self) == dish)
    }

    /// Answers the options of the dish, if there are any.
    mutating func choose(_ line: RandomCart.Line) async throws {
        guard !line.dish.options.isEmpty else { return }
        for option in line.dish.options {
            let made = option.choices.indices.filter { index in
                line.choices.contains { $0.option == option.id && $0.choice == option.choices[index].id }
            }
            if option.choose.upperBound == 1 {
                for _ in 0..<((made.first.map { $0 + (option.isRequired ? 0 : 1) }) ?? 0) { await press(.right) }
                await press(.tab)
            } else {
                for index in option.choices.indices {
                    if made.contains(index) { await press(.character(" ")) }
                    await press(.tab)
                }
            }
        }
        await press(.enter)
        try #require(state.layers[OptionsForm.self] == nil)
    }

    /// Moves to that field of the order form.
    mutating func tab(to stop: OrderForm.Stop) async throws {
        for _ in 0..<40 where form?.focus != stop { await press(.tab) }
        try #require(form?.focus == stop)
    }
}
