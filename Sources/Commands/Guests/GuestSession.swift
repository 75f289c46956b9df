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

/// The visit of a guest: who it is, from where, and where the guest's data is stored.
struct GuestSession: Sendable {
    let slot: GuestSlot
    let identity: GuestIdentity
    /// The folder that is kept for the guest's next visit; `nil` if the guest is not recognised.
    let folder: GuestFolder?
    /// The guest as the shop's server is told of it; `nil` if it is told nothing.
    let forwarded: ForwardedGuest?

    /// Creates the session of a guest below `sessions`. A guest who is recognised gets the earlier data back.
    init(of identity: GuestIdentity, in place: GuestSlot, below sessions: URL, forwarded: ForwardedGuest?) {
        self.slot = place
        self.identity = identity
        self.forwarded = forwarded
        folder = identity.text.flatMap { GuestFolder(of: $0, below: sessions) }
    }

    private var home: URL { folder?.directory ?? slot.directory }

    /// Returns the user with the session's name and with its directories for everything that is stored.
    func user(_ user: User) -> User {
        let directories = directories.merging([
            "XDG_CACHE_HOME": slot.directory.appending(path: "cache").path,
            "XDG_CONFIG_HOME": slot.directory.appending(path: "config").path,
        ]) { $1 }
        var options: [SettingName: String] = [:]
        if case .named(let guest) = identity { options[.guest] = guest.name.string }
        var own = User(options: options, environment: user.environment.merging(directories) { $1 })
        own.outputLimit = user.outputLimit
        return own
    }

    /// The variables that name the directories of the guest's data.
    var directories: [String: String] { GuestSession.directories(below: home) }

    /// Returns the variables that name the directories of the data of a guest that is stored in `home`.
    static func directories(below home: URL) -> [String: String] {
        ["XDG_DATA_HOME": home.appending(path: "data").path, "XDG_STATE_HOME": home.appending(path: "state").path]
    }

    /// The visits, of which the first is the one of a guest of whom nothing is kept.
    var visits: VisitStore? { folder?.exists == true ? nil : VisitStore(directory: slot.directory.path) }

    /// The path of the log, which is deleted after the visit.
    var log: String { slot.directory.appending(path: "banchan.log").path }

    /// Whether an order is waiting that the shop may not have received.
    var hasWaitingOrders: Bool {
        let orders = home.appending(path: "data/banchan/orders")
        let files = FileManager.default.enumerator(at: orders, includingPropertiesForKeys: nil)
        return files?.contains { ($0 as? URL)?.pathExtension == "json" } ?? false
    }
}
