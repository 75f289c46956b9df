import Domain
import Foundation

/// How much is measured of one server.
struct ServingPlan: Codable, Equatable, Sendable {
    var rounds = 5
    /// The length of each measurement of a rate in each round.
    var seconds = 3
    /// The number of concurrent connections that send requests or orders.
    var connections = 32
    /// The number of dishes in the requested section.
    var dishes = 20
    var streams = 2_000
    /// The number of changes that the streams receive, at most 50.
    var changes = 20

    /// A small plan, for a quick run.
    static let short = ServingPlan(rounds: 1, seconds: 1, connections: 8, streams: 50, changes: 3)

    var steps: Int { rounds * 2 + changes }
}

/// Compares a server with nginx and with its disk, and measures it with many open streams.
struct ServingSeries: Sendable {
    let plan: ServingPlan
    /// The directory in which the server's files and its database are made.
    let place: URL
    let progress: MeasuringProgress

    /// The request rates and 99th-percentile latencies of one round.
    struct Requests: Codable, Sendable {
        let section, sectionOfNginx: Wrk.Answers
        let unchanged, unchangedOfNginx: Wrk.Answers
    }

    /// Orders and `fsync` calls a second in one round.
    struct Writes: Codable, Sendable {
        let orders: Double
        let fsyncs: Double
    }

    /// The figures of many event streams.
    struct Streams: Codable, Sendable {
        /// From sending a change to its arrival on the last stream, in milliseconds.
        let times: [Double]
        /// The server's memory with all streams open, in KiB.
        let memory: Int
        /// The server's additional memory per stream, in KiB.
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
            let (ours, theirs) = (Target(port: shop.port, tag: tag), Target(port: nginx.port, tag: nginxTag))
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

    private struct Target {
        let port: UInt16
        let tag: String
    }

    private func ask(_ path: String, _ asked: Target, isKnown: Bool = false, in run: RunDirectory) async throws
        -> Wrk.Answers
    {
        let fields = isKnown ? ["If-None-Match: \(asked.tag)"] : []
        return try await Wrk(connections: plan.connections, seconds: plan.seconds)
            .ask(path, port: asked.port, fields: fields, in: run)
    }

    /// Returns the section's body and its entity tag. Throws unless a request with the tag yields 304.
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
        let deliveryFigures = try await onOwnThread {
            try JuiceSeries(shop: shop).deliveryFigures(streams: plan.streams, sales: plan.changes, progress)
        }
        try shop.close()
        return Streams(
            times: deliveryFigures.times, memory: deliveryFigures.memory,
            memoryOfOne: deliveryFigures.kibibytesPerStream)
    }
}
