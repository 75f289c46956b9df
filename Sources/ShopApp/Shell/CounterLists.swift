import Canvas
import Domain
import ShopClient

/// The lists of all counters, one of which is shown. Each keeps its selection and how far it is scrolled.
struct CounterLists: Sendable {
    private(set) var shown: CounterID
    private var hidden: [CounterID: ListState] = [:]
    private let counters: [SectionID: CounterID]

    init(_ counters: [any Counter], shown: CounterID) {
        self.shown = shown
        self.counters = Dictionary(counters.flatMap { counter in counter.sections.map { ($0.id, counter.id) } }) {
            first, _ in first
        }
    }

    /// The counter where `section` is shown; the first one for a section that none has.
    func counter(of section: SectionID) -> CounterID? { counters[section] }

    /// Shows `counter` in the place of the present one, whose list `list` is: it becomes the other's.
    mutating func show(_ counter: CounterID, in list: inout ListState) {
        guard counter != shown, let next = hidden.removeValue(forKey: counter) else { return }
        hidden[shown] = list
        list = next
        shown = counter
    }

    mutating func hide(_ list: ListState, of counter: CounterID) { hidden[counter] = list }

    /// A section that is not shown.
    func section(_ id: SectionID) -> MenuSection? {
        counters[id].flatMap { hidden[$0]?.sections.first { $0.id == id } }
    }

    /// Takes over a new value of a section that is not shown.
    mutating func replace(_ section: MenuSection) {
        if let counter = counters[section.id] { hidden[counter]?.replace(section) }
    }

    /// Takes over another size of the screen.
    mutating func lay(out layout: ListLayout) { for counter in hidden.keys { hidden[counter]?.lay(out: layout) } }
}
