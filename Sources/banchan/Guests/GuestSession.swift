import Domain
import Foundation
import Platform
import Settings
import ShopApp
import ShopClient
import TerminalText

/// Who a guest is, as sshd knows it.
enum GuestIdentity: Equatable, Sendable {
    /// By the line of the key in `authorized_keys`.
    case named(Guest)
    /// By the key alone, which nobody has named.
    case key(String)
    case unknown

    /// The guest that `name` or the environment names, else whoever has the key that sshd tells of in a file.
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

    /// What is kept under; `nil` for who is not known again.
    var text: String? {
        switch self {
        case .named(let guest): "name \(guest.name)"
        case .key(let key): "key \(key)"
        case .unknown: nil
        }
    }

    /// A file of sshd's with more than that is none.
    private static let largestFile = 16 << 10

    /// The public key that opened the connection: `ExposeAuthInfo` tells how, a line each.
    private static func key(inFile path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: largestFile), let text = String(data: data, encoding: .utf8)
        else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix("publickey ") }.map { String($0.dropFirst(10)) }
    }
}

/// Where a guest's program keeps what is the guest's own: cart, orders that wait, the name at the shop.
struct GuestSession: Sendable {
    let place: GuestPlace
    let identity: GuestIdentity
    /// Kept for the next visit, or the place's own.
    private let home: URL

    /// Below `sessions`. Who is known comes back to what was left there.
    init(of identity: GuestIdentity, in place: GuestPlace, below sessions: URL) {
        self.place = place
        self.identity = identity
        let known = identity.text.flatMap { GuestSession.home(of: $0, in: sessions.appending(path: "known")) }
        home = known ?? place.directory
    }

    var isKept: Bool { home != place.directory }

    /// The same user with the session's own name, and with its directories for everything that is kept.
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

    /// Whether there is a session to speak of.
    var wasUsed: Bool { FileManager.default.fileExists(atPath: home.appending(path: "state/banchan/terminals").path) }

    /// Whether an order waits there that the shop may never have got.
    var hasWaitingOrders: Bool {
        let orders = home.appending(path: "data/banchan/orders")
        let files = FileManager.default.enumerator(at: orders, includingPropertiesForKeys: nil)
        return files?.contains { ($0 as? URL)?.pathExtension == "json" } ?? false
    }

    /// The directory of whoever is called `text`, which a file there repeats: names of files have an end, and two may have
    /// the same. `nil` where it is another's, or cannot be made.
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
