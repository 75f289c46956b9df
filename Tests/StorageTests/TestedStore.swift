import Storage
import TestSupport

/// The stores that have to fulfil the contract.
enum TestedStore: CaseIterable {
    case inMemory, sqlite, postgreSQL

    /// Runs `body` with a function that opens the store of one place. It can be called repeatedly, as by several
    /// programs, or by one program after a restart.
    func withPlace(_ body: (_ open: () throws -> any Store) async throws -> Void) async throws {
        switch self {
        case .inMemory:
            let store = InMemoryStore()
            try await body { store }
        case .sqlite:
            try await withScratch { path in try await body { try SQLiteStore(at: path) } }
        case .postgreSQL:
            let database = try await TestDatabase()
            try await body { try database.open() }
        }
    }
}
