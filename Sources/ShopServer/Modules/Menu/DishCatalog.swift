import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import TerminalText

/// The dishes that the shop sells: as the menu's files have them now, with what its keeper changed.
struct DishCatalog: Sendable {
    let files: LiveResource<MenuFiles>
    /// `nil` for a shop that keeps nothing, so that nothing can be changed.
    private let store: (any Store)?
    private let latestChanges: NIOLockedValueBox<DishChanges>
    private let keptChanges: SharedRead<DishChanges>
    private let menus = LatestValueCache<MenuSource, ServedMenu>()

    /// Reads the menu's files below `resources`.
    init(resources: URL, store: (any Store)?) throws(ShopServerError) {
        files = LiveResource(try MenuFiles(resources: resources)) { $0.reread(resources: resources) }
        self.store = store
        let latest = NIOLockedValueBox(DishChanges())
        latestChanges = latest
        keptChanges = SharedRead { try $0.dishChanges(unless: latest.withLockedValue(\.self)) }
    }

    /// The menu as it is served now.
    var menu: ServedMenu {
        get async {
            let changes = await changes
            let (files, number) = files.version
            return menus.product(of: MenuSource(files: number, changes: changes.generation)) {
                ServedMenu(files, changes.all)
            }
        }
    }

    /// What the keeper changed, on whatever server. While the store cannot be read, what was known last.
    private var changes: DishChanges {
        get async {
            guard let store, let kept = try? await keptChanges.value(in: store) else {
                return latestChanges.withLockedValue(\.self)
            }
            latestChanges.withLockedValue { $0 = kept }
            return kept
        }
    }

    /// The dish of that hash; `nil` where nothing is sold under it.
    func offer(_ hash: String, in store: any StoreReader) throws -> Offer? {
        try files.value.offer(hash)?.changed(by: store.dishChange(of: hash))
    }

    /// The dish of that hash as its keeper sees it. Throws `Refusal` where there is none.
    func keeperDish(_ hash: String, in store: any StoreReader) throws -> KeeperDish {
        guard let offer = files.value.offer(hash) else { throw Refusal.unknownDish }
        let change = try store.dishChange(of: hash)
        let changed = offer.changed(by: change)
        return KeeperDish(
            hash: hash, title: offer.title.string, price: changed.price, filePrice: offer.price,
            isSoldOut: changed.isSoldOut,
            isSoldOutInFile: offer.isSoldOut, changed: change.fields)
    }

    /// Changes the dish of that hash, and gives the sections that list it new versions where they look different then.
    /// Returns how its keeper sees it. Throws `Refusal` where there is none.
    func change(
        _ hash: String, in store: any StoreTransaction, _ change: (inout DishChange) -> Void
    ) throws -> KeeperDish {
        let before = try keeperDish(hash, in: store)
        var changed = try store.dishChange(of: hash)
        change(&changed)
        try store.set(changed, of: hash)
        let after = try keeperDish(hash, in: store)
        if (before.price, before.isSoldOut) != (after.price, after.isSoldOut) {
            try store.change(files.value.sections(with: hash))
        }
        return after
    }
}

/// What the menu is made of: its files, and what was changed, each by what tells it from others.
private struct MenuSource: Hashable, Sendable {
    let files: Int
    let changes: UUID?
}
