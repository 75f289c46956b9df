import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import TestSupport

@testable import ShopApp

enum OrdersFixture {
    static let galbi = SaleItem(
        OrderedItem(.menu, "H1"), title: Fixture.galbi.title, titleInEnglish: Fixture.galbi.titleInEnglish,
        price: Won(10_900))
    static let kiwi = SaleItem(OrderedItem(.juice, "kiwi"), title: "키위쥬스", price: Won(3_500))
    /// The day of `Fixture.noon` in that zone.
    static let day = Day(year: 2_025, month: 6, day: 16)!
    static let zone = TimeZone(secondsFromGMT: 9 * 3_600) ?? .gmt

    /// Returns an order that passed through `states`, one per minute.
    static func order(
        _ id: Int, _ states: OrderState..., who: PlainText = "홍길동", lines: [OrderLine]? = nil, fee: Int = 0,
        day: Day = OrdersFixture.day
    ) -> Order {
        let steps = states.enumerated().map { number, state in
            OrderStep(
                state, at: Fixture.noon + Double(number * 60), by: number == 0 || state == .cancelled ? .guest : .keeper
            )
        }
        return Order(
            id: id, number: id, day: day, who: who,
            handover: fee > 0
                ? Handover(
                    .delivery, phone: "010-1234-5678", address: "서울시 종로구 반찬로 12길 34, 정다운아파트 101동 1203호",
                    note: "문 앞에 놓아 주세요")
                : Handover(.pickup, wantedAt: id == 15 ? Fixture.noon + 1_800 : nil),
            lines: lines ?? [fee > 0 ? chosen : line(galbi, 2), line(kiwi, 1)], deliveryFee: Won(fee), steps: steps,
            placedAt: Fixture.noon)
    }

    /// Two large ones, and a note.
    static let chosen: OrderLine = {
        let size = ItemOption(
            id: "size", title: ShopText("크기", english: "Size"), choose: 1...1,
            choices: [.init(id: "large", title: ShopText("곱빼기", english: "Large"), price: Won(2_000))])
        return OrderLine(
            item: galbi.item, title: galbi.title, options: [size.chosen("large")!], quantity: 2,
            unitPrice: galbi.price, note: "덜 맵게 해 주세요")
    }()

    static let delivery = Handover(.delivery, phone: "010-1234-5678", address: "서울시 반찬로 1")

    static func line(_ item: SaleItem, _ quantity: Int) -> OrderLine {
        OrderLine(item: item.item, title: item.title, quantity: quantity, unitPrice: item.price)
    }

    static func section(_ id: SectionID, _ orders: [Order], version: Int = 1) -> Section {
        Section(
            id: id, rows: SectionRows(orders), contentVersion: version, confirmedAt: Fixture.noon, isFresh: true)
    }

    static func mine(_ orders: Order..., version: Int = 1) -> Section {
        section(.myOrders, orders, version: version)
    }

    static func board(_ state: OrderState, _ orders: Order..., version: Int = 1) -> Section {
        section(state.board, orders, version: version)
    }

    /// Returns a shop with a menu, juices and orders, at the counter of orders.
    static func state(
        _ sections: [Section], isKeeper: Bool = false, width: Int = 80, height: Int = 24, guest: Guest = Guest()
    ) -> ShopState {
        var state = shop(sections, isKeeper: isKeeper, width: width, height: height, guest: guest)
        state.press(.character("3"))
        return state
    }

    private static let juices =
        BarFixture.juices + [BarFixture.juice("kiwi", kiwi.title, kiwi.price.amount, ["kiwi": 3])]

    /// The same at the menu.
    static func shop(
        _ sections: [Section] = [mine()], isKeeper: Bool = false, isOwnShop: Bool = false, width: Int = 80,
        height: Int = 24, guest: Guest = Guest()
    ) -> ShopState {
        let counters: [any ShopApp.Counter] = [
            MenuCounter(), JuiceCounter(), OrdersCounter(isKeeper: isKeeper, isOwnShop: isOwnShop, zone: zone),
        ]
        return ShopState(
            size: Size(width: width, height: height),
            sections: Fixture.sections + [BarFixture.section(juices), BarFixture.section(BarFixture.fruits)]
                + sections,
            counters: counters, connection: .connected, guest: guest, now: Fixture.noon)
    }
}

extension ShopState {
    var orders: OrdersCounter? { self[OrdersCounter.self] }
    var reason: ReasonForm? { layers[ReasonForm.self] }
    var orderPage: OrderPage? { layers[OrderPage.self] }

    mutating func tell(_ event: OrdersEvent) -> [Effect] { reduce(&self, .event(.orders, event)) }

    /// Returns the requests to the orders service that the event causes.
    mutating func told(_ event: OrdersEvent) -> [OrdersRequest] {
        tell(event).compactMap { $0.request(OrdersRequest.self) }
    }

    /// Returns the requests to the orders service that the keys cause.
    mutating func asked(_ keys: Key...) -> [OrdersRequest] {
        keys.flatMap { press($0) }.compactMap { $0.request(OrdersRequest.self) }
    }
}

extension Effect {
    static func orders(_ request: OrdersRequest) -> Effect { .request(AddressedRequest(request, to: .orders)) }
}
