import NIOConcurrencyHelpers

/// The menu as it is at the moment; its files may change while the shop is open.
final class LiveMenu: Sendable {
    private let state: NIOLockedValueBox<MenuShelf>

    init(_ shelf: MenuShelf) { state = NIOLockedValueBox(shelf) }

    var shelf: MenuShelf {
        get { state.withLockedValue(\.self) }
        set { state.withLockedValue { $0 = newValue } }
    }
}
