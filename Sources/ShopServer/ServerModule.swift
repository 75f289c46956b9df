import Domain
import Foundation
import Storage

/// A part of the shop with routes, sections, rules and files of its own. One folder below `Modules` is one module, whole.
protocol ServerModule: Sendable {
    /// What is read below the shop's resources; `Void` for a module without files.
    associatedtype Files: Sendable = Void

    /// Reads and checks the module's files, beside other modules and before the store is there.
    static func read(_ resources: URL) throws(ShopServerError) -> Files

    /// A module whose files or whose store are not there refuses what it is asked.
    init(_ files: Files, _ context: ServerContext)

    func addRoutes(to routes: Routes)

    /// What sells its items, where orders of several counters can be made.
    var sellers: [any ItemSeller] { get }

    /// Those whose versions everybody is told at `/events`.
    var sections: [SectionID] { get }

    /// Those whose versions only the keeper is told.
    var keeperSections: [SectionID] { get }

    /// One of which each terminal has its own; `nil` for none.
    var terminalSection: TerminalSection? { get }

    /// What its sections show beside what is in the store, as texts that differ where that does: a section whose text is
    /// another one than it was gets a new version.
    var contents: [SectionID: String] { get }

    /// How long it is until `contents` differ though nothing happens; `nil` where they never do.
    var untilNewContents: Duration? { get }

    /// The directories below the shop's resources in which its files lie.
    static var directories: [String] { get }

    /// Looks through its files, and tells everything that reading them refuses or repairs.
    static func check(_ check: inout ResourceCheck)

    /// Takes what a small shop has of its files out of a larger one.
    static func addFiles(to sample: inout SampleShop) throws(ShopServerError)

    /// Reads again what changed in its files. What cannot be read stays what it was.
    func reload()
}

extension ServerModule {
    var sellers: [any ItemSeller] { [] }
    var sections: [SectionID] { [] }
    var keeperSections: [SectionID] { [] }
    var terminalSection: TerminalSection? { nil }
    var contents: [SectionID: String] { [:] }
    var untilNewContents: Duration? { nil }
    static var directories: [String] { [] }

    static func check(_ check: inout ResourceCheck) {}
    static func addFiles(to sample: inout SampleShop) throws(ShopServerError) {}
    func reload() {}
}

extension ServerModule where Files == Void {
    static func read(_ resources: URL) {}
}

/// What the server gives to its modules.
struct ServerContext: Sendable {
    /// The directory with the shop's data.
    let resources: URL
    /// `nil` for a shop that keeps nothing.
    let store: (any Store)?
    let keeper: Keeper
    /// Takes orders; `nil` for a shop that keeps nothing. Sellers are known once all modules are made.
    let orders: OrderService?
    /// What time it is where the shop stands.
    let clock: @Sendable () -> Date
    /// The scheme of the server's own addresses: `http` or `https`.
    let scheme: String
}

/// A section of which each terminal has its own, told at `/events` to whoever names that terminal.
struct TerminalSection: Sendable {
    let section: SectionID
    /// The terminals whose section changed after the change of that number, each with the number of its latest change.
    let changes: @Sendable (_ store: any StoreReader, _ number: Int) throws -> [UUID: Int]
}
