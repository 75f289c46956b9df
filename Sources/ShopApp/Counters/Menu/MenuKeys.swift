import Terminal

extension Command {
    static let select = Command("menu.price", help: ("이름과 가격 보기", "show name and price"), hint: ("가격", "price"))
    /// The page of the selected dish.
    static let open = Command("menu.open", help: ("반찬 자세히 보기", "open the page of the dish"), hint: ("자세히", "details"))
    static let previousPicture = Command(
        "dish.previous-picture", help: ("이전, 다음 사진", "previous, next picture"), hint: ("사진", "picture"))
    static let nextPicture = Command("dish.next-picture", help: previousPicture.help, hint: previousPicture.hint)
}

extension KeyTable {
    /// What is done on the menu.
    static let onTheMenu: KeyTable = [
        KeyBinding(.select, .enter, hint: .useful), KeyBinding(.open, .right, .character("l")),
    ]

    /// On the page of a dish.
    static let dish: KeyTable =
        [
            KeyBinding(.previousPicture, .left, hint: .useful),
            KeyBinding(.nextPicture, .right, hint: .useful, isPaired: true),
        ]
        + moving.map {
            $0.command == .pageDown ? KeyBinding(.pageDown, .pageDown, .character(" "), isPaired: true) : $0
        }
        + sections + [
            KeyBinding(.refetch, .character("r")),
            KeyBinding(.back, .escape, .backspace, .character("h"), .character("q"), hint: .important),
        ] + everywhere
}

extension DishPage {
    /// The keys that work on the page: none turns pictures where none can be shown.
    var keyTable: KeyTable { showsPictures ? KeyTable.dish : KeyTable.dish.without(.previousPicture, .nextPicture) }
}
