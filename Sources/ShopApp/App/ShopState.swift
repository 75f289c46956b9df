import Canvas
import Foundation
import ShopClient
import ShopModels

/// Everything that the screen depends on.
public struct ShopState: Sendable {
    public var size: Size
    public var menu: MenuState
    public var toast = ToastState()
    public internal(set) var pictures: ShopPictures
    /// The first line shown of the help page, while it is open.
    public var help: HelpState?
    /// The page of a dish, while it is open; it covers the list.
    public var page: DishPageState?
    /// The order form, while it is open; it lies above list and page.
    public var order: OrderFormState?
    /// Orders that wait on this device.
    public var waitingOrders = 0
    /// What the last guest on this device was called.
    public var lastGuest: String
    var knownPrices = KnownPrices()
    private var orderKeys: OrderKeys
    private var detailRequests = 0
    public var connection: Connection
    /// The time by which ages are told; moves on only while an age is shown.
    public var now: Date
    /// Counts the spinners' pictures.
    public var spinnerPhase = 0
    var runningTimers: Set<TimerID> = []

    /// `keys` is where the keys of orders are made of; each run of the program needs another.
    public init(
        size: Size, sections: [MenuSection], connection: Connection = .connecting,
        pictureColors: PictureColors = .none, lastGuest: String = "", keys: UUID = UUID(), now: Date
    ) {
        self.size = size
        pictures = ShopPictures(colors: pictureColors)
        self.connection = connection
        self.lastGuest = lastGuest
        self.now = now
        orderKeys = OrderKeys(seed: keys)
        menu = MenuState(
            sections: sections, layout: MenuLayout(screen: size), showsPictures: pictureColors != .none)
    }

    /// A fetch of a page that no other has the number of.
    mutating func nextDetailRequest(_ detailHash: String) -> DetailRequest {
        detailRequests += 1
        return DetailRequest(number: detailRequests, detailHash: detailHash)
    }

    /// A key that no other order has.
    mutating func nextOrderKey() -> UUID { orderKeys.next() }
}
