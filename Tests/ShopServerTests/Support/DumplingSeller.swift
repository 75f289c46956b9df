import Domain
import Storage
import TerminalText

@testable import ShopServer

/// Sells one item that is cooked when it is ordered, and takes nothing from a stock.
struct DumplingSeller: ItemSeller {
    let counter = SalesCounter(rawValue: "dumplings")

    func quote(_ item: String, in store: any StoreReader) -> ItemQuote? {
        item == "one" ? ItemQuote(title: "만두", unitPrice: Won(1_000)) : nil
    }
}

extension OrderRequest.Line {
    static let dumpling = OrderRequest.Line(
        item: OrderedItem(SalesCounter(rawValue: "dumplings"), "one"), title: "만두", quantity: 1, unitPrice: Won(1_000))
}
