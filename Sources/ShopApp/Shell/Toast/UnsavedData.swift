/// A kind of data that is lost on leaving if files cannot be written on this device.
public enum UnsavedData: Hashable, Sendable, CaseIterable {
    case orders, contacts, cart

    fileprivate var name: LocalizedText {
        switch self {
        case .orders: LocalizedText("주문", "orders")
        case .contacts: LocalizedText("연락처", "contacts")
        case .cart: LocalizedText("장바구니", "the cart")
        }
    }
}

extension Toast {
    /// A toast that says which data cannot be saved on this device.
    static func unkept(_ data: [UnsavedData]) -> Toast {
        let korean = data.map { $0.name[.korean] }.joined(separator: ", ")
        let english = data.map { $0.name[.english] }.joined(separator: ", ")
        return Toast(
            Localized(
                korean: ["이 기기에는 파일을 쓸 수 없습니다.", "나가면 남지 않습니다: \(korean)"],
                english: ["Files cannot be written on this device.", "Not kept when you leave: \(english)"]),
            isError: true)
    }
}
