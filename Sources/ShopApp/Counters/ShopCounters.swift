import Canvas
import Domain
import Foundation
import ShopClient
import Terminal

/// The counters of the shop, in the order of their tabs: the one place that lists them.
extension ShopState {
    /// The shop with a counter for whatever there are `sections` of, and one for contacts where there is a phone book.
    public init(
        size: Size, sections: [Section], connection: Connection = .connecting,
        pictureColors: PictureColors = .none, lastGuest: String = "", keys: UUID = UUID(),
        hasPhoneBook: Bool = false, now: Date
    ) {
        let fetched: [any Counter] = [MenuCounter(), JuiceBarState(), DrinksState()]
        let there = fetched.filter { counter in sections.contains { counter.sections.map(\.id).contains($0.id) } }
        let contacts: [any Counter] = hasPhoneBook ? [ContactsState()] : []
        self.init(
            size: size, sections: sections, counters: there + contacts, connection: connection,
            pictureColors: pictureColors, lastGuest: lastGuest, keys: keys, now: now)
    }
}

extension ShopLoop {
    /// Without `pictures` none are shown, without `details` no dish has a page, without `orders` nothing is ordered,
    /// without `juices` none are made, without `drinks` there is no machine, without `phoneBook` no contacts are, and
    /// without `updates` sections change only when they are asked for.
    public convenience init(
        device: any TerminalDevice, repository: SectionRepository, pictures: PictureRepository? = nil,
        details: DetailSource = .none, orders: OrderQueue = OrderQueue(client: .none),
        juices: JuiceClient = .none, drinks: DrinksClient = .none, phoneBook: ContactsService? = nil,
        updates: LiveUpdates? = nil, words: Words
    ) {
        let services: [any CounterService] = [
            MenuService(details: details, orders: orders), JuiceBarService(counter: juices, repository: repository),
            DrinksService(counter: drinks),
        ]
        let known = ShopState(
            size: device.size, sections: repository.sections.map(repository.section), hasPhoneBook: phoneBook != nil,
            now: Date())
        self.init(
            device: device, repository: repository, pictures: pictures, updates: updates, counters: known.all,
            services: services + (phoneBook.map { [$0] } ?? []), lastGuest: orders.lastGuest, words: words)
    }
}
