import Domain
import Foundation
import Platform
import Storage

/// A part of the shop with its own routes, sections, rules and files. Each folder below `Modules` holds one module.
protocol ServerModule: Sendable {
    /// The data that is read from the shop's resources; `Void` for a module without files.
    associatedtype Files: Sendable = Void

    /// Reads and validates the module's files. Runs concurrently with other modules and before the store is open.
    static func read(_ resources: URL) throws(ShopServerError) -> Files

    /// Like `read`, but files that no first screen needs may be read when they are needed.
    static func readLazily(_ resources: URL) throws(ShopServerError) -> Files

    /// Creates the module. It refuses requests if its files or its store are absent.
    init(_ files: Files, _ context: ServerContext)

    func addRoutes(to routes: Routes)

    /// The sellers of the module's items, used for orders that span several counters.
    var sellers: [any ItemSeller] { get }

    /// The sections whose versions are sent to everybody at `/events`.
    var sections: [SectionID] { get }

    /// The sections whose versions are sent only to the keeper.
    var keeperSections: [SectionID] { get }

    /// The section of which each terminal has its own; `nil` if the module has none.
    var terminalSection: TerminalSection? { get }

    /// What its sections show apart from the store's data, as texts that differ when the content differs. A section
    /// whose text changes gets a new version.
    var contents: [SectionID: String] { get }

    /// Reads what `contents` depends on besides the module's files. Returns whether a request may have noted contents of
    /// its sections since the last call.
    func prepareContents(from store: any StoreReader) throws -> Bool

    /// Stores what has to be remembered of the present contents of the module's files. Called after `contents` has changed.
    func applyContents() async throws

    /// The time until `contents` changes by itself; `nil` if it never does.
    var timeUntilNewContents: Duration? { get }

    /// The directories below the shop's resources that hold the module's files. They are watched, and packaged with the
    /// program.
    static var directories: [String] { get }

    /// The module's files directly in the shop's resources, each of which a shop may lack. They are watched.
    static var files: [String] { get }

    /// The counters by whose names a printer of the shop can print what the module sells. Items that are listed in sections
    /// with names of their own are printed by those, and what a machine sells is handed over without a ticket.
    static var printedCounters: [SalesCounter] { get }

    /// Descriptions of the module's files, of each kind one.
    static var descriptions: [FileDescription] { get }

    /// Checks the module's files and reports everything that reading them would refuse or repair. By default, its
    /// files have to be JSON that `read` accepts.
    static func check(_ check: inout ResourceCheck)

    /// Returns what is wrong with its present files beside what the store has.
    func findings() async -> [Finding]

    /// Adds the module's files of a small sample shop, taken from a larger one: by default, all of them.
    static func addFiles(to sample: inout SampleShop) throws(ShopServerError)

    /// Reloads changed files. A file that cannot be read keeps its previous content.
    func reload()
}

extension ServerModule {
    static func readLazily(_ resources: URL) throws(ShopServerError) -> Files { try read(resources) }
    var sellers: [any ItemSeller] { [] }
    var sections: [SectionID] { [] }
    var keeperSections: [SectionID] { [] }
    var terminalSection: TerminalSection? { nil }
    var contents: [SectionID: String] { [:] }
    func prepareContents(from store: any StoreReader) -> Bool { false }
    func applyContents() {}
    var timeUntilNewContents: Duration? { nil }
    static var directories: [String] { [] }
    static var files: [String] { [] }
    static var printedCounters: [SalesCounter] { [] }
    static var descriptions: [FileDescription] { [] }

    static func check(_ check: inout ResourceCheck) { check.read(Self.self) }
    static func addFiles(to sample: inout SampleShop) throws(ShopServerError) {
        for name in files.filter(sample.exists) + ResourceFile.names(in: directories, of: sample.source) {
            try sample.copy(name)
        }
    }
    func reload() {}
    func findings() async -> [Finding] { [] }
}

extension ServerModule where Files == Void {
    static func read(_ resources: URL) {}
}

struct ServerContext: Sendable {
    /// The directory of the shop's data.
    let resources: URL
    /// The path of the directory that keeps pictures that were scaled down; `nil` if only this run keeps them.
    let scaledPictures: String?
    /// The store; `nil` for a shop without one.
    let store: (any Store)?
    let keeper: Keeper
    /// What the shop says of itself in its own file.
    let shop: LiveResource<ShopProfile>
    /// The shop's printers, as that file has them.
    let printers: KitchenPrinters
    /// The shop's files that have problems.
    let fileProblems: FileProblems
    /// The shop's business days.
    let days: ShopDays
    /// Signalled when the contents of modules may have changed.
    let newContents: WakeUpSignal
    /// Takes orders; `nil` for a shop without a store. Its sellers are complete once all modules are created.
    let orders: OrderService?
    /// The scheme of the server's own URLs: `http` or `https`.
    let scheme: String
}

/// A section of which each terminal has its own. Its changes are sent at `/events` to clients that name the terminal.
struct TerminalSection: Sendable {
    let section: SectionID
    /// Returns the terminals whose section changed after change `number`, each with the number of its latest change.
    let changes: @Sendable (_ store: any StoreReader, _ number: Int) throws -> [UUID: Int]
}
