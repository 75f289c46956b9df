import Domain
import Settings
import ShopApp
import ShopClient

/// What the counters of an opened shop need. Here, and nowhere else, they are registered: commands, settings and help
/// follow from that.
struct CounterServices {
    var isKeeper = false
    /// Whether the program brings the shop, so that its keeper is its guest, too.
    var isOwnShop = false
    var details = DetailSource.none
    var dishes = DishClient.none
    var juices = JuiceClient.none
    var drinks = DrinksClient.none
    /// Whether there is a phone book.
    var hasContacts = true
    var phoneBook: ContactsService?
    var orders = OrderQueue(client: .none)
    var moves = OrderStateClient.none
    var profiles = ShopProfileSource.none
    var retention = GuestDataRetention.none
    var reports = ReportClient.none
    var pauses = PauseClient.none
    var carts: CartStore?
    var sections = MenuSection.standard
    var delivery: DeliveryRule?
    var ownSections: [OwnSection] = []

    /// All counters, in the usual order of their tabs.
    var counters: [ShopCounter] {
        let others: [ShopCounter] =
            [
                .juiceBar(juices, profiles: profiles, isKeeper: isKeeper),
                .drinksMachine(drinks, profiles: profiles, isKeeper: isKeeper),
            ]
            + (hasContacts ? [.contacts(phoneBook)] : [])
            + [
                .orders(
                    orders, moves: moves, pauses: pauses, reports: reports, profiles: profiles, retention: retention,
                    details: details, carts: carts, names: phoneBook?.suggestions, contacts: phoneBook?.guestDetails,
                    isKeeper: isKeeper, isOwnShop: isOwnShop)
            ]
        let own = ownSections.outside(others.flatMap(\.sections))
        return [
            .menu(
                details: details, keeper: isKeeper ? dishes : nil, sections: sections, delivery: delivery,
                ownSections: own)
        ] + others
    }

    /// The names of the commands of guests and of keepers, because one settings file serves both.
    static var commandNames: [String] {
        ShopCounter.commandNames(of: [true, false].flatMap { CounterServices(isKeeper: $0).counters })
    }
}

extension CounterServices {
    init(
        _ shop: Shop, _ orders: OrderQueue, _ phoneBook: ContactsService?, _ appearance: ShopAppearance, _ user: User
    ) {
        let carts = shop.carts(user: user)
        let retention = GuestDataRetention(orders, carts: carts, profiles: shop.lastProfile(user: user))
        self.init(
            isKeeper: shop.credentials.keeper != nil, isOwnShop: shop.isOwn, details: shop.details, dishes: shop.dishes,
            juices: shop.juices, drinks: shop.drinks, hasContacts: phoneBook != nil, phoneBook: phoneBook,
            orders: orders, moves: shop.moves, profiles: shop.profiles.applied(to: retention), retention: retention,
            reports: shop.reports, pauses: shop.pauses, carts: carts, sections: appearance.sections,
            delivery: appearance.delivery, ownSections: user.settings.sections)
    }
}
