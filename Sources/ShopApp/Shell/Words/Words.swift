import Domain
import Foundation
import Settings
import ShopClient
import ShopHTTP
import Storage
import Terminal

/// The program's own words: footer, help, states and errors, in one language. What the shop says (rows, headings)
/// is its data and is not here.
public struct Words: Sendable {
    let language: Language
    let connecting: String
    let connected: String
    let disconnected: String
    /// The server is tried again at that time.
    let nextTry: @Sendable (String) -> String
    /// Of a section of which nothing is known while the server does not answer.
    let notFetched: String
    let connectionLost: String
    let connectionBack: String

    /// What the program is called.
    let shop: String
    let copied: String
    let nothingToCopy: String

    let loading: String
    /// What to press to try again.
    let retryWith: @Sendable (_ key: String) -> String
    let count: @Sendable (Int) -> String
    let age: @Sendable (Age) -> String
    /// Why something could not be fetched; its rows are called `row`.
    let rowFailure: @Sendable (FetchFailure, _ row: LocalizedText) -> String

    /// What the field of whoever orders is called.
    let guest: String
    let guestProblem: @Sendable (GuestProblem) -> String

    let helpTitle: String
    let tooSmall: @Sendable (_ width: Int, _ height: Int) -> String

    /// A sentence for a command line that cannot be followed.
    public let command: @Sendable (CommandProblem) -> String
    /// What `banchan contacts` tells of files of contacts.
    public let cards: @Sendable (CardMessage) -> String
    /// A sentence for one section that could not be fetched, for `banchan menu`.
    public let sectionFailed: @Sendable (SectionHeading, FetchFailure) -> String
    /// So many records of a section could not be read.
    let leftOut: @Sendable (Int) -> String
    /// Why one of them could not.
    public let recordLeftOut: @Sendable (SectionHeading, SectionBodyError) -> String
    /// The keys that the user chose.
    var keys = KeyChoices()
}

extension Words {
    /// What else has keys where those of a table work.
    enum KeyPlace {
        /// What works on all lists.
        case list
        /// Nothing: the table is whole.
        case layer
        /// Nothing, and letters are typed.
        case text
    }

    /// The first key of a command that is in `table`; empty where it has none.
    func key(_ command: Command, in table: KeyTable, at place: KeyPlace = .list) -> String {
        keyTable(table, at: place).label(of: command)
    }

    /// What a sentence calls that key. A command that has none is called as the palette finds it.
    func keyName(_ command: Command, in table: KeyTable, at place: KeyPlace = .list) -> String {
        let key = key(command, in: table, at: place)
        guard key.isEmpty else { return key }
        let palette = self.key(.palette, in: .everywhere)
        return palette.isEmpty ? command.name : "\(palette) \(command.name)"
    }

    /// The same table with the keys that the user chose.
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

    /// The same words with other keys.
    func naming(_ keys: KeyChoices) -> Words {
        var words = self
        words.keys = keys
        return words
    }

    var retry: String {
        let key = key(.refetch, in: .list([]))
        return key.isEmpty ? "" : retryWith(key)
    }

    /// Why something could not be fetched, of which nobody says what its rows are called.
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

/// Why a command cannot do what it was asked. Carries data only.
public enum CommandProblem: Error, Hashable, Sendable {
    /// The terminal cannot show the shop.
    case terminal(TerminalError)
    /// Not an address of a shop.
    case address(ShopAddressError)
    /// What BANCHAN_NOTIFY says is no way to notify.
    case notifications
    /// What the command line or the environment says of a setting.
    case setting(SettingsProblem, file: String)
    /// Not a number of a port.
    case port(Int)
    /// A host that is neither an address nor a known name.
    case host(String)
    /// Something else listens there already.
    case portInUse(host: String, port: Int)
    /// The server cannot listen there, with the system's error number.
    case cannotListen(host: String, port: Int, code: Int)
    /// The server can be reached from other machines.
    case exposed(host: String, isEncrypted: Bool)
    /// A file that holds no certificate.
    case certificate(path: String)
    /// A file that holds no private key, or that of another certificate.
    case privateKey(path: String)
    /// Neither an address nor a range of them.
    case trustedProxy(String)
    /// No limit of the server; there are those of these names.
    case limit(String, names: [String])
    /// The shop's data is not there.
    case missingResources(path: String)
    /// A file of the shop's data cannot be read.
    case unreadableResource(path: String, why: SectionBodyError?)
    /// The server ended although nobody asked it to.
    case serverEnded
    /// What `source` names is no address of a database. It is not told what it is.
    case databaseAddress(source: String)
    /// The command line tells the password of a database, so that others can read it.
    case databasePasswordShown
    /// Neither `option` nor the environment names a database.
    case noDatabase(option: String)
    /// A shop was not copied from one database to another.
    case copy(source: String, destination: String, StoreCopyError)
    /// The ledger there cannot be used.
    case ledger(path: String, StoreError)
    /// The ledger of a server that runs can keep nothing for the time being.
    case ledgerTrouble(StoreTrouble)
    /// It can again.
    case ledgerIsBack
    /// What `source` names holds no address of a webhook. It is not told what it holds.
    case webhook(source: String)
    /// What `source` names holds no token.
    case keeperToken(source: String)
    /// The file that `option` names cannot be read. Its name may be the secret itself, given by mistake.
    case secretFile(option: String)
    /// Others than its owner may read or change the file that `option` names.
    case exposedSecret(option: String, path: String)
    /// The file that `option` names belongs to another user.
    case foreignSecret(option: String, path: String)
    /// A server's orders are for its keeper only, and no token was given.
    case noKeeperToken
    /// The server does not know the keeper's token.
    case wrongKeeperToken
    /// There is no order of that number.
    case noLedgerEntry(Int)
    /// The orders could not be fetched.
    case orders(FetchFailure)
    /// Whoever came through ssh cannot be served.
    case guest(VisitProblem)
    /// Nobody reads what the command prints any more.
    case outputClosed
}

/// The languages that the program speaks.
public enum Language: Sendable, CaseIterable {
    case korean, english

    /// Korean for Korean locales, English for all others; the first variable that is set decides, as POSIX says.
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
