import ArgumentParser
import Foundation
import Ledger
import Platform
import SQLiteLedger
import ShopApp
import ShopModels
import ShopServer

/// What a shop keeps, and whom it tells.
struct Keeping: Sendable {
    /// Where its database is, or will be.
    let database: String
    let webhook: WebhookAddress?
    private(set) var keeperToken: Secret?

    /// Reads the secrets; the database is not opened yet.
    init(
        database: String? = nil, webhookFile: String? = nil, keeperTokenFile: String? = nil, user: User
    ) throws(CommandProblem) {
        webhook = try user.webhook(file: webhookFile)
        keeperToken = try user.keeperToken(file: keeperTokenFile)
        self.database = user.database(database)
    }

    /// For a shop that ends with this program: where nobody says what its keeper shows, it is something that nobody
    /// else knows.
    init(own user: User, keeperTokenFile: String?) throws(CommandProblem) {
        try self.init(keeperTokenFile: keeperTokenFile, user: user)
        keeperToken = keeperToken ?? .random()
    }

    /// Opens the ledger, which may wait for another program that writes.
    func configure(_ configuration: inout ShopServer.Configuration) throws(CommandProblem) {
        configuration.ledger = try SQLiteLedger.open(database)
        configuration.webhook = webhook
        configuration.keeperToken = keeperToken
    }
}

extension SQLiteLedger {
    /// The ledger in the database at `path`, which is made where there is none unless it `mustExist`.
    static func open(_ path: String, mustExist: Bool = false) throws(CommandProblem) -> SQLiteLedger {
        do throws(LedgerError) {
            return try SQLiteLedger(at: path, mustExist: mustExist)
        } catch {
            throw .ledger(path: path, error)
        }
    }
}

extension User {
    /// The database at `path`, else the user's own.
    func database(_ path: String?) -> String { path ?? DataDirectory.database(environment: environment) }

    /// The webhook's address from `file`, else from the environment; `nil` where neither has one.
    func webhook(file: String?) throws(CommandProblem) -> WebhookAddress? {
        guard let text = try secret(file: file, option: "--webhook-file", variable: "BANCHAN_WEBHOOK_URL") else {
            return nil
        }
        guard let address = WebhookAddress(text) else {
            throw .webhook(source: file == nil ? "BANCHAN_WEBHOOK_URL" : "--webhook-file")
        }
        return address
    }

    /// The keeper's token from `file`, else from the environment; `nil` where neither has one.
    func keeperToken(file: String?) throws(CommandProblem) -> Secret? {
        let (option, variable) = ("--keeper-token-file", "BANCHAN_KEEPER_TOKEN")
        guard let text = try secret(file: file, option: option, variable: variable) else { return nil }
        // It has to go through a header as it is.
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .keeperToken(source: file == nil ? variable : option)
        }
        return Secret(text)
    }

    /// The text of a secret without white space around it. Neither it nor the file's name is ever told: somebody may
    /// have given the secret itself for a name.
    private func secret(file: String?, option: String, variable: String) throws(CommandProblem) -> String? {
        guard let file else { return environment[variable].flatMap { $0.isEmpty ? nil : $0.trimmed } }
        guard let text = SecretFile.read(file) else { throw .secretFile(option: option) }
        return text.trimmed
    }
}

/// Where this user's data is.
private enum DataDirectory {
    /// Makes the directory below the XDG data directory, private to the user, and returns the database's path. Where
    /// that fails, opening the database will tell why.
    static func database(environment: [String: String]) -> String {
        let directory = BaseDirectory.data.url(in: environment, orBelow: NSHomeDirectory()).appending(path: "banchan")
        try? PrivateDirectory.create(at: directory.path)
        return directory.appending(path: "shop.sqlite").path
    }
}

/// A file with one secret in it.
private enum SecretFile {
    /// More bytes than any address or token has.
    private static let largest = 8_192

    /// Its text; `nil` where it cannot be read, is no text, or has more than anyone would put there.
    static func read(_ path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        var content = Data()
        // A pipe hands its content over in pieces.
        while content.count <= largest, let piece = try? file.read(upToCount: largest + 1), !piece.isEmpty {
            content += piece
        }
        guard content.count <= largest else { return nil }
        return String(bytes: content, encoding: .utf8)
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
