import Canvas
import ShopClient
import ShopModels

/// The lists of all counters, one of which is shown. Each keeps its selection and how far it is scrolled.
struct CounterLists: Sendable {
    /// Those there are, in the order of their tabs.
    let counters: [ShopCounter]
    private(set) var shown: ShopCounter
    private var hidden: [ShopCounter: ListState] = [:]

    /// Those of `sections`, and `others`, which have lists of their own.
    init(of sections: [MenuSection], and others: [ShopCounter] = []) {
        let there = ShopCounter.allCases.filter { counter in
            others.contains(counter) || sections.contains { ShopCounter(of: $0.id) == counter }
        }
        counters = there.isEmpty ? [.menu] : there
        shown = counters.first ?? .menu
    }

    /// Has `counter` shown in place of the present one, whose list `list` is: it becomes the other's.
    mutating func show(_ counter: ShopCounter, in list: inout ListState) {
        guard counter != shown, let next = hidden.removeValue(forKey: counter) else { return }
        hidden[shown] = list
        list = next
        shown = counter
    }

    mutating func hide(_ list: ListState, of counter: ShopCounter) { hidden[counter] = list }

    /// A section that is not shown.
    func section(_ id: SectionID) -> MenuSection? {
        hidden[ShopCounter(of: id)]?.sections.first { $0.id == id }
    }

    /// Takes over a new value of a section that is not shown.
    mutating func replace(_ section: MenuSection) { hidden[ShopCounter(of: section.id)]?.replace(section) }

    /// Takes over another size of the screen.
    mutating func lay(out layout: ListLayout) { for counter in hidden.keys { hidden[counter]?.lay(out: layout) } }
}
