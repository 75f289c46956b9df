import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform
import ShopResources
import ShopServer
import Storage

/// A shop's server in this process that counts the requests for each path.
final class CountingServer: Sendable {
    let url: String
    private let counts: Counts
    private let task: Task<Void, Never>

    final class Counts: Sendable {
        private let byPath = NIOLockedValueBox<[String: Int]>([:])
        func add(_ path: String) { byPath.withLockedValue { $0[path, default: 0] += 1 } }
        var all: [String: Int] { byPath.withLockedValue { $0 } }
    }

    /// Serves `resources`, or the shop's own resources if `nil`, until `stop()`. It accepts orders if `store` is given,
    /// and has a keeper if `keeperToken` is.
    init(
        resources: URL? = nil, port: Int = 0, store: (any Store)? = nil, keeperToken: String? = nil,
        configure: (inout ShopServer.Configuration) -> Void = { _ in }
    ) async throws {
        let counts = Counts()
        var configuration = ShopServer.Configuration(resources: try resources ?? ShopResources.directory())
        configuration.port = port
        configuration.store = store
        configuration.keeperToken = keeperToken.map { Secret($0) }
        configuration.onRequest = { counts.add($0) }
        configure(&configuration)
        let (ready, isReady) = AsyncThrowingStream.makeStream(of: String.self)
        task = Task { [configuration] in
            do {
                try await CountingServer.run(configuration) { isReady.yield($0.absoluteString) }
                isReady.finish()
            } catch {
                isReady.finish(throwing: error)
            }
        }
        var iterator = ready.makeAsyncIterator()
        guard let url = try await iterator.next() else { throw CancellationError() }
        self.url = url
        self.counts = counts
    }

    /// Runs the server, retrying for a while if the port is in use: it can still look taken after its server has
    /// stopped, because a child process holds copies of this process's sockets between `fork` and `exec`.
    private static func run(
        _ configuration: ShopServer.Configuration, onReady: @escaping @Sendable (URL) async -> Void
    ) async throws {
        for _ in 0..<maxAttempts {
            do {
                return try await ShopServer(configuration).run(onReady: onReady)
            } catch ShopServerError.portInUse {
                try await OneShotTimer.sleep(for: .milliseconds(10))
            }
        }
        try await ShopServer(configuration).run(onReady: onReady)
    }

    private static let maxAttempts = 500

    var port: Int { URL(string: url)?.port ?? 0 }

    /// The number of requests for each path.
    var requests: [String: Int] { counts.all }

    func stop() async {
        task.cancel()
        await task.value
    }

    deinit { task.cancel() }
}

/// A shop's resources in a scratch directory.
struct TemporaryMenu {
    /// The heading of each section.
    static let headings: [SectionID: String] = [.main: "메인반찬", .soup: "국.찌게", .side: "밑반찬"]

    let scratch: Scratch

    init(main: [Dish], soup: [Dish] = [], side: [Dish] = []) throws {
        scratch = try Scratch()
        try FileManager.default.createDirectory(
            at: scratch.url.appending(path: "menu"), withIntermediateDirectories: true)
        for (section, dishes) in [(SectionID.main, main), (.soup, soup), (.side, side)] {
            try write(dishes, to: section)
        }
    }

    var url: URL { scratch.url }

    func write(_ dishes: [Dish], to section: SectionID) throws {
        try write(JSONEncoder().encode(dishes), to: section)
    }

    func write(_ body: Data, to section: SectionID) throws {
        try body.write(to: scratch.url.appending(path: "menu/\(section.name).json"))
    }

    /// Creates a copy of the shop's own menu without pictures.
    static func withoutPictures() throws -> TemporaryMenu {
        func plain(_ section: SectionID) throws -> [Dish] {
            try own(section).map { dish in
                Dish(
                    detailHash: dish.detailHash, alt: dish.alt, deliveryTypes: dish.deliveryTypes, title: dish.title,
                    description: dish.description, originalPrice: dish.originalPrice, price: dish.price,
                    badges: dish.badges)
            }
        }
        return try TemporaryMenu(main: plain(.main), soup: plain(.soup), side: plain(.side))
    }

    /// Returns the dishes of a section of the shop's own menu.
    static func own(_ section: SectionID) throws -> [Dish] {
        let file = try ShopResources.directory().appending(path: "menu/\(section.name).json")
        return try SectionBody.decode(Data(contentsOf: file))
    }
}
