import Domain
import Foundation

/// The address of a PostgreSQL database, as `postgres://user@host:port/database?sslmode=verify-full`. Its description
/// contains no secret.
public struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    private static let schemes = ["postgres://", "postgresql://"]
    /// Parameters that may be shown.
    private static let shown: Set<String> = ["host", "port", "sslmode"]

    /// Parameters that are secrets.
    private static let secret = ["password=", "sslpassword="]

    /// The address for libpq, without the password. It may contain the password of a key file.
    let written: Secret
    /// The password that the address contained.
    let password: Secret?
    public let description: String

    /// Parses an address. Returns `nil` if the text does not have that form.
    public init?(_ text: String) {
        guard let scheme = PostgreSQLAddress.scheme(of: text),
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
        else { return nil }
        let parts = text.dropFirst(scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let (place, parameters) = (parts[0], parts.dropFirst().joined().split(separator: "&"))
        let (user, rest) = PostgreSQLAddress.user(in: place)
        let name = user.prefix { $0 != ":" }
        let others = parameters.filter { !$0.hasPrefix("password=") }
        let publicPlace = scheme + (user.isEmpty ? "" : "\(name)@") + rest
        written = Secret(PostgreSQLAddress.joined(publicPlace, others))
        hasPassword =
            user.count > name.count
            || parameters.contains { parameter in PostgreSQLAddress.secret.contains { parameter.hasPrefix($0) } }
        description = PostgreSQLAddress.joined(
            publicPlace, others.filter { PostgreSQLAddress.shown.contains(String($0.prefix { $0 != "=" })) })
        let password =
            user.count > name.count
            ? user.dropFirst(name.count + 1)
            : parameters.first { $0.hasPrefix("password=") }?.dropFirst("password=".count)
        self.password = password.map { Secret($0.removingPercentEncoding ?? String($0)) }
    }

    /// Whether the address contains a password, so that it must not be given where others can read it.
    public let hasPassword: Bool

    /// Whether `text` is the address of a PostgreSQL database, rather than a file's path.
    public static func isPostgreSQL(_ text: String) -> Bool { scheme(of: text) != nil }

    private static func scheme(of text: String) -> String? { schemes.first { text.hasPrefix($0) } }

    /// Splits off the user, with a password if there is one.
    private static func user(in place: Substring) -> (user: Substring, rest: Substring) {
        let hosts = place.prefix { $0 != "/" }
        guard let end = hosts.lastIndex(of: "@") else { return ("", place) }
        return (place[..<end], place[place.index(after: end)...])
    }

    private static func joined(_ place: String, _ parameters: [Substring]) -> String {
        parameters.isEmpty ? place : "\(place)?\(parameters.joined(separator: "&"))"
    }
}
