import NIOConcurrencyHelpers

/// A cache of the most recently computed product and the source that it was computed from, so that a thousand terminals
/// asking for the same thing do not have it computed again each time. Callers read the source afresh for each call, so
/// a cached product is never older than the stored data.
final class LatestValueCache<Source: Equatable & Sendable, Product: Sendable>: Sendable {
    private let last = NIOLockedValueBox<(source: Source, product: Product)?>(nil)

    func product<Failure>(
        of source: Source, make: () throws(Failure) -> Product
    ) throws(Failure) -> Product {
        if let last = last.withLockedValue(\.self), last.source == source { return last.product }
        let product = try make()
        last.withLockedValue { $0 = (source, product) }
        return product
    }
}
