import Domain
import Foundation

/// Where a PostgreSQL database is, as `postgres://user@host:port/database?sslmode=verify-full`. What is printed of it
/// holds no secret.
public struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    private static let schemes = ["postgres://", "postgresql://"]
    /// Parameters that may be shown.
    private static let shown: Set<String> = ["host", "port", "sslmode"]

    /// Parameters that are secrets.
    private static let secret = ["password=", "sslpassword="]

    /// What libpq reads, without a password. A key may have one.
    let written: Secret
    /// The password that stood in it.
    let password: Secret?
    public let description: String

    /// Reads an address of that form; `nil` for anything else.
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

    /// Whether the address itself tells the password, so that it must not stand where others see it.
    public let hasPassword: Bool

    /// Whether `text` means a database of PostgreSQL, rather than a file.
    public static func isMeant(by text: String) -> Bool { scheme(of: text) != nil }

    private static func scheme(of text: String) -> String? { schemes.first { text.hasPrefix($0) } }

    /// Who connects, with a password where there is one, and what follows.
    private static func user(in place: Substring) -> (user: Substring, rest: Substring) {
        let hosts = place.prefix { $0 != "/" }
        guard let end = hosts.lastIndex(of: "@") else { return ("", place) }
        return (place[..<end], place[place.index(after: end)...])
    }

    private static func joined(_ place: String, _ parameters: [Substring]) -> String {
        parameters.isEmpty ? place : "\(place)?\(parameters.joined(separator: "&"))"
    }
}
