import ArgumentParser
import Domain
import ShopApp
import Storage

/// Which database a shop keeps its orders in.
struct DatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The database with the orders and the stock: a file, or postgres://user@host/name.", valueName: "path"),
        completion: .file())
    var database: String?

    @Option(
        help: ArgumentHelp("A file with the password of a PostgreSQL database.", valueName: "path"), completion: .file()
    )
    var databasePasswordFile: String?
}

/// Where a shop's orders are, or will be.
enum ShopDatabase: Sendable {
    /// An SQLite database on this machine.
    case file(String)
    /// One that several servers share.
    case postgreSQL(PostgreSQLAddress, password: Secret?)

    /// What is told of it.
    var place: String {
        switch self {
        case .file(let path): path
        case .postgreSQL(let address, _): address.description
        }
    }

    /// Opens it, and makes it where there is none, unless a file `mustExist`. May wait for another program that writes.
    func open(mustExist: Bool = false) throws(CommandProblem) -> any Store {
        do throws(StoreError) {
            switch self {
            case .file(let path): return try SQLiteStore(at: path, mustExist: mustExist)
            case .postgreSQL(let address, let password): return try PostgreSQLStore(at: address, password: password)
            }
        } catch {
            throw .ledger(path: place, error)
        }
    }
}

extension User {
    /// The database that the command line names, else the environment; `nil` where neither does.
    func database(_ options: DatabaseOptions) throws(CommandProblem) -> ShopDatabase? {
        try database(options.database, option: "--database", passwordFile: options.databasePasswordFile)
    }

    /// The one that `option` names, else the environment.
    func database(
        _ named: String?, option: String, passwordFile: String?
    ) throws(CommandProblem) -> ShopDatabase? {
        guard let text = named ?? EnvironmentSecrets.taken[EnvironmentSecrets.database] else { return nil }
        guard PostgreSQLAddress.isMeant(by: text) else { return .file(text) }
        let source = named == nil ? EnvironmentSecrets.database : option
        guard let address = PostgreSQLAddress(text) else { throw .databaseAddress(source: source) }
        // Whoever lists the processes of this machine would read it.
        if named != nil, address.hasPassword { throw .databasePasswordShown }
        return .postgreSQL(address, password: try databasePassword(file: passwordFile))
    }

    /// The user's own.
    var ownDatabase: ShopDatabase { .file(database(nil)) }
}
