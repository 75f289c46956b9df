import Domain
import Foundation
import TestPeers
import TestSupport
import Testing

/// The files of a running server's store are deleted, replaced or truncated: no order that was confirmed is lost.
@Suite struct LostStoreTests {
    @Test(arguments: Mishap.allCases)
    func noAnsweredOrderIsLostFromTheFileAtThePath(_ mishap: Mishap) async throws {
        let shop = try StoreScene()
        let (server, backup) = try await shop.serverWithBackup()
        try shop.befall(mishap, backup: backup)

        // Orders that are confirmed from here on must be there after a restart.
        let keys = (0..<12).map { _ in UUID() }
        var answered: [UUID: Order] = [:]
        var statuses: [Int] = []
        for key in keys {
            let answer = try await server.place(shop.order(), key: key)
            statuses.append(answer?.status ?? 0)
            if let order = answer?.order { answered[key] = order }
        }
        // Work of the server's own may have met the mishap, and mended it, before the first order.
        #expect(statuses.first == 503 || !mishap.leavesNoStore)
        #expect(statuses.allSatisfy { [201, 503].contains($0) })
        if mishap.leavesNoStore {
            #expect(answered.isEmpty)
            let health = try await server.health()
            #expect(health.status == 503)
            #expect(health.error != nil)
            try shop.restore(backup)
            try await server.becomesHealthy()
        }
        // Repeated under their keys, each order is placed exactly once.
        for key in keys {
            let answer = try await server.place(shop.order(), key: key)
            if let order = answered[key] {
                #expect(answer?.status == 200)
                #expect(answer?.order == order)
            } else {
                #expect(answer?.status == 201)
            }
            answered[key] = answer?.order
        }
        #expect(try await server.health().status == 200)
        let ended = try await server.stop()
        #expect(ended.end == .fine)
        let told = ended.complaints.split(separator: "\n").filter { $0.contains("Orders are refused") }
        #expect(told.count >= 1)
        #expect(told.count <= 3, "\(ended.complaints)")
        #expect(ended.complaints.contains("The orders can be kept again."))
        let kept = Set(try await shop.orders())
        #expect(kept.isSuperset(of: answered.values))
        #expect(kept.count == mishap.earlierOrders + keys.count)
    }

    @Test func afterAStopTheOneFileIsEverything() async throws {
        let shop = try StoreScene()
        let server = try await shop.banchan()
        for _ in 0..<8 { #expect(try await server.place(shop.order(), key: UUID())?.status == 201) }
        #expect(try await server.stop().end == .fine)
        #expect(!FileManager.default.fileExists(atPath: shop.database + "-wal"))
        #expect(try await shop.orders(in: shop.copyOfTheOneFile()).count == 8)
    }

    @Test func afterAStopTheOneFileHasWhatAServerLeftThatWasKilled() async throws {
        let shop = try StoreScene()
        let killed = try await shop.banchan()
        #expect(try await killed.place(shop.order(), key: UUID())?.status == 201)
        killed.program.signal(SIGKILL)
        #expect(try await killed.program.ended().end == .killed)
        #expect(try await shop.banchan().stop().end == .fine)
        #expect(try await shop.orders(in: shop.copyOfTheOneFile()).count == 1)
    }

    @Test func afterAStopTheOneFileIsEverythingThoughAnotherServerGoesOn() async throws {
        let shop = try StoreScene()
        let (first, second) = (try await shop.banchan(), try await shop.banchan())
        for server in [first, second, first] {
            #expect(try await server.place(shop.order(), key: UUID())?.status == 201)
        }
        #expect(try await first.stop().end == .fine)
        #expect(try await shop.orders(in: shop.copyOfTheOneFile()).count == 3)
        #expect(try await second.place(shop.order(), key: UUID())?.status == 201)
        #expect(try await second.stop().end == .fine)
        #expect(try await shop.orders(in: shop.copyOfTheOneFile()).count == 4)
    }

    @Test(arguments: [
        (
            "C.UTF-8", "Orders are refused, since there is no database: ",
            "Put it back, or copy what is left of it: cp /proc/"
        ),
        ("ko_KR.UTF-8", "주문을 받지 못합니다. 데이터베이스가 없습니다: ", "남은 것을 복사해 주세요: cp /proc/"),
    ])
    func aServerWhoseStoreIsGoneSaysWhatToDoAndMakesNoNewOne(
        _ language: String, _ reason: String, _ remedy: String
    ) async throws {
        let shop = try StoreScene()
        let server = try await shop.banchan(language: language)
        #expect(try await server.place(shop.order(), key: UUID())?.status == 201)
        try shop.befall(.deleted, backup: "")
        #expect(try await server.place(shop.order(), key: UUID())?.status == 503)
        #expect(try await server.health().status == 503)
        let ended = try await server.stop()
        #expect(ended.end == .fine)
        #expect(ended.complaints.split(separator: "\n").count == 1)
        #expect(ended.complaints.contains(reason + shop.database))
        #expect(ended.complaints.contains(remedy))
        #expect(!FileManager.default.fileExists(atPath: shop.database))
    }

    @Test func aFullDiskIsToldOnceAndPasses() async throws {
        let shop = try StoreScene()
        guard let disk = try SmallDisk(at: shop.directory.appending(path: "disk")) else {
            print("Skipped: this machine does not allow a small disk to be mounted.")
            return
        }
        defer { disk.unmount() }
        let server = try await shop.banchan(database: disk.url.appending(path: "shop.sqlite").path)
        #expect(try await server.place(shop.order(), key: UUID())?.status == 201)
        try disk.fill()
        var statuses: [Int?] = []
        for _ in 0..<400 where !statuses.contains(503) {
            statuses.append(try await server.place(shop.order(), key: UUID())?.status)
        }
        #expect(statuses.last == 503)
        let health = try await server.health()
        #expect(health.status == 503)
        #expect(health.error?.contains("no room") == true)
        for _ in 0..<3 { #expect(try await server.place(shop.order(), key: UUID())?.status == 503) }
        let doctor = ["doctor", "--database", disk.url.appending(path: "shop.sqlite").path]
        let unwell = try await runWithoutTerminal(doctor)
        #expect(unwell.status == 1)
        #expect(unwell.standardOutput.contains("the disk is full"), "\(unwell)")
        try disk.free()
        try await server.becomesHealthy()
        #expect(try await runWithoutTerminal(doctor).status == 0)
        #expect(try await server.place(shop.order(), key: UUID())?.status == 201)
        let ended = try await server.stop()
        #expect(ended.end == .fine)
        let told = ended.complaints.split(separator: "\n")
        #expect(told.count == 2)
        #expect(told.first?.contains("the disk is full") == true)
        #expect(told.first?.contains("Free some space.") == true)
        let kept = try await shop.orders(in: disk.url.appending(path: "shop.sqlite").path)
        #expect(kept.count == statuses.count { $0 == 201 } + 2)
    }
}

/// A change of the store's files while a server has them open.
enum Mishap: CaseIterable {
    case deleted, allDeleted, replaced, emptied, halved, restoredInPlace, logDeleted, logEmptied, directoryMoved

    /// Whether no database is left that can be opened.
    var leavesNoStore: Bool { [.deleted, .allDeleted, .emptied, .halved, .directoryMoved].contains(self) }

    /// The number of earlier orders that are kept: those of the backup, or those that were already in the database
    /// file, or all of them, since the server still has the log.
    var earlierOrders: Int {
        switch self {
        case .logDeleted: 12
        case .logEmptied: 10
        default: 5
        }
    }
}

/// A directory with a database, and the servers that use it.
private struct StoreScene: Sendable {
    private let scratch: Scratch
    private let ordered: OrderedDish

    init() throws {
        scratch = try Scratch()
        ordered = try OrderedDish()
        try FileManager.default.createDirectory(at: storeDirectory, withIntermediateDirectories: true)
    }

    var directory: URL { scratch.url }
    private var storeDirectory: URL { scratch.url.appending(path: "store") }
    var database: String { storeDirectory.appending(path: "shop.sqlite").path }

    func order() -> OrderRequest { ordered.order() }

    func banchan(database: String? = nil, language: String = "C.UTF-8") async throws -> ServingProgram {
        let environment = scratch.environment.merging(["LANG": language]) { $1 }
        return try await .banchan(database: database ?? self.database, environment: environment)
    }

    /// Starts a server with twelve orders: five that are also in the backup, five more in the database file, and two
    /// that are only in its log.
    func serverWithBackup() async throws -> (ServingProgram, backup: String) {
        let yesterday = try await banchan()
        try await place(5, at: yesterday)
        #expect(try await yesterday.stop().end == .fine)
        let backup = try copyOfTheOneFile()
        let (server, other) = (try await banchan(), try await banchan())
        try await place(4, at: server)
        try await place(1, at: other)
        #expect(try await other.stop().end == .fine)
        try await place(2, at: server)
        return (server, backup)
    }

    private func place(_ count: Int, at server: ServingProgram) async throws {
        for _ in 0..<count { #expect(try await server.place(order(), key: UUID())?.status == 201) }
    }

    func copyOfTheOneFile() throws -> String {
        let copy = scratch.url.appending(path: "\(UUID()).sqlite").path
        try FileManager.default.copyItem(atPath: database, toPath: copy)
        return copy
    }

    func restore(_ backup: String) throws {
        try FileManager.default.createDirectory(at: storeDirectory, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: backup, toPath: database + ".new")
        #expect(rename(database + ".new", database) == 0)
    }

    func befall(_ mishap: Mishap, backup: String) throws {
        let files = FileManager.default
        switch mishap {
        case .deleted: try files.removeItem(atPath: database)
        case .allDeleted: for suffix in ["", "-wal", "-shm"] { try files.removeItem(atPath: database + suffix) }
        case .replaced: try restore(backup)
        case .emptied: #expect(truncate(database, 0) == 0)
        case .halved: #expect(truncate(database, 8_192 + 100) == 0)
        case .restoredInPlace:
            // As `cp` does.
            let file = try FileHandle(forWritingTo: URL(filePath: database))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: Data(contentsOf: URL(filePath: backup)))
            try file.close()
        case .logDeleted: try files.removeItem(atPath: database + "-wal")
        case .logEmptied: #expect(truncate(database + "-wal", 0) == 0)
        case .directoryMoved: try files.moveItem(at: storeDirectory, to: scratch.url.appending(path: "moved"))
        }
    }

    /// Returns the orders that the `orders` command prints.
    func orders(in database: String? = nil) async throws -> [Order] {
        let output = try await runWithoutTerminal(["orders", "--json", "--database", database ?? self.database])
        #expect(output.status == 0, "\(output.standardError)")
        return try output.standardOutput.split(separator: "\n").map {
            try JSONDecoder().decode(Order.self, from: Data($0.utf8))
        }
    }
}

extension ServingProgram {
    func health() async throws -> (status: Int, error: String?) {
        let reply = try await TestSupport.ask(url, "ready")
        return (reply.status, try reply.texts["error"])
    }

    /// Polls until the server is ready.
    func becomesHealthy() async throws { try await wait { try await health().status == 200 } }
}
