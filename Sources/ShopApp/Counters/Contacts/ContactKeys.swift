import Terminal

extension Command {
    static let addContact = Command("contacts.add", help: ("연락처 추가", "add a contact"), hint: ("추가", "add"))
    /// Shows its card.
    static let openContact = Command("contacts.open", help: ("연락처 카드", "the contact's card"), hint: ("카드", "card"))
    static let editContact = Command("contacts.edit", help: ("연락처 수정", "edit the contact"), hint: ("수정", "edit"))
    /// The next order is in the contact's name.
    static let orderForContact = Command(
        "contacts.order-for", help: ("다음 주문을 이 이름으로", "the next order in this name"),
        hint: ("이 이름으로 주문", "order in this name"))
    static let deleteContact = Command(
        "contacts.delete", help: ("연락처 지우기", "delete the contact"), hint: ("삭제", "delete"))
    /// Brings back what was just deleted.
    static let undo = Command("contacts.undo", help: ("방금 지운 것 되돌리기", "bring back what was just deleted"))
    /// Reads the list again.
    static let reread = Command("contacts.reread", help: ("다시 읽기", "read again"))
}

extension KeyTable {
    /// What is done on the list of contacts.
    static let inTheBook: KeyTable = [
        KeyBinding(.openContact, .enter, .right, .character("l"), hint: .useful),
        KeyBinding(.addContact, .character("a"), hint: .useful),
        KeyBinding(.editContact, .character("e"), hint: .useful), KeyBinding(.orderForContact, .character("o")),
        KeyBinding(.deleteContact, .character("d"), .delete, hint: .useful),
        KeyBinding(.undo, .character("u")), KeyBinding(.reread, .character("r")),
    ]

    /// What the card tells that can be done.
    static let cardActions: [Command] = [.editContact, .orderForContact, .deleteContact]

    /// On the card of a contact: up and down go to the cards of others.
    static let onCard: KeyTable =
        moving + sections + [
            KeyBinding(.editContact, .character("e"), hint: .important),
            KeyBinding(.orderForContact, .character("o"), hint: .useful),
            KeyBinding(.deleteContact, .character("d"), .delete, hint: .useful),
            KeyBinding(.copy, .character("y"), hint: .useful),
            KeyBinding(.back, .escape, .left, .backspace, .character("h"), .character("q"), hint: .important),
        ] + everywhere
}
