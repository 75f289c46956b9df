import Domain
import Foundation
import ShopResources
import TerminalText

/// The shop's own program as a server in a process of its own, with its database on disk or on a database server.
struct ServingShop {
    let port: UInt16
    /// An order that the shop accepts.
    let order: OrderRequest
    let process: Process
    let run: RunDirectory
    /// The path of an SQLite file, or the address of a PostgreSQL database.
    let database: String

    var directory: URL { run.url }
    static let keeperToken = "keeper-token-of-the-benchmark"
    static let unlimited = ["changes", "sessions", "streams", "connections"].flatMap { ["--limit", "\($0)=none"] }
    private static let dish = Dish(detailHash: "H1", title: "[소반가] 시금치나물", price: Won(3_900))

    /// Starts `banchan serve` beside this program, with its data in a new directory below `place`. Its menu has
    /// `dishes` dishes; `counters` are directories of the shop's own resources that are copied. Limits per client are
    /// off, since throughput is measured, unless `options` of the server say otherwise. The database is a new file in
    /// the directory unless `database` is given.
    static func open(
        below place: URL, with counters: [String] = [], dishes: Int = 1, database: String? = nil,
        options: [String] = unlimited
    ) throws -> ServingShop {
        let run = try RunDirectory(below: place)
        let directory = run.url
        try writeMenu(dishes, below: directory)
        for counter in counters {
            let files = try ShopResources.directory().appending(component: counter)
            try FileManager.default.copyItem(at: files, to: directory.appending(component: counter))
        }
        let ownDatabase = directory.appending(component: "shop.sqlite").path
        return try serve(run, database ?? ownDatabase, options)
    }

    /// Starts a new server process for the same shop; the old one must have ended.
    func reopened() throws -> ServingShop { try ServingShop.serve(run, database, ServingShop.unlimited) }

    private static func serve(_ run: RunDirectory, _ database: String, _ options: [String]) throws -> ServingShop {
        let process = run.process(
            try program().path, ["serve", "--port", "0", "--resources", run.url.path, "--database", database] + options)
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
        else { throw MeasuringError.shopClosed }
        let ordered = OrderRequest.Line(
            item: OrderedItem(.menu, dish.detailHash), title: dish.title, quantity: 1, unitPrice: dish.price)
        let order = OrderRequest(who: "지훈", lines: [ordered], deliveryFee: Won(0))
        return ServingShop(port: port, order: order, process: process, run: run, database: database)
    }

    /// Returns the shop's program, which is built beside this one. Throws if it is missing.
    static func program() throws -> URL {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(component: "banchan")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw MeasuringError.notBuilt(program.path)
        }
        return program
    }

    /// Stops the server.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// Stops the server and removes its files from this disk.
    func close() throws {
        stop()
        run.close()
    }

    private static func writeMenu(_ count: Int, below directory: URL) throws {
        let dishes = [dish] + (1..<max(1, count)).map(GeneratedMenu(count: count).dish)
        let menu = directory.appending(component: "menu")
        try FileManager.default.createDirectory(at: menu, withIntermediateDirectories: true)
        for section in SectionID.menu {
            try JSONEncoder().encode(dishes).write(to: menu.appending(component: "\(section.name).json"))
        }
    }
}
