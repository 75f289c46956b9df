import ArgumentParser
import Domain
import Foundation
import Platform
import ShopApp
import ShopServer
import Storage

/// The secrets and the database of a shop.
struct ShopConfiguration: Sendable {
    /// The database, which may not exist yet.
    private(set) var database: ShopDatabase
    /// The directory of a temporary database, deleted when the shop ends; `nil` for any other database.
    private(set) var temporary: URL?
    let webhook: WebhookAddress?
    private(set) var keeperToken: Secret?

    /// Creates the configuration and reads the secrets. The database is not opened yet.
    init(
        database: ShopDatabase? = nil, webhookFile: String? = nil, keeperTokenFile: String? = nil, user: User
    ) throws(CommandProblem) {
        webhook = try user.webhook(file: webhookFile)
        keeperToken = try user.keeperToken(file: keeperTokenFile)
        self.database = database ?? user.ownDatabase
    }

    /// Creates the configuration of a shop that ends with this program. If no keeper's token is configured, it is a
    /// random one. If orders cannot be stored on this device, the database is temporary.
    init(own user: User, keeperTokenFile: String?) throws(CommandProblem) {
        try self.init(keeperTokenFile: keeperTokenFile, user: user)
        keeperToken = keeperToken ?? .random()
        guard user.unkept(atEmbeddedShop: true).contains(.orders) else { return }
        let directory = FileManager.default.temporaryDirectory.appending(path: "banchan-\(UUID().uuidString)")
        // If that fails as well, opening the database reports why.
        try? PrivateDirectory.create(at: directory.path, durably: false)
        (temporary, database) = (directory, .file(directory.appending(path: "shop.sqlite").path))
    }

    /// Applies the configuration and opens the store, which may wait for another program that writes.
    func configure(_ configuration: inout ShopServer.Configuration) throws(CommandProblem) {
        configuration.store = try database.open()
        configuration.webhook = webhook
        configuration.keeperToken = keeperToken
    }
}

extension User {
    /// The user's own database, in the XDG data directory. It may not exist yet.
    var databaseFile: URL {
        BaseDirectory.data.url(in: environment, orBelow: NSHomeDirectory()).appending(path: "banchan/shop.sqlite")
    }
}

extension User {
    /// Returns the data that cannot be stored on this device, for the embedded shop or a remote one.
    func unkept(atEmbeddedShop isOwn: Bool) -> [UnsavedData] {
        func isWritable(_ directory: BaseDirectory) -> Bool {
            PrivateDirectory.isWritable(at: directory.path(in: environment, orBelow: NSHomeDirectory()) + "/banchan")
        }
        let data: [UnsavedData] = isWritable(.data) ? [] : isOwn ? [.orders, .contacts] : [.contacts]
        return data + (isWritable(.state) ? [] : [.cart])
    }
}
