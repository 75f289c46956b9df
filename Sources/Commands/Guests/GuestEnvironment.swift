import CPlatform
import Foundation
import Glibc
import ShopApp

/// The variables that a guest's program keeps of its environment: a few about the terminal and the language, if they
/// are harmless, and those in which sshd describes the connection.
///
/// A client may send variables, and libraries obey many of them: where the terminal database is, which libraries are
/// loaded. So the program executes itself again with only these.
struct GuestEnvironment: Equatable, Sendable {
    static let command = "SSH_ORIGINAL_COMMAND"
    static let authentication = "SSH_USER_AUTH"
    static let guest = "BANCHAN_GUEST"
    /// Set by sshd itself, after all that a client may set.
    private static let connection = "SSH_CONNECTION"

    /// The variables of every guest. The home does not exist, so that no library finds files of the account's own.
    private static let fixed = [
        "HOME": "/nonexistent", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]

    let variables: [String: String]

    /// The address that the guest's connection comes from, according to sshd; `nil` without sshd.
    static func address(in environment: [String: String]) -> String? {
        environment[connection]?.split(separator: " ").first.map(String.init)
    }

    /// Keeps the allowed variables whose values are harmless. Idempotent.
    init(cleaning environment: [String: String]) {
        var variables = GuestEnvironment.fixed
        variables["TERM"] = environment["TERM"].flatMap { $0.isTerminalName ? $0 : nil } ?? "xterm"
        for name in ["LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES"] {
            variables[name] = environment[name].flatMap { $0.isLocaleName ? $0 : nil }
        }
        variables["COLORTERM"] = environment["COLORTERM"].flatMap { ["truecolor", "24bit"].contains($0) ? $0 : nil }
        variables["COLORFGBG"] = environment["COLORFGBG"].flatMap { $0.isColorPair ? $0 : nil }
        if environment["NO_COLOR"]?.isEmpty == false { variables["NO_COLOR"] = "1" }
        variables[GuestEnvironment.connection] = environment[GuestEnvironment.connection].flatMap {
            $0.isConnection ? $0 : nil
        }
        for name in [GuestEnvironment.command, GuestEnvironment.authentication, GuestEnvironment.guest] {
            variables[name] = environment[name]
        }
        self.variables = variables
    }

    /// Returns if the environment of this process is clean. Otherwise executes the program again with a clean one;
    /// throws the system's error if that fails.
    static func enter() throws(POSIXError) {
        CoreDumps.forbid()
        // All that a guest leaves is private, whatever sshd's umask is.
        umask(0o077)
        _ = process_forbid_new_rights()
        let environment = ProcessInfo.processInfo.environment
        let clean = GuestEnvironment(cleaning: environment)
        // `execve` makes the memory readable again, so it is hidden afterwards.
        guard clean.variables != environment else { return CoreDumps.hideMemory() }
        let arguments = CommandLine.arguments.map { strdup($0) } + [nil]
        let variables = clean.variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        execve("/proc/self/exe", arguments, variables)
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}

extension String {
    /// Whether this is a name in the terminal database, and not a path.
    fileprivate var isTerminalName: Bool { wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9+._-]{0,63}/) != nil }

    /// Whether this is a locale such as `ko_KR.UTF-8`, and not a path.
    fileprivate var isLocaleName: Bool {
        wholeMatch(of: /[A-Za-z]{1,8}(_[A-Za-z]{2,3})?(\.[A-Za-z0-9-]{1,16})?(@[A-Za-z]{1,16})?/) != nil
    }

    /// Whether this is a connection such as `192.0.2.7 50022 192.0.2.1 2222`.
    fileprivate var isConnection: Bool {
        wholeMatch(of: /[0-9A-Fa-f.:]{1,45}(%[A-Za-z0-9]{1,15})?( [0-9A-Fa-f.:%a-z]{1,61}){3}/) != nil
    }

    /// Whether this is a pair of colours such as `15;0` or `15;default;0`.
    fileprivate var isColorPair: Bool { wholeMatch(of: /[0-9]{1,2}(;(default|[0-9]{1,2})){1,2}/) != nil }
}

/// A guest's request: to open the shop, or to print the output of one of a few commands.
enum GuestRequest: Equatable, Sendable {
    case visit
    /// One of `commands` with options that only affect its output, in that language if one is named.
    case print([String], Language?)

    static let commands = ["menu", "juice", "drinks", orders]
    /// Prints the guest's own orders, whether or not `--mine` is said.
    private static let orders = "orders"
    private static let languages = ["ko": Language.korean, "en": .english]
    /// The maximum length in bytes, far more than any allowed request has.
    private static let longest = 80

    /// Parses what the client asked sshd to run. Returns `nil` if it is refused. The text is split at blanks and its
    /// words are compared: no shell, and nothing that expands words, ever sees it.
    init?(_ text: String?) {
        guard let text, !text.isEmpty else {
            self = .visit
            return
        }
        guard text.utf8.count <= GuestRequest.longest, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        var words = text.split(separator: " ").map(String.init)[...]
        guard let command = words.popFirst(), GuestRequest.commands.contains(command) else { return nil }
        let allowed = command == GuestRequest.orders ? ["--json", "--mine", "--follow"] : ["--json"]
        var (options, language): ([String], Language?) = ([], nil)
        while let word = words.popFirst() {
            switch word {
            case _ where allowed.contains(word) && !options.contains(word): options.append(word)
            case "--lang" where language == nil:
                guard let named = words.popFirst().flatMap({ GuestRequest.languages[$0] }) else { return nil }
                language = named
            default: return nil
            }
        }
        if command == GuestRequest.orders, !options.contains("--mine") { options.append("--mine") }
        self = .print([command] + options, language)
    }
}
