import Domain
import Foundation
import Settings
import ShopClient
import ShopHTTP
import Storage
import Terminal

/// The program's own texts in one language: footer, help, states and errors. What the shop says (rows, headings) is
/// data and not part of it.
public struct Words: Sendable {
    let language: Language
    let connecting: String
    let connected: String
    let disconnected: String
    /// The time of the next attempt to reach the server.
    let nextTry: @Sendable (String) -> String
    /// The text shown for a section that was never fetched, while the server cannot be reached.
    let notFetched: String
    let connectionLost: String
    let connectionBack: String

    /// The name of the program.
    let shop: String
    let copied: String
    let nothingToCopy: String

    let loading: String
    /// The key to press to retry.
    let retryWith: @Sendable (_ key: String) -> String
    let count: @Sendable (Int) -> String
    let age: @Sendable (Age) -> String
    /// Why a fetch failed; `row` is the word for a row.
    let rowFailure: @Sendable (FetchFailure, _ row: LocalizedText) -> String

    /// The label of the field for the guest's name.
    let guest: String
    let guestProblem: @Sendable (GuestProblem) -> String

    let helpTitle: String
    let tooSmall: @Sendable (_ width: Int, _ height: Int) -> String

    /// The message for a command that failed.
    public let command: @Sendable (CommandProblem) -> String
    /// The messages of `banchan contacts` about files of contacts.
    public let cards: @Sendable (CardMessage) -> String
    /// The message of `banchan menu` for a section that could not be fetched.
    public let sectionFailed: @Sendable (SectionHeading, FetchFailure) -> String
    /// The number of records of a section that could not be read.
    let leftOut: @Sendable (Int) -> String
    /// Why a record could not be read.
    public let recordLeftOut: @Sendable (SectionHeading, SectionBodyError) -> String
    /// The keys that the user configured.
    var keys = KeyChoices()
}

extension Words {
    /// The context of a key table, which decides what the user's keys are checked against.
    enum KeyPlace {
        /// A list: the keys that work on all lists are valid as well.
        case list
        /// A layer: the table is complete.
        case layer
        /// A text: the table is complete, and letters are typed.
        case text
    }

    /// Returns the label of a command's first key in `table`; empty if it has none.
    func key(_ command: Command, in table: KeyTable, at place: KeyPlace = .list) -> String {
        keyTable(table, at: place).label(of: command)
    }

    /// Returns the key's name for a sentence. For a command without a key, that is the palette's key and the command's
    /// name.
    func keyName(_ command: Command, in table: KeyTable, at place: KeyPlace = .list) -> String {
        let key = key(command, in: table, at: place)
        guard key.isEmpty else { return key }
        let palette = self.key(.palette, in: .everywhere)
        return palette.isEmpty ? command.name : "\(palette) \(command.name)"
    }

    /// Returns the table with the user's keys.
    func keyTable(_ table: KeyTable, at place: KeyPlace = .list) -> KeyTable {
        guard !keys.isEmpty else { return table }
        switch place {
        case .list:
            var whole = table
            whole.append(contentsOf: KeyTable.list([]))
            return KeyTable(whole.applying(keys).prefix(table.count))
        case .layer: return table.applying(keys)
        case .text: return table.applying(keys, inText: true)
        }
    }

    /// Returns the texts with other keys.
    func naming(_ keys: KeyChoices) -> Words {
        var words = self
        words.keys = keys
        return words
    }

    var retry: String {
        let key = key(.refetch, in: .list([]))
        return key.isEmpty ? "" : retryWith(key)
    }

    /// Returns why a fetch failed, for rows of a kind without a name.
    func failure(_ failure: FetchFailure) -> String { rowFailure(failure, LocalizedText("항목", "item")) }
}

/// How long ago something was, in the unit a person would use.
enum Age: Hashable, Sendable {
    case now
    case minutes(Int)
    case hours(Int)
    case days(Int)

    /// The age of `date` at `now`; a date in the future counts as now.
    init(of date: Date, at now: Date) {
        let minutes = Int(max(0, now.timeIntervalSince(date)) / 60)
        switch minutes {
        case 0: self = .now
        case ..<60: self = .minutes(minutes)
        case ..<(24 * 60): self = .hours(minutes / 60)
        default: self = .days(minutes / (24 * 60))
        }
    }
}

/// Why a command failed, as data without texts.
public enum CommandProblem: Error, Hashable, Sendable {
    /// The terminal cannot show the shop.
    case terminal(TerminalError)
    /// An invalid address of a shop.
    case address(ShopAddressError)
    /// The value of BANCHAN_NOTIFY is invalid.
    case notifications
    /// A problem with a setting on the command line or in the environment.
    case setting(SettingsProblem, file: String)
    /// An invalid port number.
    case port(Int)
    /// A host that is neither an address nor a known name.
    case host(String)
    /// The port is in use.
    case portInUse(host: String, port: Int)
    /// The server cannot listen there; `code` is the system's error number.
    case cannotListen(host: String, port: Int, code: Int)
    /// The server can be reached from other machines.
    case exposed(host: String, isEncrypted: Bool)
    /// A file without a certificate.
    case certificate(path: String)
    /// A file without a private key, or with that of another certificate.
    case privateKey(path: String)
    /// A trusted proxy that is neither an address nor a range of addresses.
    case trustedProxy(String)
    /// An invalid limit of the server; `names` are those that exist.
    case limit(String, names: [String])
    /// The shop's data is missing.
    case missingResources(path: String)
    /// A file of the shop's data cannot be read.
    case unreadableResource(path: String, why: SectionBodyError?)
    /// The server stopped unexpectedly.
    case serverEnded
    /// The database address that `source` names is invalid. The value is not shown.
    case databaseAddress(source: String)
    /// The database address that `source` names holds a password. The value is not shown.
    case databasePasswordGiven(source: String)
    /// A pooler stands before the database at `place`. A note, not a problem.
    case databasePooled(place: String)
    /// Neither `option` nor the environment names a database.
    case noDatabase(option: String)
    /// Copying a shop from one database to another failed.
    case copy(source: String, destination: String, StoreCopyError)
    /// The ledger at `path` cannot be used.
    case ledger(path: String, StoreError)
    /// The ledger of a running server cannot write at present.
    case ledgerTrouble(StoreTrouble)
    /// The ledger can write again.
    case ledgerIsBack
    /// Messages for the webhook are held up.
    case messagesWait(OutboxBacklog, DeliveryFailure?)
    /// No message for the webhook is held up any more.
    case messagesDelivered
    /// The webhook address that `source` names is invalid. The value is not shown.
    case webhook(source: String)
    /// The token that `source` names is invalid.
    case token(source: String)
    /// The file that `option` names cannot be read. The message leaves out its name, which may be the secret itself,
    /// given by mistake.
    case secretFile(option: String)
    /// Others than its owner may read or change the file that `option` names.
    case exposedSecret(option: String, path: String)
    /// The file that `option` names belongs to another user.
    case foreignSecret(option: String, path: String)
    /// No token was given, but a server's orders are for its keeper only.
    case noKeeperToken
    /// The server does not know the keeper's token.
    case wrongKeeperToken
    /// There is no order with that number.
    case noLedgerEntry(Int)
    /// The orders could not be fetched.
    case orders(FetchFailure)
    /// A guest who connected by ssh cannot be served.
    case guest(VisitProblem)
    /// The reader of the command's output has closed it.
    case outputClosed
    /// Standard output cannot be written, for another reason that the system's error number tells.
    case output(code: Int)
}

/// The languages of the program.
public enum Language: Sendable, CaseIterable {
    case korean, english

    /// Selects Korean for Korean locales and English for all others. The first variable that is set decides, as POSIX
    /// specifies.
    public init(environment: [String: String]) {
        let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        self = locale.hasPrefix("ko") ? .korean : .english
    }

    public var words: Words {
        switch self {
        case .korean: .korean
        case .english: .english
        }
    }
}
