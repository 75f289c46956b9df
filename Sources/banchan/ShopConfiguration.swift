import ArgumentParser
import Domain
import Foundation
import Platform
import ShopApp
import ShopServer
import Storage

/// What a shop keeps, and whom it tells.
struct ShopConfiguration: Sendable {
    /// Where its orders are kept, or will be.
    private(set) var database: ShopDatabase
    /// The directory of a database that nobody keeps, which goes with the shop; `nil` for any other.
    private(set) var temporary: URL?
    let webhook: WebhookAddress?
    private(set) var keeperToken: Secret?

    /// Reads the secrets; the database is not opened yet.
    init(
        database: ShopDatabase? = nil, webhookFile: String? = nil, keeperTokenFile: String? = nil, user: User
    ) throws(CommandProblem) {
        webhook = try user.webhook(file: webhookFile)
        keeperToken = try user.keeperToken(file: keeperTokenFile)
        self.database = database ?? user.ownDatabase
    }

    /// For a shop that ends with this program: where nobody says what its keeper shows, it is something that nobody
    /// else knows.
    init(own user: User, keeperTokenFile: String?) throws(CommandProblem) {
        try self.init(keeperTokenFile: keeperTokenFile, user: user)
        keeperToken = keeperToken ?? .random()
        guard user.unkept(atOwnShop: true).contains(.orders) else { return }
        let directory = FileManager.default.temporaryDirectory.appending(path: "banchan-\(UUID().uuidString)")
        // Where that fails as well, opening the database will tell why.
        try? PrivateDirectory.create(at: directory.path, durably: false)
        (temporary, database) = (directory, .file(directory.appending(path: "shop.sqlite").path))
    }

    /// Opens the store, which may wait for another program that writes.
    func configure(_ configuration: inout ShopServer.Configuration) throws(CommandProblem) {
        configuration.store = try database.open()
        configuration.webhook = webhook
        configuration.keeperToken = keeperToken
    }
}

extension User {
    /// The database at `path`, else the user's own.
    func database(_ path: String?) -> String { path ?? DataDirectory.database(environment: environment) }

    /// Where the user's own database is, or will be. Makes nothing.
    var databasePath: String { DataDirectory.url(environment: environment).appending(path: "shop.sqlite").path }
}

extension User {
    /// What cannot be kept on this device, at the program's own shop or at another one.
    func unkept(atOwnShop isOwn: Bool) -> [UnkeptData] {
        func isWritable(_ directory: BaseDirectory) -> Bool {
            let url = directory.url(in: environment, orBelow: NSHomeDirectory())
            return PrivateDirectory.isWritable(at: url.appending(path: "banchan").path)
        }
        let data: [UnkeptData] = isWritable(.data) ? [] : isOwn ? [.orders, .contacts] : [.contacts]
        return data + (isWritable(.state) ? [] : [.cart])
    }
}

/// Where this user's data is.
private enum DataDirectory {
    /// Makes the directory below the XDG data directory, private to the user, and returns the database's path. Where
    /// that fails, opening the database will tell why.
    static func database(environment: [String: String]) -> String {
        let directory = url(environment: environment)
        try? PrivateDirectory.create(at: directory.path)
        return directory.appending(path: "shop.sqlite").path
    }

    static func url(environment: [String: String]) -> URL {
        BaseDirectory.data.url(in: environment, orBelow: NSHomeDirectory()).appending(path: "banchan")
    }
}
