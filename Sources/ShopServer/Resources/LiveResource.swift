import NIOConcurrencyHelpers

/// A value that was read from the shop's files and can be reloaded while the shop is open.
final class LiveResource<Value: Sendable>: Sendable {
    /// A value and the number of reloads that replaced it: equal numbers mean the same value.
    typealias Version = (value: Value, number: Int)

    private let state: NIOLockedValueBox<Version>
    private let reread: @Sendable (_ former: Value) throws(ShopServerError) -> Value?

    /// Creates a resource. `reread` returns the files' current value; if it throws or returns `nil`, the previous value
    /// is kept.
    init(_ value: Value, reread: @escaping @Sendable (_ former: Value) throws(ShopServerError) -> Value?) {
        state = NIOLockedValueBox((value, 0))
        self.reread = reread
    }

    var value: Value { state.withLockedValue { $0.value } }
    var version: Version { state.withLockedValue(\.self) }

    /// Reads the files again. Must not be called concurrently. Errors are ignored here, because the resource check
    /// reports them.
    func reload() {
        guard let value = try? reread(value) else { return }
        state.withLockedValue { $0 = (value, $0.number + 1) }
    }
}
