import Canvas
import Domain
import Foundation
import ShopClient

/// A counter of any type, as the shell uses it. What it cannot do returns `nil` or nothing.
protocol RegisteredCounter: Sendable {
    var id: CounterID { get }
    var texts: CounterTexts { get }
    var sections: [SectionDefinition] { get }
    var shape: ListShape { get }
    var helpTopics: [HelpTopic] { get }
    func heading(of section: SectionID) -> Localized<SectionHeading>
    func keys(on list: SectionedList?) -> CounterKeys
    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle
    func showsAges(of section: SectionID) -> Bool

    /// Whether its rows offer items for sale.
    var offersItems: Bool { get }
    func saleItem(ofRow row: Int, in section: Section) -> SaleItem?
    /// Returns its keys on `item`, or on any item if that is `nil`; `nil` if it sells nothing.
    func saleKeys(on item: SaleItem?) -> CounterKeys?
    var itemMarks: ItemMarks? { get }
    var commandsOnLists: Set<Command> { get }
    var hints: [Command: LocalizedText] { get }
    func strip(below layout: ListLayout) -> (any ListAccessory)?
    var hasStrip: Bool { get }
    var findsRows: Bool { get }
    var emptyState: EmptyState? { get }
    var sectionsListedIfAny: Set<SectionID> { get }
    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)?
    func strip(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)?
    func pictures(beside list: SectionedList) -> [PictureRequest]
    func notes(_ words: Words) -> [String]
    var tabBadge: String? { get }
    func progress(at now: Date, _ words: Words) -> [String]
    func hasProgress(at now: Date) -> Bool
    func troubles(above section: SectionID, at now: Date, _ words: Words) -> [String]
    var receipt: [ReceiptEntry] { get }

    /// Lets the counter handle something. Returns `nil` if it does not.
    mutating func run(_ step: CounterStep, _ shell: inout ShellContext) -> [any CounterRequest]?
}

/// Something that a counter handles.
enum CounterStep {
    case command(Command)
    case event(any CounterEvent)
    case occasion(Occasion)
    /// The search text of its list changed.
    case search(String)
    case sale(Command, SaleItem)
    case undo
    /// The guest wants to leave the shop.
    case leave
}

/// A counter of a known type with its capabilities, which are asked for when it is created.
struct Registered<Owner: Counter>: Sendable {
    var counter: Owner
    let texts: CounterTexts
    private let capabilities: Capabilities<Owner>

    init(_ counter: Owner) {
        self.counter = counter
        texts = counter.texts
        capabilities = Capabilities()
    }
}

/// The capabilities of a counter. Shared by all copies of it: the state is copied before a key is handled ahead.
private final class Capabilities<Owner: Counter>: Sendable {
    let offering = Owner.offering
    let selling = Owner.selling
    let making = Owner.making
    let listing = Owner.listing
    let details = Owner.details
    let noting = Owner.noting
    let reporting = Owner.reporting
    let undoing = Owner.undoing
    let holding = Owner.holding
    let receipting = Owner.receipting
}

extension RegisteredCounter {
    /// Its topics of the help page, without what has no effect anywhere now.
    var usefulTopics: [HelpTopic] {
        let off = keys(on: nil).off
        guard !off.isEmpty else { return helpTopics }
        return helpTopics.map { topic in HelpTopic(topic.title, topic.keys.filter { !off.contains($0.command) }) }
    }
}

extension Registered: RegisteredCounter {
    var id: CounterID { counter.id }
    var sections: [SectionDefinition] { counter.sections }
    var shape: ListShape { counter.shape }
    var helpTopics: [HelpTopic] { counter.helpTopics }
    func heading(of section: SectionID) -> Localized<SectionHeading> { counter.heading(of: section) }
    func keys(on list: SectionedList?) -> CounterKeys { counter.keys(on: list) }
    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle {
        counter.rowStyle(of: section, in: list)
    }
    func showsAges(of section: SectionID) -> Bool { counter.showsAges(of: section) }

    var offersItems: Bool { capabilities.offering != nil }
    func saleItem(ofRow row: Int, in section: Section) -> SaleItem? { capabilities.offering?(counter, row, section) }
    func saleKeys(on item: SaleItem?) -> CounterKeys? { capabilities.selling?.keys(counter, item) }
    var itemMarks: ItemMarks? { capabilities.selling?.marks(counter) }
    var commandsOnLists: Set<Command> { capabilities.selling?.commandsOnLists ?? [] }
    var hints: [Command: LocalizedText] { capabilities.selling?.hints(counter) ?? [:] }
    func strip(below layout: ListLayout) -> (any ListAccessory)? { capabilities.selling?.strip(counter, layout) }
    var hasStrip: Bool { capabilities.selling?.hasStrip(counter) ?? false }
    var findsRows: Bool { capabilities.making != nil }
    var emptyState: EmptyState? { capabilities.making?.emptyState(counter) }
    var sectionsListedIfAny: Set<SectionID> { capabilities.listing?(counter) ?? [] }

    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        capabilities.details?.pane(counter, list, known)
    }

    func strip(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? {
        capabilities.details?.strip(counter, list, known)
    }

    func pictures(beside list: SectionedList) -> [PictureRequest] {
        capabilities.details?.pictures(counter, list) ?? []
    }
    func notes(_ words: Words) -> [String] { capabilities.noting?.notes(counter, words) ?? [] }
    var tabBadge: String? { capabilities.noting?.badge(counter) }
    func progress(at now: Date, _ words: Words) -> [String] {
        capabilities.noting?.progress(counter, now, words) ?? []
    }
    func hasProgress(at now: Date) -> Bool { capabilities.noting?.hasProgress(counter, now) ?? false }

    func troubles(above section: SectionID, at now: Date, _ words: Words) -> [String] {
        capabilities.reporting?(counter, section, now, words) ?? []
    }

    var receipt: [ReceiptEntry] { capabilities.receipting?(counter) ?? [] }

    mutating func run(_ step: CounterStep, _ shell: inout ShellContext) -> [any CounterRequest]? {
        switch step {
        case .command(let command): counter.handle(command, &shell)
        // Events are addressed by the service that was registered with the counter, so there are no others.
        case .event(let event): if let event = event as? Owner.Event { counter.receive(event, &shell) } else { nil }
        case .occasion(let occasion): counter.notice(occasion, &shell)
        case .search(let text): capabilities.making?.search(&counter, text, &shell)
        case .sale(let command, let item): capabilities.selling?.handle(&counter, command, item, &shell)
        case .undo: capabilities.undoing?(&counter, &shell)
        case .leave: capabilities.holding?(&counter, &shell)
        }
    }
}

extension Counter {
    var registered: any RegisteredCounter { Registered(self) }
}
