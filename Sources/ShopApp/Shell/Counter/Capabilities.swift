import Canvas
import Domain
import Foundation
import ShopClient

// What a counter can do besides the core. It conforms to the protocols of what it can; the shell asks once, when the counter
// is registered.

/// Offers items for sale in its rows.
protocol OffersItems: Counter {
    /// Returns the item that a row offers for sale; `nil` if it offers none.
    func saleItem(ofRow row: Int, in section: Section) -> SaleItem?
}

/// Has commands for items for sale, whichever counter lists them.
protocol SellsItems: Counter {
    /// Returns its keys on `item`, or if that is `nil` all that it has on any item.
    func saleKeys(on item: SaleItem?) -> CounterKeys
    /// Handles one of these commands on `item`, which may belong to another counter.
    mutating func handle(_ command: Command, on item: SaleItem, _ shell: inout ShellContext) -> [Request]
    /// Those of its commands that need no item, so that every list has their keys.
    static var commandsOnLists: Set<Command> { get }
    /// Returns the line that it shows below the lists of items; `nil` if there is nothing to say.
    func strip(below layout: ListLayout) -> (any ListAccessory)?
    /// Whether there is such a line.
    var hasStrip: Bool { get }
    /// What the lower edge says of its commands now, instead of their hints. These come before all other keys.
    var hints: [Command: LocalizedText] { get }
    /// The marks that the rows of items have now, at every counter; `nil` if none has any.
    var itemMarks: ItemMarks? { get }
}

extension SellsItems {
    static var commandsOnLists: Set<Command> { [] }
    func strip(below layout: ListLayout) -> (any ListAccessory)? { nil }
    var hasStrip: Bool { false }
    var hints: [Command: LocalizedText] { [:] }
}

/// Returns a mark of a few columns for the rows that sell an item; `nil` for none. Called for each row in view whenever
/// the row is drawn.
typealias ItemMarks = @Sendable (SaleItem) -> String?

/// Makes its list itself, and finds the rows in it. For any other counter the shell searches the texts of the rows.
protocol MakesList: Counter {
    /// Why there is no list to show; `nil` if there is one.
    var emptyState: EmptyState? { get }
    /// Shows the matches after the search text of its list changed, or was cleared (`text` is empty then).
    mutating func search(for text: String, _ shell: inout ShellContext) -> [Request]
}

protocol ListsSections: Counter {
    /// Those of its sections that are in the list only while they have rows.
    var sectionsListedIfAny: Set<SectionID> { get }
}

/// Shows views with its list.
protocol ShowsDetails: Counter {
    /// Returns the view of the selected row's details, which wide screens show beside the list.
    func pane(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)?
    /// Returns the view below the list.
    func strip(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)?
    func pictures(beside list: SectionedList) -> [PictureRequest]
}

extension ShowsDetails {
    func strip(of list: SectionedList, _ known: [PictureRequest: PictureState]) -> (any ListAccessory)? { nil }
    func pictures(beside list: SectionedList) -> [PictureRequest] { [] }
}

/// Says something at the upper edge of every screen.
protocol NotesAtEdge: Counter {
    /// Returns what it says, the most important first. There may be room for the first only.
    func notes(_ words: Words) -> [String]
    /// Returns the possible texts about what is under way for the guest, the longest first. They give way to everything
    /// else.
    func progress(at now: Date, _ words: Words) -> [String]
    /// Whether there is such a text, which is made again each minute.
    func hasProgress(at now: Date) -> Bool
    /// A badge of a few columns beside the name in its tab; `nil` if there is none.
    var tabBadge: String? { get }
}

extension NotesAtEdge {
    func notes(_ words: Words) -> [String] { [] }
    func progress(at now: Date, _ words: Words) -> [String] { [] }
    func hasProgress(at now: Date) -> Bool { false }
    var tabBadge: String? { nil }
}

/// Says what does not work, in the line above its list that is always visible.
protocol ReportsTrouble: Counter {
    /// Returns the possible texts, the longest first; empty if everything works. `section` is the one whose header has
    /// that line.
    func troubles(above section: SectionID, at now: Date, _ words: Words) -> [String]
}

protocol UndoesChanges: Counter {
    /// Undoes the change for which it last called `ShellContext.offerUndo`, which it remembers itself. Returns `nil` if
    /// that cannot be undone any more.
    mutating func undo(_ shell: inout ShellContext) -> [Request]?
}

/// Sells something that the receipt of a visit lists.
protocol GivesReceipt: Counter {
    /// What was bought since the shop was opened, in its order.
    var receipt: [ReceiptEntry] { get }
}

/// May hold back a guest who wants to leave the shop.
protocol HoldsGuest: Counter {
    /// Returns `nil` if the guest may go; otherwise the shop stays open.
    mutating func leave(_ shell: inout ShellContext) -> [Request]?
}

/// The capabilities of a counter's type. The compiler fills them in: conforming to a protocol above replaces the `nil` of
/// its entry, which costs no look-up at the start. No counter writes an entry itself.
protocol CapabilityEntries: Sendable {
    static var offering: (@Sendable (Self, Int, Section) -> SaleItem?)? { get }
    static var selling: Selling<Self>? { get }
    static var making: Making<Self>? { get }
    static var listing: (@Sendable (Self) -> Set<SectionID>)? { get }
    static var details: Details<Self>? { get }
    static var noting: Noting<Self>? { get }
    static var reporting: Reporting<Self>? { get }
    static var undoing: Attempt<Self>? { get }
    static var holding: Attempt<Self>? { get }
    static var receipting: (@Sendable (Self) -> [ReceiptEntry])? { get }
}

typealias Accessory<Owner> =
    @Sendable (
        Owner, SectionedList, [PictureRequest: PictureState]
    ) -> (any ListAccessory)?
/// Returns `nil` if there is nothing to do.
typealias Attempt<Owner> = @Sendable (inout Owner, inout ShellContext) -> [any CounterRequest]?

struct Making<Owner>: Sendable {
    let emptyState: @Sendable (Owner) -> EmptyState?
    let search: @Sendable (inout Owner, String, inout ShellContext) -> [any CounterRequest]
}

struct Selling<Owner>: Sendable {
    let keys: @Sendable (Owner, SaleItem?) -> CounterKeys
    let handle: @Sendable (inout Owner, Command, SaleItem, inout ShellContext) -> [any CounterRequest]
    let marks: @Sendable (Owner) -> ItemMarks?
    let commandsOnLists: Set<Command>
    let hints: @Sendable (Owner) -> [Command: LocalizedText]
    let strip: @Sendable (Owner, ListLayout) -> (any ListAccessory)?
    let hasStrip: @Sendable (Owner) -> Bool
}

struct Details<Owner>: Sendable {
    let pane: Accessory<Owner>
    let strip: Accessory<Owner>
    let pictures: @Sendable (Owner, SectionedList) -> [PictureRequest]
}

struct Noting<Owner>: Sendable {
    let notes: @Sendable (Owner, Words) -> [String]
    let badge: @Sendable (Owner) -> String?
    let progress: @Sendable (Owner, Date, Words) -> [String]
    let hasProgress: @Sendable (Owner, Date) -> Bool
}

/// Returns the texts above a section.
typealias Reporting<Owner> = @Sendable (Owner, SectionID, Date, Words) -> [String]

extension CapabilityEntries {
    static var offering: (@Sendable (Self, Int, Section) -> SaleItem?)? { nil }
    static var selling: Selling<Self>? { nil }
    static var making: Making<Self>? { nil }
    static var listing: (@Sendable (Self) -> Set<SectionID>)? { nil }
    static var details: Details<Self>? { nil }
    static var noting: Noting<Self>? { nil }
    static var reporting: Reporting<Self>? { nil }
    static var undoing: Attempt<Self>? { nil }
    static var holding: Attempt<Self>? { nil }
    static var receipting: (@Sendable (Self) -> [ReceiptEntry])? { nil }
}

extension OffersItems {
    static var offering: (@Sendable (Self, Int, Section) -> SaleItem?)? { { $0.saleItem(ofRow: $1, in: $2) } }
}

extension SellsItems {
    static var selling: Selling<Self>? {
        Selling(
            keys: { $0.saleKeys(on: $1) }, handle: { $0.handle($1, on: $2, &$3) }, marks: { $0.itemMarks },
            commandsOnLists: commandsOnLists, hints: { $0.hints },
            strip: { $0.strip(below: $1) }, hasStrip: { $0.hasStrip })
    }
}

extension MakesList {
    static var making: Making<Self>? {
        Making(emptyState: { $0.emptyState }, search: { $0.search(for: $1, &$2) })
    }
}

extension ListsSections {
    static var listing: (@Sendable (Self) -> Set<SectionID>)? { { $0.sectionsListedIfAny } }
}

extension ShowsDetails {
    static var details: Details<Self>? {
        Details(
            pane: { $0.pane(of: $1, $2) }, strip: { $0.strip(of: $1, $2) }, pictures: { $0.pictures(beside: $1) })
    }
}

extension NotesAtEdge {
    static var noting: Noting<Self>? {
        Noting(
            notes: { $0.notes($1) }, badge: { $0.tabBadge }, progress: { $0.progress(at: $1, $2) },
            hasProgress: { $0.hasProgress(at: $1) })
    }
}

extension ReportsTrouble {
    static var reporting: Reporting<Self>? { { $0.troubles(above: $1, at: $2, $3) } }
}

extension UndoesChanges {
    static var undoing: Attempt<Self>? { { $0.undo(&$1) } }
}

extension GivesReceipt {
    static var receipting: (@Sendable (Self) -> [ReceiptEntry])? { { $0.receipt } }
}

extension HoldsGuest {
    static var holding: Attempt<Self>? { { $0.leave(&$1) } }
}
