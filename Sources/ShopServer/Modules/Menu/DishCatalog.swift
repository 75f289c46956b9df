import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform
import Storage
import TerminalText

/// The dishes that the shop sells: the current content of the menu's files, with the keeper's changes applied.
struct DishCatalog: Sendable {
    let files: LiveResource<MenuFiles>
    /// The store; `nil` for a shop without one, in which nothing can be changed.
    private let store: (any Store)?
    private let days: ShopDays
    /// The changes that were read last.
    private let known = NIOLockedValueBox(DishChanges())
    private let reads = SharedWork<String, DishChanges>()
    private let menus = LatestValueCache<MenuSource, ServedMenu>()
    /// The files of which findings were reported last.
    private let reported: NIOLockedValueBox<MenuFiles>

    /// Creates the catalog of the sections that `shop` has, which is reloaded before the catalog.
    init(
        _ files: MenuFiles, resources: URL, shop: LiveResource<ShopProfile>, store: (any Store)?, days: ShopDays
    ) {
        self.files = LiveResource(files) { $0.reread(resources: resources, sections: shop.value.sections) }
        self.store = store
        self.days = days
        reported = NIOLockedValueBox(files)
    }

    /// The menu as it is currently served, with the changes made on whatever server. While the store cannot be read, it
    /// has the last known ones and is not current.
    var menu: (menu: ServedMenu, isCurrent: Bool) {
        get async {
            let (changes, isCurrent) = await changes
            let (files, number) = files.version
            let today = today
            let menu = menus.product(of: MenuSource(files: number, changes: changes.generation, day: today)) {
                ServedMenu(files, changes.all, on: today)
            }
            return (menu, isCurrent)
        }
    }

    /// The present business day; `nil` if the clock cannot be right.
    var today: Day? { try? days.today() }

    /// Throws `Refusal` if the clock cannot be right.
    func requiredToday() throws(Refusal) -> Day { try days.today() }

    private var changes: (DishChanges, isCurrent: Bool) {
        get async {
            guard let store else { return (DishChanges(), true) }
            let stored = try? await reads.value(of: "changes") { [known] in
                try await store.read { try $0.dishChanges(unless: known.withLockedValue(\.self)) }
            }
            guard let stored else { return (known.withLockedValue(\.self), false) }
            known.withLockedValue { $0 = stored }
            return (stored, true)
        }
    }

    /// Returns the dish with that hash; `nil` if there is none on the menu.
    func offer(_ hash: String, in store: any StoreReader) throws -> Offer? {
        try files.value.offer(hash)?.changed(by: store.dishChange(of: hash), on: days.today())
    }

    /// Takes dishes from those that are left, if they are counted. Returns what was taken, by its business day. Throws
    /// `TooFewLeft`.
    func take(_ quantity: Int, of hash: String, in store: any StoreTransaction) throws -> TakenStock {
        let today = try days.today()
        guard let offer = files.value.listed(hash) else { return [:] }
        let former = try store.dishChange(of: hash)
        guard var count = offer.count(former?.count, on: today) else { return [:] }
        guard quantity <= count.left else { throw TooFewLeft(left: count.left) }
        count.left -= quantity
        try set(count, of: hash, offer, instead: former, in: store)
        return [today.text: quantity]
    }

    /// Returns what was taken on the present business day: what is left of another day is not sold any more.
    func giveBack(_ taken: TakenStock, of hash: String, in store: any StoreTransaction) throws {
        let today = try days.today()
        guard let quantity = taken[today.text], let offer = files.value.listed(hash) else { return }
        let former = try store.dishChange(of: hash)
        guard var count = offer.count(former?.count, on: today) else { return }
        count.left = min(count.left + quantity, DishCount.values.upperBound)
        try set(count, of: hash, offer, instead: former, in: store)
    }

    private func set(
        _ count: DishCount, of hash: String, _ offer: Offer, instead former: DishChange?, in store: any StoreTransaction
    ) throws {
        var changed = former ?? DishChange(title: offer.title)
        changed.count = count
        let sections = try sections(listing: hash, lookingDifferentAfter: former, changed)
        try store.set(changed, of: hash, isShown: !sections.isEmpty)
        try store.change(sections)
    }

    private func sections(
        listing hash: String, lookingDifferentAfter former: DishChange?, _ changed: DishChange
    ) throws -> [SectionID] {
        let today = try days.today()
        return files.value.sections(listing: hash) {
            $0.changed(by: former, on: today).look != $0.changed(by: changed, on: today).look
        }
    }

    /// Returns the keeper's view of the dish with that hash. Throws `Refusal` if there is none.
    func keeperDish(_ hash: String, in store: any StoreReader) throws -> KeeperDish {
        guard let offer = files.value.listed(hash) else { throw Refusal.unknownDish }
        let change = try store.dishChange(of: hash)
        let changed = try offer.changed(by: change, on: days.today())
        let isOfAnother = change.map { $0.isTitled && $0.title != offer.title } ?? false
        return KeeperDish(
            hash: hash, title: offer.title.string, price: changed.price, filePrice: offer.price,
            isSoldOut: changed.isSoldOut, isSoldOutInFile: offer.isSoldOut, count: changed.left,
            fileCount: offer.daily ?? offer.fileCount,
            changed: change?.fields.filter { $0 == .count || !isOfAnother } ?? [],
            setAside: isOfAnother
                ? change.map { KeeperDish.SetAside(title: $0.title, price: $0.price, isSoldOut: $0.isSoldOut) } : nil)
    }

    /// Changes the dish with that hash and title, replacing changes of another dish; with `nil` for the title, whatever
    /// changes are stored for the hash. Gives new versions to the sections that list it if they look different
    /// afterwards. Returns the keeper's view of the dish. Throws `Refusal` if there is none.
    func change(
        _ hash: String, _ title: PlainText?, in store: any StoreTransaction,
        _ change: (inout DishChange, Offer) -> Void
    ) throws -> KeeperDish {
        guard let dish = files.value.listed(hash) else { throw Refusal.unknownDish }
        if let title, title != dish.title { throw Refusal.otherDish(hash, dish.title, shown: title) }
        let former = try store.dishChange(of: hash)
        var changed = former ?? DishChange(title: dish.title)
        // What is left of the hash stays, whatever it is called.
        if let title, changed.title != title { changed = DishChange(title: title, count: changed.count) }
        change(&changed, dish)
        try store.set(changed, of: hash)
        try store.change(sections(listing: hash, lookingDifferentAfter: former, changed))
        return try keeperDish(hash, in: store)
    }
}

extension DishCatalog {
    /// Applies the counts of the menu's files that are others than those that were applied last, so that one that goes away
    /// and comes back is applied again, also if nothing was sold meanwhile.
    func applyFileCounts() async throws {
        guard let store, let today else { return }
        // Reads first without taking the write lock: most of the time nothing changed.
        guard try await !store.read({ [self] in try countsOfFormerFiles(in: $0) }).isEmpty else { return }
        try await store.transaction { [self] transaction in
            for (hash, change) in try countsOfFormerFiles(in: transaction) {
                var change = change
                change.count = files.value.listed(hash)?.count(change.count, on: today)
                try transaction.set(change, of: hash)
            }
        }
    }

    /// Returns the changes of the dishes on the menu whose count was stored when their files had another one.
    private func countsOfFormerFiles(in store: any StoreReader) throws -> [String: DishChange] {
        let files = files.value
        return try store.dishChanges().filter { hash, change in
            guard let count = change.count, let offer = files.listed(hash) else { return false }
            return count.file != offer.fileCount
        }
    }

    /// Returns the keeper's changes that do not apply, because the menu's files use the hash for another dish by now, and
    /// the new prices in the files that do not apply, because one is set in the shop.
    func findings() async -> [Finding] {
        let (files, changes) = (files.value, await changes.0.all)
        let former = reported.withLockedValue { reported in
            defer { reported = files }
            return reported
        }
        return changes.sorted { $0.key < $1.key }.compactMap { hash, change in
            guard let dish = files.listing(of: hash) else { return nil }
            let file = "menu/\(dish.section.name).json"
            if change.isTitled, dish.title != change.title {
                return Finding(
                    severity: .problem, file: file, position: nil, text: .setAside(change, of: hash, now: dish.title))
            }
            let isNew = former.listing(of: hash)?.price != dish.price
            guard let price = change.price, isNew, dish.price != price else { return nil }
            return Finding(severity: .note, file: file, position: nil, text: .shopPrice(price, of: dish.title))
        }
    }
}

extension FindingText {
    fileprivate static func shopPrice(_ price: Won, of title: PlainText) -> FindingText {
        FindingText(
            korean: "\(title): 가게에서 정한 값 \(price.text)이 적용됩니다. p 키로 파일의 값으로 돌아갑니다.",
            english: "\(title): the price set in the shop, \(price.text), applies; p returns to the file's.")
    }

    fileprivate static func setAside(_ change: DishChange, of hash: String, now title: PlainText) -> FindingText {
        let former = change.title.isEmpty ? nil : change.title
        let korean = [change.price.map { "가격 \($0.text)" }, change.isSoldOut.map { $0 ? "품절 표시" : "판매 중 표시" }]
        let english = [
            change.price.map { "the price of \($0.text)" },
            change.isSoldOut.map { "the mark \($0 ? "sold out" : "on sale")" },
        ]
        return FindingText(
            korean: "\(hash)는 이제 \(title)입니다. 가게에서 \(former?.string ?? "이전 반찬")에 정한 값은 적용하지 않습니다: "
                + korean.compactMap(\.self).joined(separator: ", "),
            english: "\(hash) is \(title) now. What was set in the shop for \(former?.string ?? "the former dish") "
                + "does not apply: " + english.compactMap(\.self).joined(separator: ", "))
    }
}

/// The cache key of the menu: the version of its files, the generation of the changes, and the day.
private struct MenuSource: Hashable, Sendable {
    let files: Int
    let changes: UUID?
    /// The business day, with which daily counts begin anew; `nil` if the clock cannot be right.
    let day: Day?
}

/// The menu as guests see it: the content of its files, with the keeper's changes and the prices that are charged.
struct ServedMenu: Sendable {
    private let sections: [SectionID: EncodedContent]
    private let files: MenuFiles
    private let changes: [String: DishChange]
    private let day: Day?

    /// Applies `changes`, which are keyed by the hashes of their dishes.
    init(_ files: MenuFiles, _ changes: [String: DishChange], on day: Day?) {
        sections = files.sections.mapValues { $0.content(with: changes, on: day) }
        (self.files, self.changes, self.day) = (files, changes, day)
    }

    /// Returns the section; `nil` if it is not on the menu.
    subscript(section: SectionID) -> EncodedContent? { sections[section] }

    /// Returns the detail of the dish with that hash; `nil` if there is none, or if it cannot be read.
    func detail(_ hash: String) -> EncodedContent? {
        guard let file = try? files.details.file(of: hash) else { return nil }
        return files.listed(hash).map { file.content(at: $0.changed(by: changes[hash], on: day).price) } ?? file.content
    }
}

/// A dish with the terms on which it can be ordered.
struct Offer: Hashable, Sendable {
    /// The section that lists it; `nil` until that is looked for.
    var section: SectionID?
    let title: PlainText
    let titleInEnglish: PlainText?
    private(set) var price: Won
    private(set) var isSoldOut: Bool
    let options: [ItemOption]
    /// What the file says of how many there are.
    let fileCount: Int?
    let daily: Int?
    /// How many are left on the day for which the changes were applied; `nil` if they are not counted.
    private(set) var left: Int?
    /// The delivery fee, as stated in the dish's detail.
    var deliveryFee = DeliveryFee(amount: Won(0))
    /// Whether that is known: the detail can be read.
    var isFeeKnown = true

    init(_ dish: Dish) {
        title = dish.title
        titleInEnglish = dish.titleInEnglish
        price = dish.price
        isSoldOut = dish.isSoldOut
        options = dish.options
        fileCount = dish.count
        daily = dish.daily
    }

    /// Whether as many of both are left, if they are sold at all, with the same options.
    func isSold(like other: Offer) -> Bool {
        (fileCount, daily, isSoldOut) == (other.fileCount, other.daily, other.isSoldOut) && options == other.options
    }

    var isCounted: Bool { fileCount != nil || daily != nil }

    /// Returns how many are left on that day.
    func count(_ stored: DishCount?, on day: Day) -> DishCount? {
        DishCount.current(stored, count: fileCount, daily: daily, on: day)
    }

    /// Returns the offer on that day with the keeper's changes applied, if they are changes of this dish. A dish of
    /// which none is left is sold out by itself.
    func changed(by change: DishChange?, on day: Day?) -> Offer {
        var offer = self
        if let change, change.title == title {
            offer.price = change.price ?? price
            offer.isSoldOut = change.isSoldOut ?? isSoldOut
        }
        offer.left = day.flatMap { count(change?.count, on: $0)?.left }
        if offer.left == 0 { offer.isSoldOut = true }
        return offer
    }

    /// What guests see of it.
    var look: Look {
        Look(price: price, isSoldOut: isSoldOut, count: left.flatMap { $0 > Dish.maxShownCount ? nil : $0 })
    }

    struct Look: Hashable {
        let price: Won
        let isSoldOut: Bool
        /// How many are left; `nil` if they are not counted, or too many to be shown.
        let count: Int?
    }
}
