import Domain
import ShopClient
import Terminal

extension Command {
    static let buy = Command("drinks.buy", help: ("고른 음료 사기", "buy the drink"), hint: ("사기", "buy"))
    static let insertThousand = Command(
        "drinks.insert-1000", help: ("1,000원 넣기", "put in 1,000원"), hint: ("천원", "1,000원"))
    static let insertFiveThousand = Command(
        "drinks.insert-5000", help: ("5,000원 넣기", "put in 5,000원"), hint: ("5천원", "5,000원"))
    static let returnChange = Command("drinks.change", help: ("거스름돈 돌려받기", "take the change"), hint: ("거스름돈", "change"))
    static let openAdmin = Command(
        "drinks.admin", help: ("자판기 관리 (가게 주인)", "the keeper's screen"), hint: ("관리", "keeper"))

    // The keeper's screen.
    static let editDrink = Command("admin.stock", help: Command.editStock.help, hint: Command.editStock.hint)
    static let removeExpired = Command(
        "admin.remove-expired", help: ("기한이 지난 것 빼기", "take out what has expired"), hint: ("빼기", "take out"))
    static let nextView = Command(
        "admin.next-view", help: ("이전, 다음 구역", "previous, next section"), title: ("다음 구역", "next section"),
        hint: ("다른 보기", "view"))
    static let previousView = Command(
        "admin.previous-view", help: nextView.help, title: LocalizedText("이전 구역", "previous section"))

    /// The amount that the command inserts; `nil` for other commands.
    var note: Won? { Command.notes[self] }

    private static let notes = [insertThousand: Won(1_000), insertFiveThousand: Won(5_000)]
}

extension KeyTable {
    static let money: KeyTable = [
        KeyBinding(.insertThousand, .character("t"), hint: .useful),
        KeyBinding(.insertFiveThousand, .character("f"), hint: .useful),
    ]

    static let drinksList: KeyTable =
        [KeyBinding(.buy, .enter, hint: .important)] + money + [
            KeyBinding(.returnChange, .character("c"), hint: .useful),
            KeyBinding(.openAdmin, .character("a"), hint: .useful),
        ]

    static let atTheMachineForGuests = drinksList.without(.openAdmin)

    /// The keys on the keeper's screen.
    static let admin: KeyTable =
        [
            KeyBinding(.editDrink, .enter, .character("e"), hint: .useful),
            KeyBinding(.removeExpired, .character("x"), .delete, hint: .useful),
            KeyBinding(.nextView, .tab, .right, .character("]"), .character("l"), hint: .useful),
            KeyBinding(.previousView, .backTab, .left, .character("["), .character("h"), isPaired: true),
        ] + moving + [
            KeyBinding(.refetch, .character("r")),
            KeyBinding(.back, .escape, .character("q"), .character("a"), .backspace, hint: .important),
        ] + everywhere

    /// The keys on the keeper's screen if no drink is selected.
    static let adminWithoutSelection = admin.without(.editDrink, .removeExpired)
}

extension SectionDefinition {
    /// The machine's sections, in display order.
    public static let drinksMachine = DrinkKind.allCases.map { kind in
        SectionDefinition(kind.section, kind.heading[.korean], rows: Drink.self)
    }
}

extension DrinkKind {
    var heading: Localized<SectionHeading> {
        switch self {
        case .milk:
            Localized(
                korean: SectionHeading(title: "우유", subtitle: "유통기한을 지키는 시원한 우유"),
                english: SectionHeading(title: "Milk", subtitle: "cold, and never past its date"))
        case .soda:
            Localized(
                korean: SectionHeading(title: "탄산음료", subtitle: "톡 쏘는 시원한 한 병"),
                english: SectionHeading(title: "Soda", subtitle: "cold and fizzy"))
        case .coffee:
            Localized(
                korean: SectionHeading(title: "커피", subtitle: "따뜻하게, 또는 차갑게"),
                english: SectionHeading(title: "Coffee", subtitle: "hot or cold"))
        }
    }
}
