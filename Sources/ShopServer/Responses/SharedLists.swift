import Hummingbird
import Platform
import Storage

/// Responses with lists that are slow to read and encode. Concurrent requests for the same list share the work.
struct SharedLists<Key: Hashable & Sendable>: Sendable {
    let store: any Store
    private let work = SharedWork<Key, EncodedList>()

    init(in store: any Store) { self.store = store }

    /// Returns a response with the list that `read` returns, identified by `key`. Forbids caches to store it.
    func response<List: Encodable & Sendable>(
        to request: Request, of key: Key, _ read: @escaping @Sendable (any Store) async throws -> List
    ) async throws -> Response {
        let list = try await work.value(of: key) { [store] in EncodedList(try await read(store)) }
        return Response(to: request, ownList: list)
    }
}
