import Domain
import Foundation

/// Sales of juices, heard and raced for.
struct JuiceSeries: Sendable {
    let shop: ServingShop
    /// The servers of the shop on which sales are heard.
    let listeners: [ServingShop]

    /// They are heard on the shop's one server, unless others are told.
    init(shop: ServingShop, heardOn listeners: [ServingShop]? = nil) {
        (self.shop, self.listeners) = (shop, listeners ?? [shop])
    }

    /// A sale's way to everybody.
    struct Hearing: Sendable {
        /// From sending each order to its event's arrival on the last stream, in milliseconds.
        var times: [Double] = []
        /// The memory that the servers need for each stream, in KiB.
        var kibibytesPerStream = 0.0
        /// The same in kB, as the budget has it.
        var kilobytesPerStream: Double { kibibytesPerStream * 1.024 }
        /// What the servers took with all of them, in KiB.
        var memory = 0
    }

    /// Orders at once.
    struct Race: Sendable {
        var made = 0
        var refused = 0
        /// Milliseconds for all of them.
        var time = 0.0
    }

    /// Fruit for fifty juices.
    static let stock = 100

    func hearing(streams: Int, sales: Int, _ progress: MeasuringProgress? = nil) throws -> Hearing {
        let before = memory
        let crowd = try ListeningCrowd(ports: listeners.map(\.port), count: streams)
        try restock()
        try crowd.hear(section: SectionID.fruits.path)
        var hearing = Hearing()
        let guest = try guest()
        for _ in 0..<sales {
            let start = ContinuousClock.now
            guard try guest.ask().status == 201 else { throw MeasuringError.orderRefused }
            try crowd.hear(section: SectionID.fruits.path)
            hearing.times.append((ContinuousClock.now - start).milliseconds)
            progress?.step()
        }
        hearing.memory = memory
        hearing.kibibytesPerStream = Double(hearing.memory - before) / Double(streams)
        return hearing
    }

    /// What the servers take together, in KiB.
    private var memory: Int {
        listeners.map { ProcessFigures(of: $0.process.processIdentifier).proportionalSetSize }.reduce(0, +)
    }

    func race(orders: Int, connections: Int) async throws -> Race {
        try restock()
        let start = ContinuousClock.now
        let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for number in 0..<connections {
                let count = orders / connections + (number < orders % connections ? 1 : 0)
                group.addTask {
                    try await onOwnThread { [self] in
                        let guest = try guest()
                        return try (0..<count).map { _ in try guest.ask().status }
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return Race(
            made: statuses.count { $0 == 201 }, refused: statuses.count { $0 == 409 },
            time: (ContinuousClock.now - start).milliseconds)
    }

    /// Somebody who asks for one banana juice after the other.
    func guest() throws -> ShopConnection {
        let body = try JSONEncoder().encode(JuiceRequest(juice: JuiceID("banana"), who: "지훈"))
        return try ShopConnection(port: shop.port, request: "POST /juice/orders", body: body)
    }

    func restock() throws {
        let seen = try ShopConnection(port: shop.port, request: "GET /juice/fruits", body: Data()).ask()
        let body = try JSONEncoder().encode([FruitID("banana"): JuiceSeries.stock])
        let fields = ["If-Match: \(seen["ETag"] ?? "")", "Authorization: Bearer \(ServingShop.keeperToken)"]
        let connection = try ShopConnection(
            port: shop.port, request: "PUT /juice/fruits", fields: fields, body: body)
        guard try connection.ask().status == 200 else { throw MeasuringError.orderRefused }
    }
}
