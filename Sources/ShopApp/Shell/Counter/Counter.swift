import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText

struct CounterID: Hashable, Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

/// A counter of the shop: its tab, its list, its keys, and what follows from them.
///
/// A value type that holds the counter's state. It changes only itself, and of the shell only what `ShellContext` allows.
/// What it can do besides, it says by conforming to the protocols in `Capabilities.swift`.
protocol Counter: CapabilityEntries {
    /// The requests that it sends to its service.
    associatedtype Request: CounterRequest
    /// The results of its requests, and events that its service reports unasked.
    associatedtype Event: CounterEvent

    var id: CounterID { get }
    /// Its fixed texts, read once.
    var texts: CounterTexts { get }
    /// The sections of its list that are fetched.
    var sections: [SectionDefinition] { get }
    /// How its list uses the screen now.
    var shape: ListShape { get }
    var helpTopics: [HelpTopic] { get }

    func heading(of section: SectionID) -> Localized<SectionHeading>
    /// Returns the keys at the cursor of `list`, or if that is `nil` all that it has anywhere. A key that it has only on
    /// some rows is also among the latter.
    func keys(on list: SectionedList?) -> CounterKeys
    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle
    /// Whether the rows of that section say how old something is, so that they are redrawn as time passes.
    func showsAges(of section: SectionID) -> Bool

    /// Handles a command on its list. Returns `nil` if the shell has to handle it, because it does the same on all
    /// lists.
    mutating func handle(_ command: Command, _ shell: inout ShellContext) -> [Request]?
    mutating func receive(_ event: Event, _ shell: inout ShellContext) -> [Request]
    mutating func notice(_ occasion: Occasion, _ shell: inout ShellContext) -> [Request]
}

struct CounterTexts: Sendable {
    let title: LocalizedText
    /// The text for a section without rows.
    let empty: LocalizedText
    /// What to do about it, where that section is all there is on the list; `nil` if there is nothing to say.
    var emptyHint: (@Sendable (Words) -> String)?
    /// The word for a row, as in "dish 3".
    let row: LocalizedText
    /// The words for rows of those sections that have another one.
    var rows: [SectionID: LocalizedText] = [:]
    /// Returns a number of rows in words.
    var count: @Sendable (Int, Words) -> String = { $1.count($0) }

    func row(in section: SectionID) -> LocalizedText { rows[section] ?? row }
}

/// What has happened around a counter.
enum Occasion: Sendable {
    case appeared
    /// The server is connected, whether the counter is shown or not.
    case connected
    /// The counter is shown, and its data at the server may have changed.
    case contentsOutdated
    /// What the shop says of itself may have changed, whether the counter is shown or not.
    case shopChanged
    /// The shop has changed its name, its tabs, its sections or its rule of delivery. A counter that takes its sections
    /// from there has the present ones afterwards.
    case shopArranged(ShopAppearance)
    /// One of its sections was replaced. `wasKnown` is true if its rows were known before and have changed.
    case sectionChanged(Section, wasKnown: Bool)
    /// What a list of any counter offers for sale has changed, whether the counter is shown or not. Only counters that
    /// sell items are told.
    case itemsChanged
    /// An action is over, while the counter is shown. Only a counter that has set `ShellContext.followsList`, or beside
    /// whose list there is room for a pane, is told.
    case settled
}

/// A view that a counter shows with its list. It holds everything that its drawing depends on, and is redrawn only when
/// it differs from the previous one.
protocol ListAccessory: Hashable, Sendable {
    func draw(_ words: Words) -> LayerPicture
}

extension Counter {
    func heading(of section: SectionID) -> Localized<SectionHeading> {
        Localized(
            everywhere: sections.first { $0.id == section }?.heading
                ?? SectionHeading(title: section.path, subtitle: ""))
    }

    var shape: ListShape { ListShape() }
    var helpTopics: [HelpTopic] { [HelpTopic(texts.title, keys(on: nil).own)] }
    func showsAges(of section: SectionID) -> Bool { false }
    func notice(_ occasion: Occasion, _ shell: inout ShellContext) -> [Request] { [] }

    /// Shows a toast that says why the selected section has no rows.
    func showEmptySection(_ shell: inout ShellContext) {
        if let section = shell.list.selectedSection { showEmpty(section, &shell) }
    }

    /// Shows a toast that says why `section` has no rows.
    func showEmpty(_ section: Section, _ shell: inout ShellContext) {
        shell.show(
            .emptySection(
                section.id, heading(of: section.id), section.failure, empty: texts.empty,
                texts.row(in: section.id)))
    }
}

/// The style of a section's rows, with everything that their look depends on besides the rows themselves.
protocol RowStyle: Hashable, Sendable {
    associatedtype Row: SectionRow

    /// Returns the lines of an unselected row, as many as the layout's row height.
    func lines(of row: Row, _ context: RowContext) -> [Line]
    /// Returns what a search looks at of a row: by default the texts of its lines, the first of which is the title.
    func searchEntry(of row: Row, _ words: Words) -> SearchEntry
    /// Returns the lines that are copied from a row: by default the texts of its lines.
    func copiedLines(of row: Row, _ words: Words) -> [String]
}

/// What the lines of a row depend on besides the row and its style.
struct RowContext {
    let layout: ListLayout
    let words: Words
    let picture: PictureState
    /// The mark that another counter adds to it; `nil` if there is none.
    let mark: String?
    /// The time from which ages are computed, where the counter shows some.
    var now = Date.distantPast
    /// Whether the texts are said one after the other instead of being shown in columns.
    var isSpoken = false
}

extension RowContext {
    /// Returns the lines of a row with its picture at the left. `addText` adds the text of each line.
    func lines(_ addText: (_ number: Int, inout LineBuilder) -> Void) -> [Line] {
        (0..<layout.rowHeight).map { number in
            var line = LineBuilder(width: layout.width, margin: layout.margin)
            if let size = layout.picture {
                PictureArea(size: size, state: picture).add(row: number, to: &line)
                line.skip(ListLayout.pictureGap)
            }
            addText(number, &line)
            return line.line
        }
    }
}

extension RowStyle {
    /// Returns the lines of a row; `nil` if there is no such row, or if it has another type.
    func lines(ofRow number: Int, in rows: SectionRows, _ context: RowContext) -> [Line]? {
        rows.row(number, as: Row.self).map { lines(of: $0, context) }
    }
}

extension RowStyle {
    func searchEntry(of row: Row, _ words: Words) -> SearchEntry {
        let texts = lines(of: row, .wide(words)).flatMap { line in
            line.spans.sorted { $0.column < $1.column }.map(\.text)
        }
        return SearchEntry(titles: Array(texts.prefix(1)), details: Array(texts.dropFirst()))
    }

    func copiedLines(of row: Row, _ words: Words) -> [String] { texts(of: row, words) }

    /// Returns the full texts of a row, line by line.
    private func texts(of row: Row, _ words: Words) -> [String] {
        lines(of: row, .wide(words)).map { Bar.left(outOf: $0).text }.filter { !$0.isEmpty }
    }

    /// Returns the texts of a row one by one, for the ear; empty if there is no such row. What makes a difference, such as
    /// that it is sold out, comes behind the first one, and then the price, before a screen can cut them off.
    func spokenTexts(ofRow number: Int, in rows: SectionRows, _ words: Words) -> [String] {
        var context = RowContext.wide(words)
        context.isSpoken = true
        let spans = (lines(ofRow: number, in: rows, context) ?? []).flatMap { line in
            Bar.left(outOf: line).spans.sorted { $0.column < $1.column }
        }.filter { $0.text.contains { $0 != " " } }
        let rest = spans.dropFirst()
        let ordered =
            spans.prefix(1)
            + (0...Span.lastUrgency).flatMap { urgency in
                rest.filter { $0.urgency == urgency }
            }
        return ordered.map { $0.text.split(separator: " ").joined(separator: " ") }
    }

    /// Returns the lines that are copied from a row; empty if there is no such row.
    func copiedLines(ofRow number: Int, in rows: SectionRows, _ words: Words) -> [String] {
        rows.row(number, as: Row.self).map { copiedLines(of: $0, words) } ?? []
    }

    func searchIndex(of rows: SectionRows, _ words: Words) -> SearchIndex {
        var index = SearchIndex()
        index.reserve(rows.count)
        let all = rows.array(of: Row.self)
        for number in rows.indices {
            let row = all.isEmpty ? rows.row(number, as: Row.self) : all[number]
            index.append(row.map { searchEntry(of: $0, words) } ?? SearchEntry(titles: []))
        }
        return index
    }

    /// Returns the title by which a search finds a row; `nil` if there is no such row.
    func searchTitle(ofRow number: Int, in rows: SectionRows, _ words: Words) -> String? {
        rows.row(number, as: Row.self).flatMap { searchEntry(of: $0, words).titles.first }
    }
}

extension Span {
    /// The place among the texts of a row that are said, by what it looks like: 0 for what cannot be had, 1 for a price.
    fileprivate var urgency: Int {
        let isReversed = style.weight.contains(.reverse)
        if isReversed, style.ink == .bad { return 0 }
        return style.ink == .price && !isReversed ? 1 : Span.lastUrgency
    }
    fileprivate static let lastUrgency = 2
}

extension RowContext {
    /// A context that is wide enough for everything that rows can say.
    fileprivate static func wide(_ words: Words) -> RowContext {
        let layout = ListLayout(screen: Size(width: 200, height: 50), shape: ListShape(isCovering: true))
        return RowContext(layout: layout, words: words, picture: .waiting, mark: nil)
    }
}
