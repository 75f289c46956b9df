import Domain
import Foundation

/// How much is measured of one server.
struct ServingPlan: Codable, Equatable, Sendable {
    var rounds = 5
    /// Of each rate in each round.
    var seconds = 3
    /// That ask, and that order, at once.
    var connections = 32
    /// Dishes of the section that is asked for.
    var dishes = 20
    var streams = 2_000
    /// Changes that the streams hear of, at most 50.
    var changes = 20

    /// Little of everything.
    static let short = ServingPlan(rounds: 1, seconds: 1, connections: 8, streams: 50, changes: 3)

    var steps: Int { rounds * 2 + changes }
}

/// A server beside nginx, beside its disk, and with many streams open.
struct ServingSeries: Sendable {
    let plan: ServingPlan
    /// Where the server's files and its database are made.
    let place: URL
    let progress: MeasuringProgress

    /// Requests a second of one round, and what the slowest of a hundred took.
    struct Requests: Codable, Sendable {
        let section, sectionOfNginx: Wrk.Answers
        let unchanged, unchangedOfNginx: Wrk.Answers
    }

    /// A second, of one round.
    struct Writes: Codable, Sendable {
        let orders: Double
        let fsyncs: Double
    }

    /// Many streams of events.
    struct Streams: Codable, Sendable {
        /// From sending a change to its arrival on the last stream, in milliseconds.
        let times: [Double]
        /// The server's whole memory with all of them, in KiB.
        let memory: Int
        /// What it took more for each of them, in KiB.
        let memoryOfOne: Double
    }

    func measure() async throws -> ServingReport {
        let (bytes, requests) = try await requests()
        return ServingReport(
            machine: .current, plan: plan, nginx: InstalledProgram.version(of: Nginx.path ?? "", ["-v"]),
            sectionBytes: bytes, requests: requests, writes: try await writes(), streams: try await streams())
    }

    private func requests() async throws -> (bytes: Int, rounds: [Requests]) {
        let shop = try ServingShop.open(below: place, dishes: plan.dishes)
        let path = SectionID.menu[0].path
        let (body, tag) = try section(path, port: shop.port)
        let nginx = try Nginx(serving: body, at: path, in: shop.run)
        let (same, nginxTag) = try section(path, port: nginx.port)
        guard same == body else { throw MeasuringError.strangeAnswer("nginx serves another file") }
        var rounds: [Requests] = []
        for _ in 0..<plan.rounds {
            let (ours, theirs) = (Asked(port: shop.port, tag: tag), Asked(port: nginx.port, tag: nginxTag))
            rounds.append(
                Requests(
                    section: try await ask(path, ours, in: shop.run),
                    sectionOfNginx: try await ask(path, theirs, in: shop.run),
                    unchanged: try await ask(path, ours, isKnown: true, in: shop.run),
                    unchangedOfNginx: try await ask(path, theirs, isKnown: true, in: shop.run)))
            progress.step()
        }
        nginx.stop()
        try shop.close()
        return (body.count, rounds)
    }

    private struct Asked {
        let port: UInt16
        let tag: String
    }

    private func ask(_ path: String, _ asked: Asked, isKnown: Bool = false, in run: RunDirectory) async throws
        -> Wrk.Answers
    {
        let fields = isKnown ? ["If-None-Match: \(asked.tag)"] : []
        return try await Wrk(connections: plan.connections, seconds: plan.seconds)
            .ask(path, port: asked.port, fields: fields, in: run)
    }

    /// The section's body and its tag, which has to be good for a 304.
    private func section(_ path: String, port: UInt16) throws -> (body: Data, tag: String) {
        let answer = try ShopConnection(port: port, request: "GET /\(path)", body: Data()).ask()
        guard answer.status == 200, let tag = answer["ETag"] else {
            throw MeasuringError.strangeAnswer("\(answer.status) for /\(path)")
        }
        let known = try ShopConnection(
            port: port, request: "GET /\(path)", fields: ["If-None-Match: \(tag)"], body: Data()
        ).ask()
        guard known.status == 304 else { throw MeasuringError.strangeAnswer("\(known.status), not 304, for /\(path)") }
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
        try shop.close()
        return rounds
    }

    private func streams() async throws -> Streams {
        let shop = try ServingShop.open(below: place, with: ["juice"])
        let hearing = try await onOwnThread {
            try JuiceSeries(shop: shop).hearing(streams: plan.streams, sales: plan.changes, progress)
        }
        try shop.close()
        return Streams(times: hearing.times, memory: hearing.memory, memoryOfOne: hearing.kibibytesPerStream)
    }
}
