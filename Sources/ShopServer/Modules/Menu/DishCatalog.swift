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
    private let known = NIOLockedValueBox(CachedChanges())
    private let reads = SharedWork<String, DishChanges>()
    private let menus = LatestValueCache<MenuSource, ServedMenu>()

    /// Creates a catalogue. `files` were read from `resources`.
    init(_ files: MenuFiles, resources: URL, store: (any Store)?) {
        self.files = LiveResource(files) { $0.reread(resources: resources) }
        self.store = store
    }

    /// The menu as it is currently served.
    var menu: ServedMenu {
        get async { menu(with: await changes) }
    }

    /// The menu if it is known to be current without reading the store, because nothing was committed since the last
    /// read; otherwise `nil`. Always `nil` if the store has no commit mark, or while it cannot be read.
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

    /// The keeper's changes, made on whatever server. While the store cannot be read, the last known ones.
    private var changes: DishChanges {
        get async {
            // Taken before the read, because a change committed meanwhile may or may not be part of the result.
            let mark = store?.mark
            guard let store, let kept = try? await stored(in: store) else { return known.withLockedValue(\.changes) }
            known.withLockedValue { $0 = CachedChanges(changes: kept, mark: mark) }
            return kept
        }
    }

    private func stored(in store: any Store) async throws -> DishChanges {
        try await reads.value(of: "changes") { [known] in
            try await store.read { try $0.dishChanges(unless: known.withLockedValue(\.changes)) }
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
        let before = try keeperDish(hash, in: store)
        let now = PlainText(before.title)
        if let title, title != now { throw Refusal.otherDish(hash, now, shown: title) }
        var changed = try store.dishChange(of: hash) ?? DishChange(title: now)
        if let title, changed.title != title { changed = DishChange(title: title) }
        change(&changed)
        try store.set(changed, of: hash)
        let after = try keeperDish(hash, in: store)
        if (before.price, before.isSoldOut) != (after.price, after.isSoldOut) {
            try store.change(files.value.sections(with: hash))
        }
        return after
    }
}

extension DishCatalog {
    /// Returns the keeper's changes that do not apply, because the menu's files use the hash for another dish by now.
    func findings() async -> [Finding] {
        let (files, changes) = (files.value, await changes.all)
        return changes.sorted { $0.key < $1.key }.compactMap { hash, change in
            guard let (section, title) = files.listing(of: hash), title != change.title else { return nil }
            return Finding(
                severity: .problem, file: "menu/\(section.name).json", position: nil,
                text: .setAside(change, of: hash, now: title))
        }
    }
}

extension FindingText {
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

/// The keeper's changes, and the store's mark before they were read.
private struct CachedChanges: Sendable {
    var changes = DishChanges()
    var mark: StoreMark?
}

/// The cache key of the menu: the version of its files and the generation of the keeper's changes.
private struct MenuSource: Hashable, Sendable {
    let files: Int
    let changes: UUID?
}
