import Domain
import Foundation
import Platform
import Settings
import ShopApp
import ShopClient
import TerminalText

/// A guest's identity, as sshd knows it.
enum GuestIdentity: Equatable, Sendable {
    /// Identified by a name: that of the key's line in `authorized_keys`, or of `--name`.
    case named(Guest)
    /// Identified by the key alone, which has no name.
    case key(String)
    case unknown

    /// Identifies the guest by `name` or the environment, else by the key in the file that sshd provides. Throws if the
    /// name is not valid.
    init(name: String?, environment: [String: String]) throws(CommandProblem) {
        if let name = name ?? environment[GuestEnvironment.guest], !name.isEmpty {
            let guest = Guest(name: PlainText(name), isFixed: true)
            guard guest.problem == nil else {
                throw .setting(SettingsProblem(.noGuestName, at: .option("--name")), file: "")
            }
            self = .named(guest)
        } else if let key = environment[GuestEnvironment.authentication].flatMap(GuestIdentity.key) {
            self = .key(key)
        } else {
            self = .unknown
        }
    }

    /// The identifier under which data is stored; `nil` if the guest cannot be recognised.
    var text: String? {
        switch self {
        case .named(let guest): "name \(guest.name)"
        case .key(let key): "key \(key)"
        case .unknown: nil
        }
    }

    /// The maximum number of bytes that are read from sshd's file.
    private static let maxFileSize = 16 << 10

    /// Returns the public key that opened the connection, from the file of `ExposeAuthInfo`: a line for each method.
    private static func key(inFile path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: maxFileSize), let text = String(data: data, encoding: .utf8)
        else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix("publickey ") }.map { String($0.dropFirst(10)) }
    }
}

/// The directories of a guest's data: the cart, waiting orders, and the identity at the shop.
struct GuestSession: Sendable {
    let place: GuestSlot
    let identity: GuestIdentity
    /// The directory that is kept for the guest's next visit, or else the slot's.
    private let home: URL

    /// Creates the session of a guest below `sessions`. A guest who is recognised gets the earlier data back.
    init(of identity: GuestIdentity, in place: GuestSlot, below sessions: URL) {
        self.place = place
        self.identity = identity
        let known = identity.text.flatMap { GuestSession.home(of: $0, in: sessions.appending(path: "known")) }
        home = known ?? place.directory
    }

    var isKept: Bool { home != place.directory }

    /// Returns the user with the session's name and with its directories for everything that is stored.
    func user(_ user: User) -> User {
        let directories = [
            "XDG_DATA_HOME": home.appending(path: "data").path, "XDG_STATE_HOME": home.appending(path: "state").path,
            "XDG_CACHE_HOME": place.directory.appending(path: "cache").path,
            "XDG_CONFIG_HOME": place.directory.appending(path: "config").path,
        ]
        var options: [SettingName: String] = [:]
        if case .named(let guest) = identity { options[.guest] = guest.name.string }
        return User(options: options, environment: user.environment.merging(directories) { $1 })
    }

    /// Whether the session has an identity at the shop.
    var wasUsed: Bool { FileManager.default.fileExists(atPath: home.appending(path: "state/banchan/terminals").path) }

    /// Whether an order is waiting that the shop may not have received.
    var hasWaitingOrders: Bool {
        let orders = home.appending(path: "data/banchan/orders")
        let files = FileManager.default.enumerator(at: orders, includingPropertiesForKeys: nil)
        return files?.contains { ($0 as? URL)?.pathExtension == "json" } ?? false
    }

    /// Returns the directory of the guest identified by `text`, which a file there repeats: file names are limited in
    /// length, and two guests may get the same one. Returns `nil` if it is another guest's or cannot be created.
    private static func home(of text: String, in known: URL) -> URL? {
        let home = known.appending(path: FileName.of(text))
        let file = home.appending(path: "guest")
        if let kept = try? Data(contentsOf: file) { return kept == Data(text.utf8) ? home : nil }
        guard (try? PrivateDirectory.create(at: home.path)) != nil,
            (try? Data(text.utf8).write(to: file, options: .atomic)) != nil
        else { return nil }
        return home
    }
}
