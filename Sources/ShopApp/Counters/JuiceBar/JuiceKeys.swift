import Terminal

extension Command {
    static let make = Command("juice.make", help: ("쥬스 만들기", "make the juice"), hint: ("만들기", "make"))
    static let editStock = Command("juice.stock", help: ("재고 수정", "edit the stock"), hint: ("재고", "stock"))
}

extension KeyTable {
    /// The keys at the juice bar.
    static let juiceList: KeyTable = [
        KeyBinding(.make, .enter, hint: .important), KeyBinding(.editStock, .character("e"), hint: .useful),
    ]

    /// The keeper's keys on a fruit.
    static let onFruit: KeyTable = [KeyBinding(.editStock, .enter, .character("e"), hint: .important)]

    static let atTheBarForGuests = juiceList.without(.editStock)
}
