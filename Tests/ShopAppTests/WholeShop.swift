import Canvas
import Domain
import Foundation
import ShopClient
import Terminal

@testable import ShopApp

/// The counters that the program has, for the keeper and for guests.
enum WholeShop {
    static let counters: [any ShopApp.Counter] = [true, false].flatMap { isKeeper -> [any ShopApp.Counter] in
        [
            MenuCounter(isKeeper: isKeeper), JuiceCounter(isKeeper: isKeeper), DrinksCounter(isKeeper: isKeeper),
            ContactsCounter(), OrdersCounter(isKeeper: isKeeper),
        ]
    }

    static let commandNames = HelpTopic.commandNames(of: counters)
}

extension ShopState {
    /// Creates a shop with the counters that have any of `sections`, one for contacts if there is a phone book, and one
    /// for orders.
    init(
        size: Size, sections: [Section], connection: Connection = .connecting,
        pictureColors: PictureColors = .none, guest: Guest = Guest(), keys: UUID = UUID(),
        hasPhoneBook: Bool = false, shopName: String? = nil, zone: TimeZone? = nil, now: Date
    ) {
        let fetched: [any ShopApp.Counter] = [
            MenuCounter(), JuiceCounter(), DrinksCounter(),
        ]
        let there = fetched.filter { counter in sections.contains { counter.sections.map(\.id).contains($0.id) } }
        let contacts: [any ShopApp.Counter] = hasPhoneBook ? [ContactsCounter()] : []
        self.init(
            size: size, sections: sections, counters: there + contacts + [OrdersCounter(suggestsNames: hasPhoneBook)],
            connection: connection,
            pictureColors: pictureColors, guest: guest, shopName: shopName, zone: zone, keys: keys, now: now)
    }
}

extension ShopLoop {
    /// Creates a shop with the counters that have sections in `repository`, one for contacts if there is a phone book,
    /// and one for orders.
    convenience init(
        device: any TerminalDevice, repository: SectionRepository, pictures: PictureRepository? = nil,
        details: DetailSource = .none, orders: OrderQueue = OrderQueue(client: .none),
        juices: JuiceClient = .none, drinks: DrinksClient = .none, phoneBook: ContactsService? = nil,
        profiles: ShopProfileSource = .none, updates: LiveUpdates? = nil, words: Words
    ) {
        let fetched: [ShopCounter] = [
            .menu(details: details), .juiceBar(juices), .drinksMachine(drinks, profiles: profiles),
        ]
        let there = fetched.filter { !Set(repository.sections).isDisjoint(with: $0.sections.map(\.id)) }
        self.init(
            device: device, repository: repository, pictures: pictures, updates: updates,
            counters: there + (phoneBook.map { [.contacts($0)] } ?? []) + [
                .orders(orders, details: details, names: phoneBook?.suggestions, contacts: phoneBook?.guestDetails)
            ], guest: Guest(name: orders.lastGuest), words: words)
    }
}
