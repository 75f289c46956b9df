import Canvas
import Domain
import ShopClient

/// The lists of all counters, one of which is shown. Each keeps its selection and scroll position.
struct CounterLists: Sendable {
    private(set) var shown = 0
    private var lists: [SectionedList]
    private let places: [SectionID: Int]

    init(_ counters: [any RegisteredCounter], _ list: (any RegisteredCounter) -> SectionedList) {
        lists = counters.map(list)
        let places = counters.enumerated().flatMap { number, counter in counter.sections.map { ($0.id, number) } }
        self.places = Dictionary(places) { first, _ in first }
    }

    // Accessed in place: the list is read many times for each key, and a copy would retain everything in it.
    var list: SectionedList {
        _read { yield lists[shown] }
        _modify { yield &lists[shown] }
    }

    subscript(number: Int) -> SectionedList {
        _read { yield lists[number] }
        _modify { yield &lists[number] }
    }

    mutating func show(_ index: Int) { shown = index }

    /// Returns the index of the counter that shows `section`; `nil` if none does.
    func counter(of section: SectionID) -> Int? { places[section] }

    func section(_ id: SectionID) -> Section? {
        places[id].flatMap { lists[$0].section(id) }
    }

    /// Replaces a section with its new value, whether it is shown or not.
    mutating func replace(_ section: Section) {
        if let index = places[section.id] { lists[index].replace(section) }
    }

    /// Lays out all lists for another screen size.
    mutating func resize(to screen: Size) {
        for number in lists.indices {
            lists[number].lay(out: ListLayout(screen: screen, shape: lists[number].layout.shape))
        }
    }
}
