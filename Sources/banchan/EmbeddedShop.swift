import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform
import ShopApp
import ShopClient
import ShopHTTP
import ShopServer
import TerminalText

/// The embedded shop. Its resources and its store are opened when it is run, after the first screen is drawn, or earlier
/// by `beginOpening`. It accepts connections meanwhile, so that the client is connected when the shop is open.
struct EmbeddedShop: Sendable {
    /// The interval between heartbeats on the event stream. Nothing between the server and its only terminal could drop
    /// a silent connection, so they are rare, and an idle shop sleeps.
    private static let heartbeat = Duration.seconds(3_600)
    /// The silence after which the event stream counts as broken.
    static let idleTimeout = heartbeat * 3

    private typealias Opening = Result<ShopServer, CommandProblem>

    private let shopConfiguration: ShopConfiguration?
    private let user: User
    private let openings: AsyncStream<Opening>
    private let opened: AsyncStream<Opening>.Continuation
    private let hasBegun = NIOLockedValueBox(false)
    private let acceptor = Acceptor.onLoopback()
    /// The address at which the shop serves, or will as soon as it is open; `nil` if it never will.
    let address = Promise<ShopAddress?>()

    /// Creates the shop. Without `shopConfiguration` it takes no orders.
    init(_ shopConfiguration: ShopConfiguration?, user: User) {
        self.shopConfiguration = shopConfiguration
        self.user = user
        (openings, opened) = AsyncStream.makeStream()
    }

    /// Begins to open the server concurrently. `run` has to follow: it serves, and cleans up. Only the first call has an
    /// effect.
    func beginOpening() {
        let isFirst = hasBegun.withLockedValue { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst else { return }
        Task(executorPreference: TaskThreadPool.shared) {
            opened.yield(await EmbeddedShop.open(shopConfiguration, user, acceptor))
            opened.finish()
        }
    }

    /// Opens the server. Returns `nil` if cancelled: another program may lock the database for seconds, and leaving the
    /// shop should not wait for it.
    private func open() async -> Opening? {
        beginOpening()
        return await openings.first { _ in true }
    }

    private static func open(
        _ shopConfiguration: ShopConfiguration?, _ user: User, _ acceptor: Acceptor
    ) async -> Opening {
        do throws(CommandProblem) {
            return .success(
                try await ShopServer.open(resources: nil, user: user) { configuration throws(CommandProblem) in
                    configuration.acceptor = acceptor
                    configuration.eventRules.heartbeat = heartbeat
                    try shopConfiguration?.configure(&configuration)
                })
        } catch {
            return .failure(error)
        }
    }

    /// Opens the shop and serves until cancelled. Throws why there is no shop to serve; if the server ends later by
    /// itself, that is reported on standard error, because the data fetched so far can still be viewed.
    func run() async throws(CommandProblem) {
        defer {
            address.fulfil(nil)
            if let directory = shopConfiguration?.temporary { try? FileManager.default.removeItem(at: directory) }
        }
        let accepting = Task(executorPreference: TaskThreadPool.shared) { await accept() }
        let outcome = await withTaskCancellationHandler {
            await serve(accepting)
        } onCancel: {
            accepting.cancel()
        }
        try outcome.get()
    }

    /// Accepts requests, which wait until the server is open, until cancelled.
    private func accept() async -> Result<Void, ShopServerError> {
        do throws(ShopServerError) {
            return .success(try await acceptor.run { url in address.fulfil(try? ShopAddress(url.absoluteString)) })
        } catch {
            return .failure(error)
        }
    }

    /// Serves what `accepting` accepts until it ends.
    private func serve(_ accepting: Task<Result<Void, ShopServerError>, Never>) async -> Result<Void, CommandProblem> {
        let server: ShopServer
        switch await open() {
        case .success(let opened): server = opened
        case let none:
            acceptor.close()
            accepting.cancel()
            _ = await accepting.value
            return none.map { $0.map { _ in } } ?? .success(())
        }
        let outcome: Result<Void, CommandProblem>
        do throws(ShopServerError) {
            try await server.run { () async throws(ShopServerError) in try await accepting.value.get() }
            outcome = .success(())
        } catch {
            outcome = ended(by: error)
        }
        await server.closeStore()
        return outcome
    }

    private func ended(by error: ShopServerError) -> Result<Void, CommandProblem> {
        guard address.isFulfilled else { return .failure(CommandProblem(error)) }
        FileHandle.standardError.write(Data("\(PlainText("the shop's own server ended: \(error)"))\n".utf8))
        return .success(())
    }
}

/// Fetches sections from the embedded shop's server, once it is ready.
struct EmbeddedShopSource: SectionSource {
    let address: Promise<ShopAddress?>
    let client: HTTPClient
    let credentials: Credentials

    func fetch(_ section: SectionDefinition, validator: String?) async throws(FetchFailure) -> SectionAnswer {
        // The server is still being opened.
        if !address.isFulfilled { client.prepare() }
        guard let address = await address.value else { throw .unreachable }
        return try await HTTPSectionSource(client: client, address: address, credentials: credentials)
            .fetch(section, validator: validator)
    }
}
