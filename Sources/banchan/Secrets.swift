import Domain
import Foundation
import ShopApp
import ShopServer

extension User {
    /// Returns the webhook's address from `file`, else from the environment, or `nil` if neither has one.
    func webhook(file: String?) throws(CommandProblem) -> WebhookAddress? {
        let (option, variable) = ("--webhook-file", EnvironmentSecrets.webhook)
        guard let text = try secret(file: file, option: option, variable: variable) else { return nil }
        guard let address = WebhookAddress(text) else { throw .webhook(source: file == nil ? variable : option) }
        return address
    }

    /// Returns the keeper's token from `file`, else from the environment, or `nil` if neither has one.
    func keeperToken(file: String?) throws(CommandProblem) -> Secret? {
        let (option, variable) = ("--keeper-token-file", EnvironmentSecrets.keeperToken)
        guard let text = try secret(file: file, option: option, variable: variable) else { return nil }
        return try token(text, from: file == nil ? variable : option)
    }

    /// Returns the token with which `banchan guest` names its guest's address to the server, from `file`, or `nil` if
    /// there is none. It is never taken from the environment, which a guest may choose.
    func guestToken(file: String?, option: String) throws(CommandProblem) -> Secret? {
        guard let text = try secret(file: file, option: option, variable: nil) else { return nil }
        return try token(text, from: option)
    }

    /// Returns the token in `text`. Throws if it is not valid in an HTTP header unchanged.
    private func token(_ text: String, from source: String) throws(CommandProblem) -> Secret {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .token(source: source)
        }
        return Secret(text)
    }

    /// Returns the password of a PostgreSQL database from `file`, else from the environment, or `nil` if neither has
    /// one, so that `.pgpass` is used.
    func databasePassword(file: String?) throws(CommandProblem) -> Secret? {
        try secret(file: file, option: "--database-password-file", variable: EnvironmentSecrets.databasePassword)
            .map { Secret($0) }
    }

    /// Returns the text of a secret without surrounding white space. Forbids core files as soon as there is a secret.
    private func secret(file: String?, option: String, variable: String?) throws(CommandProblem) -> String? {
        guard
            let text = try file.map({ path throws(CommandProblem) in try contents(of: path, option) })
                ?? variable.flatMap({ EnvironmentSecrets.taken[$0] })
        else { return nil }
        CoreDumps.forbid()
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the text of the file at `path`. If the file cannot be read, its path is not reported: the user may have
    /// passed the secret itself as the path.
    private func contents(of path: String, _ option: String) throws(CommandProblem) -> String {
        do throws(SecretFile.Problem) {
            return try SecretFile.read(path)
        } catch {
            switch error {
            case .unreadable: throw .secretFile(option: option)
            case .exposed: throw .exposedSecret(option: option, path: path)
            case .foreign: throw .foreignSecret(option: option, path: path)
            }
        }
    }
}
