import Domain
import Foundation
import Platform
import ShopApp
import ShopClient
import Storage

/// The id that a shop's directory and its database have in common, so that no shop writes into the database of another.
struct ShopIdentity: Sendable {
    /// The shop's files.
    let directory: URL

    private static let fileName = ".banchan-id"
    private static let records = RecordTable<UUID>("shop")
    private static let key = "id"

    private var file: URL { directory.appending(path: ShopIdentity.fileName) }

    /// Gives both the same id if one of them has none. Throws if they have different ones, unless the database `isAdopted`:
    /// then it gets that of the directory. A directory that cannot be written stays without one.
    func settle(with store: any Store, at location: String, isAdopted: Bool) async throws(CommandProblem) {
        let own = (try? String(contentsOf: file, encoding: .utf8)).flatMap { UUID(uuidString: $0.trimmed) }
        let settled: UUID
        do {
            settled = try await store.transaction { transaction in
                let stored = try ShopIdentity.records.value(of: ShopIdentity.key, in: transaction)
                if let stored, own == nil || !isAdopted { return stored }
                let id = own ?? UUID()
                try ShopIdentity.records.set(id, for: ShopIdentity.key, in: transaction)
                return id
            }
        } catch {
            throw .database(path: location, error as? StoreError ?? .system(code: 0))
        }
        if let own, own != settled { throw .otherShop(database: location, directory: directory.path) }
        if own == nil { try? Data("\(settled.uuidString.lowercased())\n".utf8).write(to: file, options: .atomic) }
    }
}

extension ShopIdentity {
    /// Throws if the database is that of a shop with files of its own: only a server with these files may change it.
    static func checkHasNoFiles(_ store: any Store, at location: String) async throws(CommandProblem) {
        let id: UUID?
        do {
            id = try await store.read { try records.value(of: key, in: $0) }
        } catch {
            throw .database(path: location, error as? StoreError ?? .system(code: 0))
        }
        guard id == nil else { throw .shopWithFiles(database: location) }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension User {
    /// Returns the database of the shop whose files are in `directory`: the one beside them, or one in the user's data
    /// directory if they cannot be written there.
    func database(of directory: URL) -> ShopDatabase {
        let beside = directory.appending(path: ShopDatabase.fileName)
        // Nothing is made in a directory that was named by mistake.
        guard FileManager.default.fileExists(atPath: directory.appending(path: "menu").path) else { return ownDatabase }
        guard !PrivateDirectory.isWritable(at: directory.path) else { return .file(beside.path) }
        let name = "shops/\(FileName.of(directory.standardizedFileURL.path))/\(ShopDatabase.fileName)"
        return .own(databaseFile.deletingLastPathComponent().appending(path: name))
    }

    /// Says where the orders of the shop in `directory` are kept, if that is not obvious: elsewhere, because its
    /// directory cannot be written; or anew, while there are orders where they were kept before.
    func report(_ database: ShopDatabase, of directory: URL, isNew: Bool) async {
        if case .own = database {
            report(.databaseElsewhere(database: database.location, directory: directory.path))
        }
        guard isNew, let old = try? ownDatabase.open(mustExist: true) else { return }
        let hasOrders = await (try? old.read { try !$0.orders(after: 0, limit: 1).isEmpty }) ?? false
        await old.close()
        if hasOrders { report(.ordersElsewhere(old: ownDatabase.location, new: database.location)) }
    }
}
