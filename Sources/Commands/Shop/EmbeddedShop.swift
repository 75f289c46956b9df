import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform
import ShopApp
import ShopClient
import ShopHTTP
import ShopServer
import Storage
import TerminalText

/// The embedded shop. Its resources and its store are opened when it is run, after the first screen is drawn, or earlier
/// by `beginOpening`.
///
/// A class, because the layout of a structure depends on that of the server, whose code is not read from disk before it
/// is needed.
final class EmbeddedShop: Sendable {
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
    /// The address at which the shop serves; `nil` if it never will.
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
        Task(executorPreference: TaskThreadPool.shared) { [self] in
            opened.yield(await EmbeddedShop.open(shopConfiguration, user))
            opened.finish()
        }
    }

    /// Opens the server. Returns `nil` if cancelled: another program may lock the database for seconds, and leaving the
    /// shop should not wait for it.
    private func open() async -> Opening? {
        beginOpening()
        return await openings.first { _ in true }
    }

    private static func open(_ shopConfiguration: ShopConfiguration?, _ user: User) async -> Opening {
        do throws(CommandProblem) {
            var store: (any Store)?
            let server = try await ShopServer.open(resources: nil, user: user) { configuration throws(CommandProblem) in
                configuration.host = "127.0.0.1"
                configuration.eventRules.heartbeat = heartbeat
                try shopConfiguration?.configure(&configuration)
                store = configuration.store
            }
            guard let store, let database = shopConfiguration?.database, !database.isOwn else {
                return .success(server)
            }
            do throws(CommandProblem) {
                try await ShopIdentity.checkHasNoFiles(store, at: database.location)
            } catch {
                await server.closeStore()
                throw error
            }
            return .success(server)
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
        guard let server = try await open()?.get() else { return }
        let outcome = await serve(server)
        await server.closeStore()
        do throws(ShopServerError) {
            try outcome.get()
        } catch {
            guard address.isFulfilled else { throw CommandProblem(error) }
            let sentence = PlainText("the shop's own server ended: \(error)")
            _ = StandardOutput.write("\(sentence)\n", to: STDERR_FILENO, -1)
        }
    }

    private func serve(_ server: ShopServer) async -> Result<Void, ShopServerError> {
        do throws(ShopServerError) {
            return .success(
                try await server.run { [address] url in address.fulfil(try? ShopAddress(url.absoluteString)) })
        } catch {
            return .failure(error)
        }
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

/// A value that is set once, and that any number of tasks can wait for.
final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [CheckedContinuation<Value, Never>] = []
    }

    private let state = NIOLockedValueBox(State())

    /// Sets the value and resumes the waiting tasks. Only the first call has an effect.
    func fulfil(_ value: Value) {
        let waiting = state.withLockedValue { state in
            guard state.value == nil else { return [CheckedContinuation<Value, Never>]() }
            state.value = value
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    var isFulfilled: Bool { state.withLockedValue { $0.value != nil } }

    /// Returns the value, waiting until it is set. Cancelling does not end the wait, so the value must always be set.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLockedValue { state in
                    if state.value == nil { state.waiting.append(continuation) }
                    return state.value
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}
