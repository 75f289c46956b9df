import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// A small shop with constant contents, for recorded screens.
enum Fixture {
    static let noon = Date(timeIntervalSince1970: 1_750_000_000)

    static let galbi = Dish(
        detailHash: "H1", deliveryTypes: ["새벽배송", "전국택배"], title: "[소반가] 수제 떡갈비 한판",
        description: "달콤짭짤한 양념이 속까지 밴 떡갈비", titleInEnglish: "[Sobanga] Handmade tteokgalbi, a tray",
        descriptionInEnglish: "Rib patties, sweet and salty all the way through", originalPrice: Won(12_900),
        price: Won(10_900),
        badges: ["이벤트특가"])
    static let bulgogi = Dish(
        detailHash: "H2", deliveryTypes: ["전국택배"], title: "바싹 불고기", description: "불향 가득", price: Won(9_800),
        badges: ["베스트", "품절"])
    static let stew = Dish(
        detailHash: "H3", deliveryTypes: ["새벽배송"], title: "[한끼상] 돼지고기 김치찌개",
        description: "잘 익은 김치로 끓인 찌개", originalPrice: Won(7_000), price: Won(8_000))

    static func section(_ id: SectionID, _ dishes: [Dish], version: Int = 1) -> Section {
        Section(
            id: id, rows: SectionRows(dishes), contentVersion: version, confirmedAt: noon, isFresh: !dishes.isEmpty)
    }

    /// Returns a section of one dish and `leftOut` unreadable records.
    static func section(leftOut: Int) -> Section {
        let dish = (try? JSONEncoder().encode(galbi)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let records = [dish] + Array(repeating: "null", count: leftOut)
        let rows = try? SectionBody.read(Data("[\(records.joined(separator: ","))]".utf8), as: Dish.self)
        return Section(id: .main, rows: rows ?? SectionRows(), contentVersion: 1, confirmedAt: noon, isFresh: true)
    }

    static let sections = [
        section(.main, [galbi, bulgogi]), section(.soup, [stew]),
        Section(id: .side, isFetching: true),
    ]

    /// Returns `count` dishes.
    static func manyDishes(_ count: Int, prefix: String = "반찬") -> [Dish] {
        (0..<count).map {
            Dish(detailHash: "\(prefix)\($0)", title: PlainText("\(prefix) \($0)"), price: Won(1_000 + $0))
        }
    }

    static func state(
        _ width: Int, _ height: Int, sections: [Section] = Fixture.sections, connection: Connection = .connected,
        pictureColors: PictureColors = .none
    ) -> ShopState {
        ShopState(
            size: Size(width: width, height: height), sections: sections, connection: connection,
            pictureColors: pictureColors, now: Fixture.noon)
    }

    static let galbiPage = DishDetail(
        thumbnails: ["/pictures/1.jpg", "/pictures/2.jpg", "/pictures/3.jpg"],
        description: "참숯에 구워 먹던 맛 그대로, 다진 갈비살을 하룻밤 재워 도톰하게 빚은 떡갈비입니다.", point: "99원",
        deliveryInfo: "서울 경기 새벽배송, 전국 택배배송", deliveryFee: "2,500원 (40,000원 이상 사면 무료)",
        english: DishDetail.English(
            description:
                "Tteokgalbi as if grilled over charcoal: minced rib meat, marinated overnight and shaped thick.",
            deliveryInfo: "Dawn delivery in Seoul and Gyeonggi, by parcel nationwide",
            deliveryFee: "2,500원 (free from 40,000원)"),
        prices: [Won(12_900), Won(9_900)], pictures: ["/pictures/4.jpg", "/pictures/5.png"])

    static func frame(_ state: ShopState, _ words: Words = .korean) -> Frame {
        var view = ShopView(words: words)
        return view.frame(of: state)
    }
}

extension Frame {
    /// Whether `text` occurs within a single span.
    func contains(_ text: String) -> Bool {
        panels.contains { $0.lines.contains { $0.spans.contains { $0.text.contains(text) } } }
    }
}

extension [Effect] {
    /// The effects of a toast that reports a key without a function.
    static let unknownKey: [Effect] = [.startTimer(.toast, .seconds(2))]
}

extension Effect {
    /// Returns the request if it has that type, or `nil`.
    func request<Request: CounterRequest>(_ kind: Request.Type) -> Request? {
        if case .request(let request) = self { request.value as? Request } else { nil }
    }

    static func menu(_ request: MenuRequest) -> Effect { .request(AddressedRequest(request, to: .menu)) }
    static func drinks(_ request: DrinksRequest) -> Effect { .request(AddressedRequest(request, to: .drinks)) }
}

private protocol Asking {}
extension Dialog: Asking {}

// The open layers.
extension ShopState {
    var help: HelpPage? { layers[HelpPage.self] }
    var page: DishPage? { layers[DishPage.self] }
    var order: OrderForm? {
        get { layers[OrderForm.self] }
        set { layers[OrderForm.self] = newValue }
    }

    /// Has the order of the open form delivered.
    mutating func chooseDelivery() {
        order?.choose(.delivery)
        let delivery = OrdersFixture.delivery
        order?.form[.detail(.phone)] = .text(TextField(delivery.phone ?? ""))
        order?.form[.detail(.address)] = .text(TextField(delivery.address ?? ""))
    }

    var editor: StockEditor? { layers[StockEditor.self] }
    var admin: AdminScreen? { layers[AdminScreen.self] }
    var stepper: Stepper? { layers[Stepper.self] }
    var contactForm: ContactForm? {
        get { layers[ContactForm.self] }
        set { layers[ContactForm.self] = newValue }
    }

    /// Whether a dialog with that question is open.
    func asks<Asked: Question>(_ question: Asked) -> Bool { layers[Dialog<Asked>.self]?.question == question }
}

extension ShopState {
    /// The frontmost element, which receives the keys.
    enum Front { case list, filter, help, palette, page, order, dialog, editor, admin, stepper, card, contact }

    var layer: Front? {
        switch layers.top {
        case nil: isTyping ? .filter : .list
        case is HelpPage: .help
        case is CommandPalette: .palette
        case is DishPage: .page
        case is OrderForm: .order
        case is any Asking: .dialog
        case is StockEditor: .editor
        case is AdminScreen: .admin
        case is Stepper: .stepper
        case is ContactCard: .card
        case is ContactForm: .contact
        default: nil
        }
    }

    /// Presses the keys and returns the resulting effects.
    @discardableResult
    mutating func press(_ keys: Key...) -> [Effect] { press(keys) }

    @discardableResult
    mutating func press(_ keys: [Key]) -> [Effect] {
        keys.flatMap { reduce(&self, .keyPressed($0)) }
    }
}

extension KeyTable {
    static let all: [KeyTable] =
        [
            admin, helpPage, dish, text, quantity, buttons, sending, dialog, dialog + money, steppers, searching,
            palette,
            manyButtons, suggesting, saving,
        ] + counters.map { $0.keys(on: nil).beside(list(counters.map(\.texts.title))) }

    private static let counters: [any ShopApp.Counter] = [
        MenuCounter(), JuiceCounter(), DrinksCounter(), ContactsCounter(),
    ]
}

/// Presses the keys and expects that they cause those effects.
func expect(
    _ effects: [Effect], of state: inout ShopState, pressing keys: Key...,
    at location: SourceLocation = #_sourceLocation
) {
    let found = keys.flatMap { state.press($0) }
    #expect(found == effects, sourceLocation: location)
}
