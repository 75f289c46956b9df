import Canvas
import Domain
import ShopClient

/// The lists of all counters, one of which is shown. Each keeps its selection and how far it is scrolled.
struct CounterLists: Sendable {
    /// The number of the counter that is shown.
    private(set) var shown = 0
    private var lists: [SectionedList]
    /// The number of the counter where each section is shown.
    private let places: [SectionID: Int]

    init(_ counters: [any Counter], _ list: (any Counter) -> SectionedList) {
        lists = counters.map(list)
        let places = counters.enumerated().flatMap { number, counter in counter.sections.map { ($0.id, number) } }
        self.places = Dictionary(places) { first, _ in first }
    }

    // Read and changed in their place: a key asks for the list many times, and a copy of it retains all that is in it.
    var list: SectionedList {
        _read { yield lists[shown] }
        _modify { yield &lists[shown] }
    }

    /// The list of the counter of that number.
    subscript(number: Int) -> SectionedList {
        _read { yield lists[number] }
        _modify { yield &lists[number] }
    }

    mutating func show(_ number: Int) { shown = number }

    /// The number of the counter where `section` is shown; `nil` for a section that none has.
    func counter(of section: SectionID) -> Int? { places[section] }

    func section(_ id: SectionID) -> Section? {
        places[id].flatMap { lists[$0].section(id) }
    }

    /// Takes over a new value of a section, whether it is shown or not.
    mutating func replace(_ section: Section) {
        if let number = places[section.id] { lists[number].replace(section) }
    }

    /// Takes over another size of the screen.
    mutating func resize(to screen: Size) {
        for number in lists.indices {
            lists[number].lay(out: ListLayout(screen: screen, shape: lists[number].layout.shape))
        }
    }
}
