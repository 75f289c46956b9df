import Domain
import ShopClient
import Terminal
import TerminalText

extension Command {
    static let select = Command("menu.price", help: ("이름과 가격 보기", "show name and price"), hint: ("가격", "price"))
    static let open = Command("menu.open", help: ("반찬 자세히 보기", "open the page of the dish"), hint: ("자세히", "details"))
    static let previousPicture = Command(
        "dish.previous-picture", help: ("이전, 다음 사진", "previous, next picture"), title: ("이전 사진", "previous picture"),
        hint: ("사진", "picture"))
    static let nextPicture = Command(
        "dish.next-picture", help: previousPicture.help, title: LocalizedText("다음 사진", "next picture"),
        hint: previousPicture.hint)

    static let refetchPage = Command("dish.refetch", help: ("이 메뉴 새로고침", "refetch this page"))

    // The keeper's commands.
    static let turnSoldOut = Command(
        "dish.sold-out", help: ("품절로 표시하기, 되돌리기", "mark it sold out, or available again"), hint: ("품절", "sold out"))
    /// The same on a dish that is sold out.
    static let turnAvailable = Command(
        turnSoldOut.name, help: ("다시 팔기", "sell it again"), hint: ("다시 팔기", "for sale again"))
    /// `less`, with a description for prices.
    static let lessWon = Command(
        less.name, help: ("숫자 입력, 100원 덜, 더", "type a number; 100원 less, 100원 more"), hint: ("가격", "price"))
    static let editPrice = Command(
        "dish.price", help: ("가격과 남은 수 변경", "change its price, or how many are left"), hint: ("가격 변경", "set price"))
}

extension KeyTable {
    static let menuList: KeyTable = [
        KeyBinding(.select, .enter, hint: .useful), KeyBinding(.open, .right, .character("l"), hint: .minor),
    ]

    static let keeperDish: KeyTable = [
        KeyBinding(.turnSoldOut, .character("s"), hint: .useful),
        KeyBinding(.editPrice, .character("p"), hint: .useful),
    ]

    private static let keeperSoldOutDish = KeyTable(
        keeperDish.map {
            $0.command == .turnSoldOut ? KeyBinding(.turnAvailable, keys: $0.keys, hint: $0.hint) : $0
        })

    /// Returns the keeper's keys on `dish`, or on any dish if that is `nil`.
    static func keeper(of dish: Dish?) -> KeyTable { dish?.isSoldOut == true ? keeperSoldOutDish : keeperDish }

    /// The keys in the price field of a dish.
    static let price: KeyTable = KeyTable(
        quantity.map { $0.command == .less ? KeyBinding(.lessWon, keys: $0.keys, hint: $0.hint, typed: $0.typed) : $0 })

    static let dish: KeyTable =
        [
            KeyBinding(.previousPicture, .character("<"), .character(","), hint: .minor),
            KeyBinding(.nextPicture, .character(">"), .character("."), hint: .minor, isPaired: true),
        ]
        + moving.map {
            $0.command == .pageDown ? KeyBinding(.pageDown, .pageDown, .character(" "), isPaired: true) : $0
        }
        + sections + [
            KeyBinding(.refetchPage, .character("r")), KeyBinding(.copy, .character("y")),
            KeyBinding(.back, .escape, .left, .backspace, .character("h"), .character("q"), hint: .important),
        ] + everywhere
}

extension DishPage {
    /// The keys on the page, without those for pictures if none can be shown.
    var keyTable: KeyTable {
        let keys = showsPictures ? KeyTable.dish : KeyTable.dish.without(.previousPicture, .nextPicture)
        return isKeeper ? keys + .keeper(of: dish) : keys
    }
}

extension Toast {
    static func dish(_ dish: Dish, in section: SectionID) -> Toast {
        Toast(
            .note,
            Localized { [dish.title(in: $0.language).string, dish.priceText(in: $0.language)] },
            topic: .section(section))
    }

    /// The toast for a page that could not be fetched again.
    static func failed(_ dish: Dish, _ failure: FetchFailure) -> Toast {
        Toast(.failed, Localized { [dish.title(in: $0.language).string, $0.failure(failure)] })
    }

    /// The toast for a dish whose section does not belong to the shop.
    static let listOnly = Toast(
        .note,
        Localized(
            korean: ["이 구역은 가게 밖의 목록이라 이름과 가격만 볼 수 있습니다."],
            english: ["This section is not the shop's: it has names and prices only."]))

    /// The toast for the last of the changes of a dish that were sent one after the other, and those before it.
    static func dishChanged(_ last: DishReport, after former: [DishReport], _ words: Words) -> Toast {
        Toast(
            .init(isDone: last.outcome.isDone),
            Localized(naming: words) { words in
                [last.draft.title(in: words.language).string]
                    + (former + [last]).map { words.keeperDish.report($0) }
            },
            topic: Topic(name: "dish \(last.draft.hash)"), isLong: true)
    }
}
