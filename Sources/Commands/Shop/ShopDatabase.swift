import ArgumentParser
import Domain
import Foundation
import Platform
import ShopApp
import ShopServer
import Storage

struct DatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The database with the orders and the stock: a file, a shop's directory, or postgres://user@host/name.",
            valueName: "path"),
        completion: .file())
    var database: String?

    @Option(
        help: ArgumentHelp("A file with the password of a PostgreSQL database.", valueName: "path"), completion: .file()
    )
    var databasePasswordFile: String?
}

/// The location of a shop's database, which may not exist yet.
enum ShopDatabase: Sendable {
    /// An SQLite database on this machine.
    case file(String)
    /// The user's own SQLite database. Its directory, which is private to the user, is created when it is opened.
    case own(URL)
    /// A PostgreSQL database, which several servers can share.
    case postgreSQL(PostgreSQLAddress, password: Secret?)

    /// The name of a shop's own SQLite database.
    static let fileName = "shop.sqlite"

    /// Whether it is a file that is still to be made.
    var isNew: Bool {
        switch self {
        case .file, .own: !FileManager.default.fileExists(atPath: location)
        case .postgreSQL: false
        }
    }

    /// Whether it is the user's own, which is made when it is first needed. Any other was named.
    var isOwn: Bool { if case .own = self { true } else { false } }

    var location: String {
        switch self {
        case .file(let path): path
        case .own(let file): file.path
        case .postgreSQL(let address, _): address.description
        }
    }

    /// Opens the database, and creates its tables if there are none, unless they `mustExist`. May wait for another program
    /// that writes.
    func open(mustExist: Bool = false) throws(CommandProblem) -> any Store {
        do throws(StoreError) {
            switch self {
            case .file(let path): return try SQLiteStore(at: path, mustExist: mustExist)
            case .own(let file):
                // If that fails, opening the file reports why.
                if !mustExist { try? PrivateDirectory.create(at: PrivateDirectory.parent(of: file.path)) }
                return try SQLiteStore(at: file.path, mustExist: mustExist)
            case .postgreSQL(let address, let password):
                return try PostgreSQLStore(at: address, password: password, mustExist: mustExist)
            }
        } catch {
            throw .database(path: location, error)
        }
    }
}

extension User {
    /// Returns the database named on the command line, else in the environment, or `nil` if neither names one.
    func database(_ options: DatabaseOptions) throws(CommandProblem) -> ShopDatabase? {
        try database(options.database, option: "--database", passwordFile: options.databasePasswordFile)
    }

    /// Returns the database `named` by `option`, else in the environment, or `nil` if neither names one.
    func database(
        _ named: String?, option: String, passwordFile: String?
    ) throws(CommandProblem) -> ShopDatabase? {
        guard let text = named ?? EnvironmentSecrets.values[EnvironmentSecrets.database] else { return nil }
        guard PostgreSQLAddress.isAddress(text) else {
            var isDirectory: ObjCBool = false
            let isShop =
                FileManager.default.fileExists(atPath: text, isDirectory: &isDirectory) && isDirectory.boolValue
            return .file(isShop ? URL(filePath: text).appending(path: ShopDatabase.fileName).path : text)
        }
        let source = named == nil ? EnvironmentSecrets.database : option
        let address: PostgreSQLAddress
        do throws(PostgreSQLAddress.Problem) {
            address = try PostgreSQLAddress(text)
        } catch {
            switch error {
            case .invalid: throw .databaseAddress(source: source)
            case .hasPassword: throw .databasePasswordGiven(source: source)
            case .noLibrary: throw .database(path: "PostgreSQL", .noLibrary)
            }
        }
        return .postgreSQL(address, password: try databasePassword(file: passwordFile))
    }

    var ownDatabase: ShopDatabase { .own(databaseFile) }

    /// Returns the database of this device's shop, for every command that reads or changes it: the one that is named, else
    /// the user's own.
    func shopDatabase(_ options: DatabaseOptions? = nil) throws(CommandProblem) -> ShopDatabase {
        let passwordFile = options?.databasePasswordFile
        return try database(options?.database, option: "--database", passwordFile: passwordFile) ?? ownDatabase
    }
}

struct ShopConfiguration: Sendable {
    /// The database, which may not exist yet.
    private(set) var database: ShopDatabase
    /// The directory of a temporary database, deleted when the shop ends; `nil` for any other database.
    private(set) var temporary: URL?
    let webhook: WebhookAddress?
    private(set) var keeperToken: Secret?

    /// Creates the configuration and reads the secrets. The database is not opened yet.
    init(
        database: ShopDatabase, webhookFile: String? = nil, keeperTokenFile: String? = nil, user: User
    ) throws(CommandProblem) {
        webhook = try user.webhook(file: webhookFile)
        keeperToken = try user.keeperToken(file: keeperTokenFile)
        self.database = database
    }

    /// Creates the configuration of a shop that ends with this program. If no keeper's token is configured, it is a
    /// random one. If orders cannot be stored on this device, the database is temporary.
    init(own user: User, keeperTokenFile: String?) throws(CommandProblem) {
        try self.init(database: user.shopDatabase(), keeperTokenFile: keeperTokenFile, user: user)
        keeperToken = keeperToken ?? .random()
        guard user.unsavedData(atEmbeddedShop: true).contains(.orders) else { return }
        let directory = FileManager.default.temporaryDirectory.appending(path: "banchan-\(UUID().uuidString)")
        // If that fails as well, opening the database reports why.
        try? PrivateDirectory.create(at: directory.path, durably: false)
        (temporary, database) = (directory, .file(directory.appending(path: ShopDatabase.fileName).path))
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
        BaseDirectory.data.url(in: environment, orBelow: NSHomeDirectory()).appending(
            path: "banchan/\(ShopDatabase.fileName)")
    }
}

extension User {
    /// Returns the data that cannot be stored on this device, for the embedded shop or a remote one.
    func unsavedData(atEmbeddedShop isOwn: Bool) -> [UnsavedData] {
        func isWritable(_ directory: BaseDirectory) -> Bool {
            PrivateDirectory.isWritable(at: directory.path(in: environment, orBelow: NSHomeDirectory()) + "/banchan")
        }
        // A problem with the database that is named is told when it is opened.
        var needsOwnDatabase: Bool { isOwn && (try? shopDatabase())?.isOwn == true }
        let data: [UnsavedData] = isWritable(.data) ? [] : needsOwnDatabase ? [.orders, .contacts] : [.contacts]
        return data + (isWritable(.state) ? [] : [.cart])
    }
}
