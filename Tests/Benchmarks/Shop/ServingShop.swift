import Domain
import Foundation
import ShopResources
import TestPeers

/// The shop's own program as a server in a process of its own, with its database on disk or on a database server.
struct ServingShop {
    let port: UInt16
    let process: Process
    let run: RunDirectory
    /// The path of an SQLite file, or the address of a PostgreSQL database.
    let database: String
    /// An order that the shop accepts, if its menu is a generated one.
    let order: OrderRequest

    var directory: URL { run.url }
    static let keeperToken = "keeper-token-of-the-benchmark"
    private static let limits = ["changes", "sessions", "streams", "connections"].flatMap { ["--limit", "\($0)=none"] }

    /// Starts `banchan serve` beside this program, with its data in a new directory below `place`; `counters` are
    /// directories of the shop's own resources that are copied. Limits per client are off, since throughput is
    /// measured. The database is a new file in the directory unless `database` is given.
    static func open(
        below place: URL = FileManager.default.temporaryDirectory, with counters: [String] = [],
        menu: GeneratedMenu = GeneratedMenu(count: 3), database: String? = nil
    ) throws -> ServingShop {
        let run = try RunDirectory(below: place)
        try menu.write(to: run.url)
        for counter in counters {
            let files = try ShopResources.directory().appending(component: counter)
            try FileManager.default.copyItem(at: files, to: run.url.appending(component: counter))
        }
        let dish = menu.dish(0)
        let line = OrderRequest.Line(
            item: OrderedItem(.menu, dish.detailHash), title: dish.title, quantity: 1, unitPrice: dish.price)
        return try serve(
            run, database ?? run.url.appending(component: "shop.sqlite").path,
            OrderRequest(who: "지훈", lines: [line], deliveryFee: Won(0)))
    }

    /// Starts `banchan serve` with the shop's own files.
    static func openOwn() throws -> ServingShop {
        let run = try RunDirectory()
        let database = run.url.appending(component: "shop.sqlite").path
        let order = OrderRequest(who: "지훈", lines: [], deliveryFee: Won(0))
        return try serve(run, database, order, resources: try ShopResources.directory())
    }

    /// Starts a new server process for the same shop, on the same port if `isSamePort`; the old one must have ended.
    func reopened(isSamePort: Bool = false) throws -> ServingShop {
        try ServingShop.serve(run, database, order, port: isSamePort ? port : 0)
    }

    private static func serve(
        _ run: RunDirectory, _ database: String, _ order: OrderRequest, port: UInt16 = 0, resources: URL? = nil
    ) throws -> ServingShop {
        let process = run.process(
            try BuiltProgram.path(of: "banchan"),
            ["serve", "--port", "\(port)", "--database", database, "--resources", (resources ?? run.url).path] + limits)
        let output = Pipe()
        process.environment = ProcessInfo.processInfo.environment.merging(["BANCHAN_KEEPER_TOKEN": keeperToken]) { $1 }
        process.standardOutput = output
        // Its error log is kept with its data.
        let log = run.url.appending(component: "server.log")
        try Data().write(to: log)
        process.standardError = try FileHandle(forWritingTo: log)
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = URL(string: line.trimmingCharacters(in: .newlines))?.port.flatMap({ UInt16(exactly: $0) })
        else { throw MeasuringProblem("the shop's server ended before it was ready") }
        return ServingShop(port: port, process: process, run: run, database: database, order: order)
    }

    /// Stops the server.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// Stops the server and removes its files.
    func close() {
        stop()
        run.close()
    }
}

/// A shop whose menu can change while a program is connected.
final class ChangingShop {
    private var shop: ServingShop
    private var silence: LoopbackServer?

    init(_ menu: GeneratedMenu) throws { shop = try ServingShop.open(menu: menu) }

    var port: UInt16 { shop.port }
    var directory: URL { shop.directory }

    /// Replaces the server by one that accepts connections at the same address and never answers.
    func stopAnswering() throws {
        shop.stop()
        silence = try LoopbackServer(port: port)
    }

    /// Resumes serving at the same address, with this menu.
    func serve(_ menu: GeneratedMenu) throws {
        if silence == nil { shop.stop() }
        silence = nil
        try menu.write(to: directory)
        shop = try shop.reopened(isSamePort: true)
    }

    func close() { shop.close() }
}

/// Two servers of one shop, with a PostgreSQL of their own that syncs to disk.
struct SharedShop {
    let server: PostgreSQLServer
    let database: String
    let first: ServingShop
    let second: ServingShop

    /// Starts PostgreSQL with `settings`, and two servers with their files below `place`.
    static func open(below place: URL, settings: [String] = []) throws -> SharedShop {
        let server = try PostgreSQLServer(settings: settings)
        let database = try server.newDatabase()
        let address = server.address(of: database)
        let first = try ServingShop.open(below: place, with: ["juice"], database: address)
        do {
            let second = try ServingShop.open(below: place, with: ["juice"], database: address)
            return SharedShop(server: server, database: database, first: first, second: second)
        } catch {
            first.close()
            throw error
        }
    }

    func close() {
        first.close()
        second.close()
    }
}
