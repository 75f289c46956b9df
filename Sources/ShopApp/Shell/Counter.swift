import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText

/// The permanent identifier of a counter.
struct CounterID: Hashable, Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

/// A counter of the shop, which has its own tab, list and keys.
///
/// A value type that holds the counter's state and decides what follows from commands and events. It changes only
/// itself, and of the shell only what `ShellContext` allows.
protocol Counter: Sendable {
    /// The requests that it sends to its service.
    associatedtype Request: CounterRequest
    /// The results of its requests, and events that its service reports unasked.
    associatedtype Event: CounterEvent

    var id: CounterID { get }
    /// The title of its tab.
    var name: LocalizedText { get }
    /// The text for a section without rows.
    var empty: LocalizedText { get }
    /// The word for a row of a section, as in "dish 3".
    func rowName(in section: SectionID) -> LocalizedText
    /// The sections of its list.
    var sections: [SectionDefinition] { get }
    /// How its list uses the screen now.
    var shape: ListShape { get }
    /// Why there is no list to show; `nil` if there is one.
    var emptyState: EmptyState? { get }
    /// Its topics on the help page.
    var helpTopics: [HelpTopic] { get }

    /// Returns the heading of a section of its list.
    func heading(of section: SectionID) -> Localized<SectionHeading>
    /// Returns the key table of its list: its own keys, and those of the common table `list` that make sense for it.
    func keyTable(beside list: KeyTable) -> KeyTable
    /// Returns those of `keys` that do something at the cursor of `list`, for the status bar.
    func usefulKeys(_ keys: KeyTable, on list: SectionedList) -> KeyTable
    /// Handles a command on its list. Returns `nil` if the shell has to handle it, because it does the same on all
    /// lists.
    mutating func handle(_ command: Command, _ shell: inout ShellContext) -> [Request]?
    /// Whether it searches its rows itself and shows the matches. If not, the shell searches the texts of the rows.
    var searchesItself: Bool { get }
    /// Called when the search text of its list changes, or is cleared (`text` is empty then). Only a counter that finds
    /// rows itself has to act on it.
    mutating func search(for text: String, _ shell: inout ShellContext) -> [Request]
    mutating func receive(_ event: Event, _ shell: inout ShellContext) -> [Request]
    /// Undoes the change for which it last called `ShellContext.offerUndo`, which it remembers itself. Returns `nil` if
    /// that cannot be undone any more.
    mutating func undo(_ shell: inout ShellContext) -> [Request]?

    /// Returns the item that a row offers for sale; `nil` if it offers none.
    func saleItem(ofRow row: Int, in section: Section) -> SaleItem?
    /// The keys that this counter adds for items for sale, whichever counter shows them.
    var saleKeys: KeyTable { get }
    /// Returns those of its sale commands that have no effect on `item` now.
    func ineffectiveCommands(on item: SaleItem) -> Set<Command>
    /// Handles one of its sale commands on `item`, which may belong to another counter.
    mutating func handle(_ command: Command, on item: SaleItem, _ shell: inout ShellContext) -> [Request]
    /// Returns a mark of a few columns for the rows that sell `item`, at every counter. Called for each row in view
    /// whenever the row is drawn.
    func mark(of item: SaleItem) -> String?
    /// Whether `mark(of:)` returns a mark for any item now.
    var hasMarks: Bool { get }

    /// Called when the counter becomes the shown one.
    mutating func appear(_ shell: inout ShellContext) -> [Request]
    /// Called while the counter is shown, when its data at the server may have changed.
    mutating func reloadContents(_ shell: inout ShellContext) -> [Request]
    /// Called when the server is connected, whether the counter is shown or not.
    mutating func connected(_ shell: inout ShellContext) -> [Request]
    /// Called when one of its sections was replaced. `isOther` is true if its rows were known before and have changed.
    mutating func sectionChanged(_ section: Section, isOther: Bool, _ shell: inout ShellContext) -> [Request]
    /// Called when the guest wants to leave the shop. Returns `nil` if the counter does not object; otherwise the shop
    /// stays open.
    mutating func leave(_ shell: inout ShellContext) -> [Request]?
    /// Called after each action while the counter is shown, if `settles`.
    mutating func settle(_ shell: inout ShellContext) -> [Request]
    /// Whether `settle(_:)` does anything.
    var settles: Bool { get }

    /// Returns the lines that are copied from a row: by default its texts. Called only when the row is copied.
    func copiedLines(ofRow row: Int, in section: Section, of list: SectionedList, _ words: Words) -> [String]
    /// Returns the style of a section's rows.
    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle
    /// Returns further pictures of the shop that it shows besides those of its rows.
    func pictures(beside list: SectionedList) -> [PictureRequest]
    /// Returns the view below or beside its list; `nil` if there is none.
    func accessory(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)?
    /// Returns the view of the selected row's details, which wide screens show beside the list; `nil` if there is none.
    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)?
    /// Those of its sections that it puts into its list itself, only while they have rows.
    var sectionsListedIfAny: Set<SectionID> { get }
    /// Returns a number of rows in words.
    func count(_ rows: Int, _ words: Words) -> String
    /// Returns a short note for the upper edge; `nil` if there is none.
    func note(_ words: Words) -> String?
    /// A badge of a few columns beside the name in its tab; `nil` if there is none.
    var tabBadge: String? { get }
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
    var emptyState: EmptyState? { nil }

    func usefulKeys(_ keys: KeyTable, on list: SectionedList) -> KeyTable { keys }
    var searchesItself: Bool { false }
    mutating func search(for text: String, _ shell: inout ShellContext) -> [Request] { [] }
    mutating func undo(_ shell: inout ShellContext) -> [Request]? { nil }
    mutating func appear(_ shell: inout ShellContext) -> [Request] { [] }
    mutating func reloadContents(_ shell: inout ShellContext) -> [Request] { [] }
    mutating func connected(_ shell: inout ShellContext) -> [Request] { [] }
    mutating func sectionChanged(_ section: Section, isOther: Bool, _ shell: inout ShellContext) -> [Request] { [] }
    mutating func leave(_ shell: inout ShellContext) -> [Request]? { nil }
    mutating func settle(_ shell: inout ShellContext) -> [Request] { [] }
    var settles: Bool { false }

    func pictures(beside list: SectionedList) -> [PictureRequest] { [] }
    func accessory(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? { nil }
    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? { nil }
    var sectionsListedIfAny: Set<SectionID> { [] }
    func count(_ rows: Int, _ words: Words) -> String { words.count(rows) }
    func note(_ words: Words) -> String? { nil }
    var tabBadge: String? { nil }

    func saleItem(ofRow row: Int, in section: Section) -> SaleItem? { nil }
    var saleKeys: KeyTable { [] }
    func ineffectiveCommands(on item: SaleItem) -> Set<Command> { [] }
    mutating func handle(_ command: Command, on item: SaleItem, _ shell: inout ShellContext) -> [Request] { [] }
    func mark(of item: SaleItem) -> String? { nil }
    var hasMarks: Bool { true }

    func copiedLines(ofRow row: Int, in section: Section, of list: SectionedList, _ words: Words) -> [String] {
        rowStyle(of: section.id, in: list).texts(ofRow: row, in: section.rows, words)
    }

    /// Shows a toast that says why the selected section has no rows.
    func showEmptySection(_ shell: inout ShellContext) {
        if let section = shell.list.selectedSection { showEmpty(section, &shell) }
    }

    /// Shows a toast that says why `section` has no rows.
    func showEmpty(_ section: Section, _ shell: inout ShellContext) {
        shell.show(
            .emptySection(section.id, heading(of: section.id), section.failure, empty: empty, rowName(in: section.id)))
    }

    /// Handles an event of its own service.
    mutating func receive(any event: any CounterEvent, _ shell: inout ShellContext) -> [Request] {
        guard let event = event as? Event else { preconditionFailure("an event goes to the counter of its service") }
        return receive(event, &shell)
    }
}

/// The style of a section's rows, with everything that their look depends on besides the rows themselves.
protocol RowStyle: Hashable, Sendable {
    associatedtype Row: SectionRow

    /// Returns the lines of an unselected row, as many as the layout's row height.
    func lines(of row: Row, _ context: RowContext) -> [Line]
    /// Returns the texts of a row that a search looks at: by default the texts of its lines.
    func searchTexts(of row: Row, _ words: Words) -> [String]
}

/// What the lines of a row depend on besides the row and its style.
struct RowContext {
    let layout: ListLayout
    let words: Words
    /// The state of its picture.
    let picture: PictureState
    /// The mark that another counter adds to it; `nil` if there is none.
    let mark: String?
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
    func searchTexts(of row: Row, _ words: Words) -> [String] {
        let context = RowContext(layout: .wide, words: words, picture: .waiting, mark: nil)
        return lines(of: row, context).flatMap { $0.spans.map(\.text) }
    }

    /// Returns the full texts of a row, line by line; empty if there is no such row.
    func texts(ofRow number: Int, in rows: SectionRows, _ words: Words) -> [String] {
        let context = RowContext(layout: .wide, words: words, picture: .waiting, mark: nil)
        return (lines(ofRow: number, in: rows, context) ?? []).map(\.text).filter { !$0.isEmpty }
    }

    /// Returns the search index of `rows`.
    func searchIndex(of rows: SectionRows, _ words: Words) -> SearchIndex {
        var index = SearchIndex()
        index.reserve(rows.count)
        let all = rows.array(of: Row.self)
        for number in rows.indices {
            let row = all.isEmpty ? rows.row(number, as: Row.self) : all[number]
            index.append(row.map { searchTexts(of: $0, words) } ?? [])
        }
        return index
    }
}

extension ListLayout {
    /// A layout that is wide enough for everything that rows can say.
    fileprivate static let wide = ListLayout(
        screen: Size(width: 200, height: 50), shape: ListShape(isCovering: true))
}
