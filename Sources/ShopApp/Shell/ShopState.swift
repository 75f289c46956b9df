import Canvas
import Foundation
import ShopClient
import ShopModels

/// Everything that the screen depends on.
public struct ShopState: Sendable {
    public var size: Size
    /// The list of the counter that is shown.
    public var menu: ListState
    private var lists: CounterLists
    public var toast = ToastState()
    public internal(set) var pictures: ShopPictures
    /// What lies above the list.
    var layers = LayerStack()
    var bar = JuiceBarState()
    var drinks = DrinksState()
    var book: ContactsState
    /// Orders that wait on this device.
    public var waitingOrders = 0
    /// What the last guest on this device was called.
    public var lastGuest: String
    var knownPrices = KnownPrices()
    private var orderKeys: RequestKeys
    private var detailRequests = 0
    public var connection: Connection
    /// The time by which ages are told; moves on only while an age is shown.
    public var now: Date
    /// Counts the spinners' pictures.
    public var spinnerPhase = 0
    var runningTimers: Set<TimerID> = []

    /// `keys` is where the keys of orders are made of; each run of the program needs another. Without a phone book there
    /// is no counter for it.
    public init(
        size: Size, sections: [MenuSection], connection: Connection = .connecting,
        pictureColors: PictureColors = .none, lastGuest: String = "", keys: UUID = UUID(),
        hasPhoneBook: Bool = false, now: Date
    ) {
        self.size = size
        pictures = ShopPictures(colors: pictureColors)
        self.connection = connection
        self.lastGuest = lastGuest
        self.now = now
        orderKeys = RequestKeys(seed: keys)
        book = ContactsState(layout: ListLayout(screen: size))
        lists = CounterLists(of: sections, and: hasPhoneBook ? [.contacts] : [])
        func list(_ counter: ShopCounter) -> ListState {
            ListState(
                sections: sections.filter { ShopCounter(of: $0.id) == counter },
                layout: ListLayout(screen: size, isCompact: counter.isCompact, hasStatusBar: counter.hasStatusBar),
                showsPictures: pictureColors != .none)
        }
        menu = list(lists.shown)
        for counter in lists.counters where counter != lists.shown { lists.hide(list(counter), of: counter) }
    }

    /// The counters there are, in the order of their tabs, and the one that is shown.
    public var counters: [ShopCounter] { lists.counters }
    public var counter: ShopCounter { lists.shown }

    /// Shows the list of another counter as it was left.
    mutating func show(_ counter: ShopCounter) { lists.show(counter, in: &menu) }

    /// Takes over a new value of a section, whether it is shown or not.
    mutating func replace(_ section: MenuSection) {
        ShopCounter(of: section.id) == counter ? menu.replace(section) : lists.replace(section)
    }

    /// Takes over another size of the screen.
    mutating func lay(out layout: ListLayout) {
        menu.lay(out: layout)
        lists.lay(out: layout)
        book.lay(out: layout)
    }

    /// A section as it is known now, whether it is shown or not.
    func section(_ id: SectionID) -> MenuSection? {
        ShopCounter(of: id) == counter ? menu.sections.first { $0.id == id } : lists.section(id)
    }

    /// A fetch of a page that no other has the number of.
    mutating func nextDetailRequest(_ detailHash: String) -> DetailRequest {
        detailRequests += 1
        return DetailRequest(number: detailRequests, detailHash: detailHash)
    }

    /// A key that no other order has.
    mutating func nextOrderKey() -> UUID { orderKeys.next() }
}
