import CPlatform
import Domain
import Foundation
import Glibc
import Platform
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
                ?? variable.flatMap({ EnvironmentSecrets.values[$0] })
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

/// The secrets that the environment contained when the program began.
///
/// They are removed from it: `/proc/PID/environ` shows the memory in which the kernel passed the environment, to this
/// user and to tools that collect the state of a machine, and a child process would inherit them.
struct EnvironmentSecrets: Sendable {
    static let keeperToken = "BANCHAN_KEEPER_TOKEN"
    static let webhook = "BANCHAN_WEBHOOK_URL"
    /// May contain a password.
    static let database = "BANCHAN_DATABASE"
    /// The name that libpq uses.
    static let databasePassword = "PGPASSWORD"

    /// The secrets that were found. The first use removes them from the environment, so it belongs at the very
    /// beginning of the program, before there are threads that read the environment.
    static let values = EnvironmentSecrets(taking: [keeperToken, webhook, database, databasePassword])

    private let secrets: [String: Secret]

    private init(taking variables: [String]) {
        var secrets: [String: Secret] = [:]
        for variable in variables { secrets[variable] = EnvironmentSecrets.remove(variable) }
        self.secrets = secrets
    }

    /// Returns the value that `variable` had, or `nil` if it was not set or empty.
    subscript(variable: String) -> String? {
        secrets[variable].flatMap { $0.revealed.isEmpty ? nil : $0.revealed }
    }

    /// Removes `variable` from the environment and its value from memory, and returns the value.
    private static func remove(_ variable: String) -> Secret? {
        var secret: Secret?
        var names: [UnsafeMutablePointer<CChar>] = []
        // A program can be started with a variable that occurs twice; `unsetenv` removes both, but wipes neither. An
        // entry is not found again while the first byte of its name is 0.
        while let value = getenv(variable) {
            secret = secret ?? Secret(String(cString: value))
            explicit_bzero(value, strlen(value))
            let name = value - variable.utf8.count - 1
            name.pointee = 0
            names.append(name)
        }
        for name in names { name.pointee = variable.utf8.first.map(CChar.init(bitPattern:)) ?? 0 }
        unsetenv(variable)
        return secret
    }
}

enum ProcessEnvironment {
    /// The variables by name. Foundation's access to them is slow the first time and would delay the first frame. If a
    /// variable occurs twice, the last one counts.
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        var next = process_environment()
        while let entry = next?.pointee {
            let text = String(cString: entry)
            if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                variables[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
            }
            next = next?.successor()
        }
        return variables
    }
}

enum SecretFile {
    enum Problem: Error {
        /// The file cannot be read, is neither a regular file nor a pipe, is not UTF-8, or is too large.
        case unreadable
        /// Users other than the owner may access the file.
        case exposed
        /// The file belongs to another user, who may read and change it.
        case foreign
    }

    /// The maximum size in bytes, larger than any address or token.
    private static let largest = 8_192
    /// The mode bits that must not be set: all permissions of anybody but the owner.
    private static let othersMay: mode_t = 0o077
    /// The same for a credential of this service (systemd.exec(5)): there the bit with which the group may read is the
    /// mask of an access control list, which lets the service's user read the file of root.
    private static let othersMayOnCredential: mode_t = 0o037

    /// Returns the text of the file at `path`, which must belong to this user or root and be accessible to its owner
    /// only. A pipe is accepted as well, as a shell creates for `<(pass show keeper)`.
    static func read(_ path: String) throws(Problem) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .unreadable }
        defer { close(descriptor) }
        let credentials = ProcessEnvironment.variables["CREDENTIALS_DIRECTORY"]
        try check(descriptor, isCredential: credentials.map { path.hasPrefix("\($0)/") } ?? false)
        guard let bytes = DescriptorInput.bytes(of: descriptor, limit: largest + 1), bytes.count <= largest,
            let text = String(validating: bytes, as: UTF8.self)
        else { throw .unreadable }
        return text
    }

    /// Checks the open file, not the path, where there may be another file by now.
    private static func check(_ descriptor: Int32, isCredential: Bool) throws(Problem) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, [S_IFREG, S_IFIFO].contains(facts.st_mode & S_IFMT) else {
            throw .unreadable
        }
        guard facts.st_uid == geteuid() || facts.st_uid == 0 else { throw .foreign }
        let mayNotBeSet = isCredential && facts.st_uid == 0 ? othersMayOnCredential : othersMay
        guard facts.st_mode & mayNotBeSet == 0 else { throw .exposed }
    }
}
