import Canvas
import Domain
import ShopClient
import TerminalText

/// The lists of all counters, one of which is shown. Each keeps its selection and scroll position.
struct CounterLists: Sendable {
    private(set) var shown = 0
    private var lists: [SectionedList]
    /// The indices of the counters that show the sections.
    private var places: [SectionID: Int]

    init(_ counters: [any RegisteredCounter], _ list: (any RegisteredCounter) -> SectionedList) {
        lists = counters.map(list)
        places = CounterLists.places(of: counters)
    }

    private static func places(of counters: [any RegisteredCounter]) -> [SectionID: Int] {
        let places = counters.enumerated().flatMap { number, counter in counter.sections.map { ($0.id, number) } }
        return Dictionary(places) { first, _ in first }
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

    /// Gives each list the sections that its counter has now, if they are others than `former`.
    mutating func arrange(_ counters: [any RegisteredCounter], insteadOf former: [[SectionID]]) {
        for (number, counter) in counters.enumerated() {
            let sections = counter.sections.map(\.id)
            if sections != former[number] { lists[number].arrange(sections) }
        }
        places = CounterLists.places(of: counters)
    }

    /// Lays out all lists for another screen size.
    mutating func resize(to screen: Size) {
        for number in lists.indices {
            lists[number].lay(out: ListLayout(screen: screen, shape: lists[number].layout.shape))
        }
    }
}

extension ShopAppearance {
    /// Returns the indices of those of `counters` that have a tab, in the order of the tabs; at least one. A counter that
    /// no shop's file can name comes after the others.
    func tabs(of counters: [CounterID]) -> [Int] {
        guard self.counters != CounterName.allCases else { return Array(counters.indices) }
        let named = self.counters.compactMap { name in counters.firstIndex { $0.name == name.rawValue } }
        let tabs = named + counters.indices.filter { CounterName(rawValue: counters[$0].name) == nil }
        return tabs.isEmpty ? [0] : tabs
    }

    /// The shop's name in that language; `nil` if it has none.
    func name(in language: Language) -> String? {
        (language.say(name, englishName ?? name) ?? englishName)?.string
    }
}
