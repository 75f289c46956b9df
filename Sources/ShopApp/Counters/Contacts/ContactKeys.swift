import Terminal

extension Command {
    static let addContact = Command("contacts.add", help: ("연락처 추가", "add a contact"), hint: ("추가", "add"))
    static let openContact = Command("contacts.open", help: ("연락처 열기", "open the contact"), hint: ("열기", "open"))
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
        KeyBinding(.addContact, .character("a"), hint: .useful),
        KeyBinding(.openContact, .enter, .right, .character("l"), hint: .useful),
        KeyBinding(.deleteContact, .character("d"), .delete, hint: .useful),
        KeyBinding(.undo, .character("u")), KeyBinding(.reread, .character("r")),
    ]
}
