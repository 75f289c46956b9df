import Domain
import Foundation

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
    static let taken = EnvironmentSecrets(taking: [keeperToken, webhook, database, databasePassword])

    private let secrets: [String: Secret]

    private init(taking variables: [String]) {
        var secrets: [String: Secret] = [:]
        for variable in variables { secrets[variable] = EnvironmentSecrets.take(variable) }
        self.secrets = secrets
    }

    /// Returns the value that `variable` had, or `nil` if it was not set or empty.
    subscript(variable: String) -> String? {
        secrets[variable].flatMap { $0.revealed.isEmpty ? nil : $0.revealed }
    }

    /// Removes `variable` from the environment and its value from memory, and returns the value.
    private static func take(_ variable: String) -> Secret? {
        var taken: Secret?
        var names: [UnsafeMutablePointer<CChar>] = []
        // A program can be started with a variable that occurs twice; `unsetenv` removes both, but wipes neither. An
        // entry is not found again while the first byte of its name is 0.
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
