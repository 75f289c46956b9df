import NIOConcurrencyHelpers

/// The menu as it is at the moment; its files may change while the shop is open.
final class LiveMenu: Sendable {
    private let state: NIOLockedValueBox<MenuFiles>

    init(_ files: MenuFiles) { state = NIOLockedValueBox(files) }

    var files: MenuFiles {
        get { state.withLockedValue(\.self) }
        set { state.withLockedValue { $0 = newValue } }
    }
}
