import Hummingbird
import Storage

/// Answers whose lists take long to read and to write down: many who ask for the same at once have it made once.
struct SharedLists<Key: Hashable & Sendable>: Sendable {
    let store: any Store
    private let work = SharedWork<Key, EncodedList>()

    init(in store: any Store) { self.store = store }

    /// The list that `read` makes of what it reads, which is told from others by `key`, for nobody else to keep on the way.
    func response<List: Encodable & Sendable>(
        to request: Request, of key: Key, _ read: @escaping @Sendable (any Store) async throws -> List
    ) async throws -> Response {
        let list = try await work.value(of: key) { [store] in EncodedList(try await read(store)) }
        return Response(to: request, ownList: list)
    }
}
