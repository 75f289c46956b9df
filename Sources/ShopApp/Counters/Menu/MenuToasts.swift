import Domain
import ShopClient
import TerminalText

extension Toast {
    static func dish(title: PlainText, price: Won) -> Toast {
        Toast(Localized { _ in [title.string, price.text] })
    }
}
