import Domain
import Foundation
import TestPeers

/// Compares a server with nginx, its disk and pgbench, and measures how soon others see a change.
struct ServingSeries: Sendable {
    let plan: ServingPlan
    /// The directory in which the server's files and its database are made.
    let place: URL
    let progress: MeasuringProgress

    /// The request rates and latencies of one round.
    struct Requests: Codable, Sendable {
        let section, sectionOfNginx: Wrk.Answers
        let unchanged, unchangedOfNginx: Wrk.Answers
    }

    /// Orders and `fsync` calls a second in one round.
    struct Writes: Codable, Sendable {
        let orders: Double
        let fsyncs: Double
    }

    /// Orders a second on PostgreSQL in one round, through so many connections.
    struct SharedWrites: Codable, Sendable {
        let connections: Int
        let pgbench: Double
        /// The same by one client that saves as many orders in one transaction as there are connections.
        let grouped: Double
        let oneServer: Double
        let twoServers: Double
    }

    func measure() async throws -> ServingReport {
        let (bytes, requests) = try await requests()
        let writes = try await writes()
        let shop = try ServingShop.open(below: place, with: ["juice"])
        let streams = try await deliveries(shop, streams: plan.streams)
        let watching = try await watching(shop, shop)
        shop.close()
        let shared = try SharedShop.open(below: place)
        let report = ServingReport(
            machine: .current, plan: plan, nginx: InstalledProgram.version(of: Nginx.path ?? "", ["-v"]),
            sectionBytes: bytes, requests: requests, writes: writes, sharedWrites: try await sharedWrites(shared),
            streams: streams, ofOtherServer: try await deliveries(shared.first, heardOn: shared.second, streams: 1),
            watching: watching, watchingOther: try await self.watching(shared.first, shared.second))
        shared.close()
        return report
    }

    private func requests() async throws -> (bytes: Int, rounds: [Requests]) {
        let shop = try ServingShop.open(
            below: place, menu: GeneratedMenu(count: plan.dishes * SectionID.menu.count))
        let path = SectionID.menu[0].path
        let (body, tag) = try section(path, port: shop.port)
        let nginx = try Nginx(serving: body, at: path, in: shop.run)
        let (same, nginxTag) = try section(path, port: nginx.port)
        guard same == body else { throw MeasuringProblem("nginx serves another file") }
        func ask(_ port: UInt16, knowing tag: String? = nil) async throws -> Wrk.Answers {
            try await Wrk(connections: plan.connections, seconds: plan.seconds)
                .ask(path, port: port, fields: tag.map { ["If-None-Match: \($0)"] } ?? [], in: shop.run)
        }
        var rounds: [Requests] = []
        for _ in 0..<plan.rounds {
            rounds.append(
                Requests(
                    section: try await ask(shop.port), sectionOfNginx: try await ask(nginx.port),
                    unchanged: try await ask(shop.port, knowing: tag),
                    unchangedOfNginx: try await ask(nginx.port, knowing: nginxTag)))
            progress.step()
        }
        nginx.stop()
        shop.close()
        return (body.count, rounds)
    }

    /// Returns the section's body and its entity tag. Throws unless a request with the tag yields 304.
    private func section(_ path: String, port: UInt16) throws -> (body: Data, tag: String) {
        let answer = try LoopbackConnection(port: port, request: "GET /\(path)").ask()
        guard answer.status == 200, let tag = answer["ETag"] else {
            throw MeasuringProblem("\(answer.status) for /\(path)")
        }
        let known = try LoopbackConnection(port: port, request: "GET /\(path)", fields: ["If-None-Match: \(tag)"])
        guard try known.ask().status == 304 else { throw MeasuringProblem("/\(path) is not 304") }
        return (answer.body, tag)
    }

    private func writes() async throws -> [Writes] {
        let shop = try ServingShop.open(below: place)
        let load = OrderLoad(shop)
        _ = try await load.times(of: 10)
        var rounds: [Writes] = []
        for _ in 0..<plan.rounds {
            let time = Duration.seconds(plan.seconds)
            let fsyncs = try await onOwnThread { try DiskLimit.rate(in: shop.directory, for: time) }
            rounds.append(Writes(orders: try await load.rate(for: time, through: plan.connections), fsyncs: fsyncs))
            progress.step()
        }
        shop.close()
        return rounds
    }

    private func sharedWrites(_ shop: SharedShop) async throws -> [SharedWrites] {
        let pgbench = Pgbench(server: shop.server, database: shop.database)
        let time = Duration.seconds(plan.seconds)
        var all: [SharedWrites] = []
        for connections in Array(repeating: plan.orderingConnections, count: plan.rounds).joined() {
            all.append(
                SharedWrites(
                    connections: connections,
                    pgbench: try await pgbench.rate(for: plan.seconds, clients: connections),
                    grouped: try await pgbench.rate(for: plan.seconds, clients: 1, orders: connections),
                    oneServer: try await OrderLoad(shop.first).rate(for: time, through: connections),
                    twoServers: try await OrderLoad(shop.first, shop.second).rate(for: time, through: connections)))
            progress.step()
        }
        return all
    }

    private func deliveries(
        _ shop: ServingShop, heardOn listener: ServingShop? = nil, streams: Int
    ) async throws -> JuiceSales.Deliveries {
        try await onOwnThread {
            try JuiceSales(at: shop, heardOn: listener ?? shop)
                .deliveries(streams: streams, sales: plan.changes) { progress.step() }
        }
    }

    private func watching(_ seller: ServingShop, _ watcher: ServingShop) async throws -> [Double] {
        try await onOwnThread {
            try WatchingTerminals(seller: seller, watcher: watcher).times(of: plan.watched) { progress.step() }
        }
    }
}

/// Measures how many synced writes a second this machine's disk can do.
enum DiskLimit {
    /// Returns the rate at which pages are written to a file in `directory`, each followed by `fsync`, during `time`.
    static func rate(in directory: URL, for time: Duration) throws -> Double {
        let path = directory.appending(component: "synced-\(UUID())").path
        let file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer {
            close(file)
            unlink(path)
        }
        let page = [UInt8](repeating: 7, count: 4_096)
        let start = ContinuousClock.now
        var count = 0
        repeat {
            guard pwrite(file, page, page.count, off_t(count % pages * page.count)) == page.count, fsync(file) == 0
            else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
            count += 1
        } while .now - start < time
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// The number of pages in the file: it grows at first and is then overwritten, as a database's log is.
    private static let pages = 1_000
}
