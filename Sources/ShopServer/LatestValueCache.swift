import NIOConcurrencyHelpers

/// What was made last, and of what: a thousand terminals that ask for the same at once have it made once. What it is made
/// of is read anew each time, so that nothing here is older than what is kept.
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
