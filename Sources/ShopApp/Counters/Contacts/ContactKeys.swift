import Terminal

extension Command {
    static let addContact = Command("contacts.add", help: ("연락처 추가", "add a contact"), hint: ("추가", "add"))
    static let openContact = Command("contacts.open", help: ("연락처 카드", "the contact's card"), hint: ("카드", "card"))
    static let editContact = Command("contacts.edit", help: ("연락처 수정", "edit the contact"), hint: ("수정", "edit"))
    /// Places the next order in the contact's name.
    static let orderForContact = Command(
        "contacts.order-for", help: ("다음 주문을 이 이름으로", "the next order in this name"),
        hint: ("이 이름으로 주문", "order in this name"))
    static let deleteContact = Command(
        "contacts.delete", help: ("연락처 지우기", "delete the contact"), hint: ("삭제", "delete"))
    /// Reloads the list.
    static let reread = Command("contacts.reread", help: ("다시 읽기", "read again"))
}

extension KeyTable {
    static let contactList: KeyTable = [
        KeyBinding(.openContact, .enter, .right, .character("l"), hint: .useful),
        KeyBinding(.addContact, .character("a"), hint: .useful),
        KeyBinding(.editContact, .character("e"), hint: .useful), KeyBinding(.orderForContact, .character("o")),
        KeyBinding(.deleteContact, .character("d"), .delete, hint: .useful),
        KeyBinding(.reread, .character("r")),
    ]

    static let cardActions: [Command] = [.editContact, .orderForContact, .deleteContact]

    /// The keys of a contact's card; up and down show the previous and next contact.
    static let onCard: KeyTable =
        moving + sections + [
            KeyBinding(.editContact, .character("e"), hint: .important),
            KeyBinding(.orderForContact, .character("o"), hint: .useful),
            KeyBinding(.deleteContact, .character("d"), .delete, hint: .useful),
            KeyBinding(.copy, .character("y"), hint: .useful),
            KeyBinding(.back, .escape, .left, .backspace, .character("h"), .character("q"), hint: .important),
        ] + everywhere
}
