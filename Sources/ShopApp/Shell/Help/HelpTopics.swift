extension HelpTopic {
    static let list = HelpTopic(nil, .list)
    static let dialog = HelpTopic(LocalizedText("예, 아니오", "Yes or no"), .dialog)

    static let menu = HelpTopic(LocalizedText("반찬", "Banchan"), .onTheMenu)
    static let dish = HelpTopic(LocalizedText("반찬 자세히", "The page of a dish"), .dish)
    static let order = HelpTopic(
        LocalizedText("주문", "Order"), (KeyTable.suggesting + KeyTable.quantity + KeyTable.buttons).once)
    static let juice = HelpTopic(LocalizedText("쥬스", "Juice"), .atTheBar)
    static let stock = HelpTopic(LocalizedText("재고", "Stock"), .steppers)
    static let drinks = HelpTopic(LocalizedText("음료", "Drinks"), .atTheMachine)
    static let admin = HelpTopic(LocalizedText("자판기 관리", "The keeper's machine"), .admin)
    static let contacts = HelpTopic(LocalizedText("연락처", "Contacts"), .inTheBook)
    static let filter = HelpTopic(LocalizedText("연락처 찾기", "Finding contacts"), .filter)
    static let contact = HelpTopic(
        LocalizedText("연락처 적기", "The form of a contact"), (KeyTable.text + KeyTable.manyButtons).once)

    /// In the order of the page.
    static let all = [
        list, menu, juice, drinks, admin, contacts, filter, contact, stock, dialog, dish, order,
    ]
}
