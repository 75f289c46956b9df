import NIOConcurrencyHelpers

/// What a module read in the shop's files, which may change while the shop is open.
final class LiveResource<Value: Sendable>: Sendable {
    /// A value, and how often there was another one before: equal numbers stand for the same.
    typealias Version = (value: Value, number: Int)

    private let state: NIOLockedValueBox<Version>
    private let reread: @Sendable (_ former: Value) throws(ShopServerError) -> Value?

    /// `reread` returns what the files say now. Where it throws, and where it returns `nil`, what was read before stays.
    init(_ value: Value, reread: @escaping @Sendable (_ former: Value) throws(ShopServerError) -> Value?) {
        state = NIOLockedValueBox((value, 0))
        self.reread = reread
    }

    var value: Value { state.withLockedValue { $0.value } }
    var version: Version { state.withLockedValue(\.self) }

    /// Reads the files again. Not for two tasks at once. Why a file cannot be read, whoever checks it tells.
    func reload() {
        guard let value = try? reread(value) else { return }
        state.withLockedValue { $0 = (value, $0.number + 1) }
    }
}
