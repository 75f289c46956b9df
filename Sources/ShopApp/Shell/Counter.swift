import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText

/// Names a counter, for ever.
struct CounterID: Hashable, Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

/// What the shell knows of a counter: a value that says what is listed, which keys work, and what follows from them. It
/// changes itself only, and of the shell what `ShellContext` allows.
protocol Counter: Sendable {
    /// What it asks of its service.
    associatedtype Request: CounterRequest
    /// What comes of its requests, or happens at it by itself.
    associatedtype Event: CounterEvent

    var id: CounterID { get }
    /// What its tab says.
    var name: LocalizedText { get }
    /// What a section without rows says.
    var empty: LocalizedText { get }
    /// What a row of that section is called, as in "dish 3".
    func rowName(in section: SectionID) -> LocalizedText
    /// The sections that are looked at together.
    var sections: [SectionDefinition] { get }
    /// What its list takes of the screen now.
    var shape: ListShape { get }
    /// Why there is no list; `nil` where there is one.
    var emptyState: EmptyState? { get }
    /// Its keys on the help page, by place.
    var helpTopics: [HelpTopic] { get }

    /// What stands at the head of a section of its list.
    func heading(of section: SectionID) -> Localized<SectionHeading>
    /// The keys that work on its list: its own, and those of `list` that it has a use for.
    func keyTable(beside list: KeyTable) -> KeyTable
    /// Those of `keys` that do something where the cursor of `list` is, as the status bar names them.
    func usefulKeys(_ keys: KeyTable, on list: SectionedList) -> KeyTable
    /// A command on its list; `nil` for one that does the same on all lists.
    mutating func handle(_ command: Command, _ shell: inout ShellContext) -> [Request]?
    /// Whether it finds itself what is looked for in its list, and shows what it found; else that is looked for in the
    /// texts of rows.
    var findsRows: Bool { get }
    /// Something else is looked for in its list, or nothing any more, where it finds rows itself.
    mutating func search(for text: String, _ shell: inout ShellContext) -> [Request]
    mutating func receive(_ event: Event, _ shell: inout ShellContext) -> [Request]

    /// What the row of that number offers for sale; `nil` where it offers nothing.
    func saleItem(ofRow row: Int, in section: Section) -> SaleItem?
    /// The keys that work on whatever is for sale, at every counter.
    var saleKeys: KeyTable { get }
    /// Those of its sale commands that change nothing of `item`.
    func idleCommands(on item: SaleItem) -> Set<Command>
    /// One of its sale keys was pressed on `item`, which may be another counter's.
    mutating func handle(_ command: Command, on item: SaleItem, _ shell: inout ShellContext) -> [Request]
    /// What it says of `item` on the rows of every counter, in a few columns. Asked for each row in view, each time that
    /// is drawn.
    func mark(of item: SaleItem) -> String?
    /// Whether it marks anything now.
    var hasMarks: Bool { get }

    /// It is shown from now on.
    mutating func appear(_ shell: inout ShellContext) -> [Request]
    /// It is shown, and what it shows may have changed at the server.
    mutating func lookAgain(_ shell: inout ShellContext) -> [Request]
    /// The server answers.
    mutating func connected(_ shell: inout ShellContext) -> [Request]
    /// One of its sections is another. `isOther` tells whether its rows were known before, and differ.
    mutating func sectionChanged(_ section: Section, isOther: Bool, _ shell: inout ShellContext) -> [Request]
    /// The guest wants to leave the shop; `nil` where nothing is against it.
    mutating func leave(_ shell: inout ShellContext) -> [Request]?
    /// It is shown, and everything that happened is reduced.
    mutating func settle(_ shell: inout ShellContext) -> [Request]
    /// Whether it does something then.
    var settles: Bool { get }

    /// What of that row is worth copying, in lines; what it says, unless told otherwise. Asked for when it is copied.
    func copiedLines(ofRow row: Int, in section: Section, of list: SectionedList, _ words: Words) -> [String]
    /// How rows of a section look.
    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle
    /// Pictures of the shop's that it shows beside those of its rows.
    func pictures(beside list: SectionedList) -> [PictureRequest]
    /// What stands beside its list; `nil` where nothing does.
    func accessory(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)?
    /// What the selected row is about, on wide screens beside the list.
    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)?
    /// So many rows, in words.
    func count(_ rows: Int, _ words: Words) -> String
    /// What the upper edge tells of it.
    func note(_ words: Words) -> String?
    /// What its tab says beside its name, in a few columns.
    var tabBadge: String? { get }
}

/// What a counter shows beside its list: all that it depends on. It is drawn anew only when it is another.
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
    var findsRows: Bool { false }
    mutating func search(for text: String, _ shell: inout ShellContext) -> [Request] { [] }
    mutating func appear(_ shell: inout ShellContext) -> [Request] { [] }
    mutating func lookAgain(_ shell: inout ShellContext) -> [Request] { [] }
    mutating func connected(_ shell: inout ShellContext) -> [Request] { [] }
    mutating func sectionChanged(_ section: Section, isOther: Bool, _ shell: inout ShellContext) -> [Request] { [] }
    mutating func leave(_ shell: inout ShellContext) -> [Request]? { nil }
    mutating func settle(_ shell: inout ShellContext) -> [Request] { [] }
    var settles: Bool { false }

    func pictures(beside list: SectionedList) -> [PictureRequest] { [] }
    func accessory(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? { nil }
    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? { nil }
    func count(_ rows: Int, _ words: Words) -> String { words.count(rows) }
    func note(_ words: Words) -> String? { nil }
    var tabBadge: String? { nil }

    func saleItem(ofRow row: Int, in section: Section) -> SaleItem? { nil }
    var saleKeys: KeyTable { [] }
    func idleCommands(on item: SaleItem) -> Set<Command> { [] }
    mutating func handle(_ command: Command, on item: SaleItem, _ shell: inout ShellContext) -> [Request] { [] }
    func mark(of item: SaleItem) -> String? { nil }
    var hasMarks: Bool { true }

    func copiedLines(ofRow row: Int, in section: Section, of list: SectionedList, _ words: Words) -> [String] {
        rowStyle(of: section.id, in: list).texts(ofRow: row, in: section.rows, words)
    }

    /// Tells why the selected section has no rows.
    func tellEmptySection(_ shell: inout ShellContext) {
        if let section = shell.list.selectedSection { tellEmpty(section, &shell) }
    }

    /// Tells why `section` has no rows.
    func tellEmpty(_ section: Section, _ shell: inout ShellContext) {
        shell.show(
            .emptySection(section.id, heading(of: section.id), section.failure, empty: empty, rowName(in: section.id)))
    }

    /// Takes an event that its service tells.
    mutating func receive(any event: any CounterEvent, _ shell: inout ShellContext) -> [Request] {
        guard let event = event as? Event else { preconditionFailure("an event goes to the counter of its service") }
        return receive(event, &shell)
    }
}

/// How rows look, and all that their looks depend on beside the rows themselves.
protocol RowStyle: Hashable, Sendable {
    associatedtype Row: SectionRow

    /// The lines of a row that is not selected, as many as the layout gives to it.
    func lines(of row: Row, _ context: RowContext) -> [Line]
    /// The texts in which a row is looked for: what its lines say, unless told otherwise.
    func searchTexts(of row: Row, _ words: Words) -> [String]
}

/// What a row's lines depend on beside the row and its style.
struct RowContext {
    let layout: ListLayout
    let words: Words
    /// What can be shown of its picture now.
    let picture: PictureState
    /// What another counter says of it.
    let mark: String?
}

extension RowContext {
    /// The lines of a row, with its picture at the left; `addText` adds the rest of the line of that number.
    func lines(_ addText: (_ number: Int, inout LineBuilder) -> Void) -> [Line] {
        (0..<layout.rowHeight).map { number in
            var line = LineBuilder(width: layout.width, margin: layout.margin)
            if let size = layout.picture {
                PicturePlace(size: size, state: picture).add(row: number, to: &line)
                line.skip(ListLayout.pictureGap)
            }
            addText(number, &line)
            return line.line
        }
    }
}

extension RowStyle {
    /// The lines of the row of that number; `nil` where there is none, or one of another kind.
    func lines(ofRow number: Int, in rows: SectionRows, _ context: RowContext) -> [Line]? {
        rows.row(number, as: Row.self).map { lines(of: $0, context) }
    }
}

extension RowStyle {
    func searchTexts(of row: Row, _ words: Words) -> [String] {
        let context = RowContext(layout: .wide, words: words, picture: .waiting, mark: nil)
        return lines(of: row, context).flatMap { $0.spans.map(\.text) }
    }

    /// What the row of that number says where there is room for all, line by line; empty where there is no such row.
    func texts(ofRow number: Int, in rows: SectionRows, _ words: Words) -> [String] {
        let context = RowContext(layout: .wide, words: words, picture: .waiting, mark: nil)
        return (lines(ofRow: number, in: rows, context) ?? []).map(\.text).filter { !$0.isEmpty }
    }

    /// What `rows` are found by.
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
    /// A layout in which rows say all they can.
    fileprivate static let wide = ListLayout(
        screen: Size(width: 200, height: 50), shape: ListShape(isCovering: true))
}
