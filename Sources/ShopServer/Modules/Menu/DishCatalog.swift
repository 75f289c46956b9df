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
    private let known: NIOLockedValueBox<KnownChanges>
    private let keptChanges: SharedRead<DishChanges>
    private let menus = LatestValueCache<MenuSource, ServedMenu>()

    /// `files` are those below `resources`.
    init(_ files: MenuFiles, resources: URL, store: (any Store)?) {
        self.files = LiveResource(files) { $0.reread(resources: resources) }
        self.store = store
        let known = NIOLockedValueBox(KnownChanges())
        self.known = known
        keptChanges = SharedRead { try $0.dishChanges(unless: known.withLockedValue(\.changes)) }
    }

    /// The menu as it is served now.
    var menu: ServedMenu {
        get async { menu(with: await changes) }
    }

    /// The same where it is known without reading, and no older than the asking: nothing was committed since it was read.
    /// With a store that cannot tell that, and while it cannot be read, it never is.
    var knownMenu: ServedMenu? {
        let known = known.withLockedValue(\.self)
        if let store { guard let mark = known.mark, store.mark == mark else { return nil } }
        return menu(with: known.changes)
    }

    private func menu(with changes: DishChanges) -> ServedMenu {
        let (files, number) = files.version
        return menus.product(of: MenuSource(files: number, changes: changes.generation)) {
            ServedMenu(files, changes.all)
        }
    }

    /// What the keeper changed, on whatever server. While the store cannot be read, what was known last.
    private var changes: DishChanges {
        get async {
            // Before the reading: what is committed meanwhile may be in it or not.
            let mark = store?.mark
            guard let store, let kept = try? await keptChanges.value(in: store) else {
                return known.withLockedValue(\.changes)
            }
            known.withLockedValue { $0 = KnownChanges(changes: kept, mark: mark) }
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

/// What the keeper changed, and what the store's mark was before that was read.
private struct KnownChanges: Sendable {
    var changes = DishChanges()
    var mark: StoreMark?
}

/// What the menu is made of: its files, and what was changed, each by what tells it from others.
private struct MenuSource: Hashable, Sendable {
    let files: Int
    let changes: UUID?
}
