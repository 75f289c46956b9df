import Canvas
import Domain
import ShopClient
import Terminal

/// Names a counter, for ever.
public struct CounterID: Hashable, Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

/// What the shell knows of a counter: a value that says what is listed, which keys work, and what follows from them.
protocol Counter: Sendable {
    /// What comes of its requests, or happens at it by itself.
    associatedtype Event: CounterEvent

    var id: CounterID { get }
    /// What its tab says.
    var name: LocalizedText { get }
    /// What a section without rows says.
    var empty: LocalizedText { get }
    /// The sections that are looked at together.
    var sections: [SectionDefinition] { get }
    /// What its list takes of the screen now.
    var shape: ListShape { get }
    /// Why there is no list; `nil` where there is one.
    var emptyState: EmptyState? { get }
    /// Its keys on the help page, by place.
    var helpTopics: [HelpTopic] { get }

    /// What stands at the head of a section of its list.
    func heading(of section: SectionID) -> SectionHeading
    /// The keys that work on its list: its own, and those of `list` that it has a use for.
    func keyTable(beside list: KeyTable) -> KeyTable
    /// The keys that work while letters are typed above its list; `nil` while none are.
    var typingKeys: KeyTable? { get }
    /// A key while letters are typed.
    func press(_ key: Key, _ state: inout ShopState) -> [Effect]
    /// A command on its list; `nil` for one that does the same on all lists.
    func handle(_ command: Command, _ state: inout ShopState) -> [Effect]?
    func receive(_ event: Event, _ state: inout ShopState) -> [Effect]

    /// It is shown from now on.
    func appear(_ state: inout ShopState) -> [Effect]
    /// It is shown, and what it shows may have changed at the server.
    func lookAgain(_ state: ShopState) -> [Effect]
    /// The server answers.
    func connected(_ state: ShopState) -> [Effect]
    /// One of its sections is another. `isOther` tells whether its rows were known before, and differ.
    func sectionChanged(_ section: Section, isOther: Bool, _ state: inout ShopState) -> [Effect]
    /// The guest wants to leave the shop; `nil` where nothing is against it.
    func leave(_ state: inout ShopState) -> [Effect]?
    /// It is shown, and everything that happened is reduced.
    func settle(_ state: inout ShopState) -> [Effect]

    /// Pictures that it shows beside those of its rows.
    func pictures(in state: ShopState) -> [PictureRequest]
    /// How rows of a section look.
    func rowStyle(of section: SectionID, in state: ShopState) -> any RowStyle
    /// What can be shown of the pictures of the rows in view of the list's section `index`; empty where rows have none.
    func rowPictures(of index: Int, in state: ShopState) -> [PictureState]
    /// So many rows, in words.
    func count(_ rows: Int, _ words: Words) -> String
    /// What the upper edge tells of it.
    func note(_ words: Words) -> String?
    /// What draws what stands beside its list; `nil` where nothing does.
    func makeView(_ words: Words) -> (any CounterView)?
}

/// Draws what a counter has beside its list. What it keeps between frames only saves work.
protocol CounterView {
    mutating func add(_ state: ShopState, to frame: inout Frame)
}

extension Counter {
    func heading(of section: SectionID) -> SectionHeading {
        sections.first { $0.id == section }?.heading ?? SectionHeading(title: section.path, subtitle: "")
    }

    var shape: ListShape { ListShape() }
    var emptyState: EmptyState? { nil }
    var typingKeys: KeyTable? { nil }

    func press(_ key: Key, _ state: inout ShopState) -> [Effect] { [] }
    func appear(_ state: inout ShopState) -> [Effect] { [] }
    func lookAgain(_ state: ShopState) -> [Effect] { [] }
    func connected(_ state: ShopState) -> [Effect] { [] }
    func sectionChanged(_ section: Section, isOther: Bool, _ state: inout ShopState) -> [Effect] { [] }
    func leave(_ state: inout ShopState) -> [Effect]? { nil }
    func settle(_ state: inout ShopState) -> [Effect] { [] }
    func pictures(in state: ShopState) -> [PictureRequest] { [] }
    func rowPictures(of index: Int, in state: ShopState) -> [PictureState] { state.shopPictures(of: index) }
    func count(_ rows: Int, _ words: Words) -> String { words.count(rows) }
    func note(_ words: Words) -> String? { nil }
    func makeView(_ words: Words) -> (any CounterView)? { nil }
}

/// How rows look, and all that their looks depend on beside the rows themselves.
protocol RowStyle: Hashable, Sendable {
    associatedtype Row: SectionRow

    /// The lines of a row that is not selected, as many as the layout gives to it.
    func lines(of row: Row, _ context: RowContext) -> [Line]
}

/// What a row's lines depend on beside the row and its style.
struct RowContext {
    let layout: ListLayout
    let words: Words
    /// What can be shown of its picture now.
    let picture: PictureState
}

extension RowStyle {
    /// The lines of the row of that number; `nil` where there is none, or one of another kind.
    func lines(ofRow number: Int, in rows: SectionRows, _ context: RowContext) -> [Line]? {
        rows.row(number, as: Row.self).map { lines(of: $0, context) }
    }

    func isEqual(to other: any RowStyle) -> Bool { self == other as? Self }
}

extension Counter {
    /// Takes the event if it is its own; `nil` for one of another counter.
    func receive(any event: any CounterEvent, _ state: inout ShopState) -> [Effect]? {
        (event as? Event).map { receive($0, &state) }
    }
}
