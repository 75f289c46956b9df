import Domain
import Foundation

/// The secrets that the environment held when the program began.
///
/// They are taken out of it: `/proc/PID/environ` shows the memory in which the kernel handed the environment over, to
/// this user and to whoever collects the state of a machine, and a child process would inherit them.
struct EnvironmentSecrets: Sendable {
    static let keeperToken = "BANCHAN_KEEPER_TOKEN"
    static let webhook = "BANCHAN_WEBHOOK_URL"
    /// May tell a password.
    static let database = "BANCHAN_DATABASE"
    /// As libpq knows it.
    static let databasePassword = "PGPASSWORD"

    /// What was there. The first use takes it, so that belongs at the very beginning of the program, before there are
    /// threads that read the environment.
    static let taken = EnvironmentSecrets(taking: [keeperToken, webhook, database, databasePassword])

    private let secrets: [String: Secret]

    private init(taking variables: [String]) {
        var secrets: [String: Secret] = [:]
        for variable in variables { secrets[variable] = EnvironmentSecrets.take(variable) }
        self.secrets = secrets
    }

    /// The value that `variable` had; `nil` where it was not set, or empty.
    subscript(variable: String) -> String? {
        secrets[variable].flatMap { $0.revealed.isEmpty ? nil : $0.revealed }
    }

    /// Removes `variable` from the environment and its value from memory, and returns the value.
    private static func take(_ variable: String) -> Secret? {
        var taken: Secret?
        var names: [UnsafeMutablePointer<CChar>] = []
        // Whoever starts a program may name a variable twice; `unsetenv` forgets both, but wipes neither. One whose
        // name begins otherwise is not found again.
        while let value = getenv(variable) {
            taken = taken ?? Secret(String(cString: value))
            explicit_bzero(value, strlen(value))
            let name = value - variable.utf8.count - 1
            name.pointee = 0
            names.append(name)
        }
        for name in names { name.pointee = variable.utf8.first.map(CChar.init(bitPattern:)) ?? 0 }
        unsetenv(variable)
        return taken
    }
}
