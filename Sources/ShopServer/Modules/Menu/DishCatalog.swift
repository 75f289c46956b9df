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
    /// The changes that were read last.
    private let known = NIOLockedValueBox(DishChanges())
    private let reads = SharedWork<String, DishChanges>()
    private let menus = LatestValueCache<MenuSource, ServedMenu>()
    /// The files of which findings were reported last.
    private let reported: NIOLockedValueBox<MenuFiles>

    init(_ files: MenuFiles, resources: URL, store: (any Store)?) {
        self.files = LiveResource(files) { $0.reread(resources: resources) }
        self.store = store
        reported = NIOLockedValueBox(files)
    }

    /// The menu as it is currently served, with the changes made on whatever server. While the store cannot be read, it
    /// has the last known ones and is not current.
    var menu: (menu: ServedMenu, isCurrent: Bool) {
        get async {
            let (changes, isCurrent) = await changes
            let (files, number) = files.version
            let menu = menus.product(of: MenuSource(files: number, changes: changes.generation)) {
                ServedMenu(files, changes.all)
            }
            return (menu, isCurrent)
        }
    }

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
        try files.value.offer(hash)?.changed(by: store.dishChange(of: hash))
    }

    /// Returns the keeper's view of the dish with that hash. Throws `Refusal` if there is none.
    func keeperDish(_ hash: String, in store: any StoreReader) throws -> KeeperDish {
        guard let offer = try files.value.offer(hash) else { throw Refusal.unknownDish }
        let change = try store.dishChange(of: hash)
        let changed = offer.changed(by: change)
        let isOfAnother = change.map { $0.title != offer.title } ?? false
        return KeeperDish(
            hash: hash, title: offer.title.string, price: changed.price, filePrice: offer.price,
            isSoldOut: changed.isSoldOut, isSoldOutInFile: offer.isSoldOut,
            changed: isOfAnother ? [] : change?.fields ?? [],
            setAside: isOfAnother
                ? change.map { KeeperDish.SetAside(title: $0.title, price: $0.price, isSoldOut: $0.isSoldOut) } : nil)
    }

    /// Changes the dish with that hash and title, replacing changes of another dish; with `nil` for the title, whatever
    /// changes are stored for the hash. Gives new versions to the sections that list it if they look different
    /// afterwards. Returns the keeper's view of the dish. Throws `Refusal` if there is none.
    func change(
        _ hash: String, _ title: PlainText?, in store: any StoreTransaction, _ change: (inout DishChange) -> Void
    ) throws -> KeeperDish {
        guard let dish = try files.value.offer(hash) else { throw Refusal.unknownDish }
        if let title, title != dish.title { throw Refusal.otherDish(hash, dish.title, shown: title) }
        let former = try store.dishChange(of: hash)
        var changed = former ?? DishChange(title: dish.title)
        if let title, changed.title != title { changed = DishChange(title: title) }
        change(&changed)
        try store.set(changed, of: hash)
        let sections = files.value.sections(listing: hash) { $0.changed(by: former) != $0.changed(by: changed) }
        try store.change(sections)
        return try keeperDish(hash, in: store)
    }
}

extension DishCatalog {
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
            if dish.title != change.title {
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

/// The cache key of the menu: the version of its files and the generation of the keeper's changes.
private struct MenuSource: Hashable, Sendable {
    let files: Int
    let changes: UUID?
}

/// The menu as guests see it: the content of its files, with the keeper's changes and the prices that are charged.
struct ServedMenu: Sendable {
    private let sections: [SectionID: EncodedContent]
    private let files: MenuFiles
    private let changes: [String: DishChange]

    /// Applies `changes`, which are keyed by the hashes of their dishes.
    init(_ files: MenuFiles, _ changes: [String: DishChange]) {
        sections = files.sections.mapValues { $0.content(with: changes) }
        (self.files, self.changes) = (files, changes)
    }

    /// Returns the section; `nil` if it is not on the menu.
    subscript(section: SectionID) -> EncodedContent? { sections[section] }

    /// Returns the detail of the dish with that hash; `nil` if there is none, or if it cannot be read.
    func detail(_ hash: String) -> EncodedContent? {
        guard let file = try? files.details.file(of: hash) else { return nil }
        // Does not throw, because the detail is read.
        let offer = try? files.offer(hash)
        return offer.map { file.content(at: $0.changed(by: changes[hash]).price) } ?? file.content
    }
}

/// A dish with the terms on which it can be ordered.
struct Offer: Hashable, Sendable {
    let title: PlainText
    let titleInEnglish: PlainText?
    private(set) var price: Won
    private(set) var isSoldOut: Bool
    let options: [ItemOption]
    /// The delivery fee, as stated in the dish's detail.
    var deliveryFee = DeliveryFee(amount: Won(0))

    init(_ dish: Dish) {
        title = dish.title
        titleInEnglish = dish.titleInEnglish
        price = dish.price
        isSoldOut = dish.isSoldOut
        options = dish.options
    }

    /// Returns the offer with the keeper's changes applied, if they are changes of this dish.
    func changed(by change: DishChange?) -> Offer {
        guard let change, change.title == title else { return self }
        var offer = self
        offer.price = change.price ?? price
        offer.isSoldOut = change.isSoldOut ?? isSoldOut
        return offer
    }
}
