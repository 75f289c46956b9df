import Domain
import ShopClient

/// What the lists of all counters offer for sale. Nothing is looked up before it is asked for.
struct ItemsOnSale: Sendable {
    private let counters: [any RegisteredCounter]
    private let lists: CounterLists

    init(_ counters: [any RegisteredCounter], _ lists: CounterLists) {
        self.counters = counters
        self.lists = lists
    }

    /// All items, in the order of the lists. Making them takes time in proportion to the rows.
    var all: some Sequence<SaleItem> {
        counters.indices.lazy.filter { counters[$0].offersItems }.flatMap { number in
            lists[number].allSections.lazy.flatMap { section in
                section.rows.indices.lazy.compactMap { counters[number].saleItem(ofRow: $0, in: section) }
            }
        }
    }

    /// Returns what is offered as `items`, by their identifiers; nothing for those that no list shows.
    func listed(_ items: [SaleItem]) -> [SaleItem.ListedID: SaleItem] {
        let keys = Set(items.map(\.listedID))
        var found: [SaleItem.ListedID: SaleItem] = [:]
        for item in all where found.count < keys.count {
            let key = item.listedID
            if keys.contains(key), found[key] == nil { found[key] = item }
        }
        return found
    }

    /// The kinds of items of which all are listed, so that one that is not there is not sold any more.
    var complete: Set<SalesCounter> {
        Set(
            counters.indices.compactMap { number -> SalesCounter? in
                guard counters[number].offersItems else { return nil }
                let sections = lists[number].allSections
                guard sections.allSatisfy({ $0.isFresh && $0.rows.unfetched == 0 && $0.rows.leftOut.count == 0 })
                else { return nil }
                return sections.lazy.compactMap { section in
                    section.rows.isEmpty ? nil : counters[number].saleItem(ofRow: 0, in: section)?.item.counter
                }.first
            })
    }
}
