import Domain
import Foundation
import Platform
import ShopApp
import ShopClient
import ShopHTTP
import ShopServer
import TerminalText

/// The shop that the program brings. Its resources and its store are opened after the first screen is drawn.
struct OwnShop: Sendable {
    /// Between the signs of life on its events. Nothing stands between it and its one terminal that could forget a
    /// silent connection, so that there are next to none, and a shop that nobody touches sleeps.
    private static let heartbeat = Duration.seconds(3_600)
    /// Who is silent for longer than that is gone.
    static let longestSilence = heartbeat * 3

    private typealias Opening = Result<ShopServer, CommandProblem>

    private let keeping: ShopConfiguration?
    private let user: User
    /// Where it serves; `nil` once it is known that it never will.
    let address = Promise<ShopAddress?>()

    /// One without `keeping` takes no orders.
    init(_ keeping: ShopConfiguration?, user: User) {
        self.keeping = keeping
        self.user = user
    }

    /// Another program may hold the database for seconds; whoever leaves meanwhile does not wait for it: `nil`.
    private func open() async -> Opening? {
        let (openings, continuation) = AsyncStream<Opening>.makeStream()
        Task(executorPreference: TaskThreadPool.shared) {
            continuation.yield(await OwnShop.open(keeping, user))
            continuation.finish()
        }
        return await openings.first { _ in true }
    }

    private static func open(_ keeping: ShopConfiguration?, _ user: User) async -> Opening {
        do throws(CommandProblem) {
            return .success(
                try await ShopServer.open(resources: nil, user: user) { configuration throws(CommandProblem) in
                    configuration.host = "127.0.0.1"
                    configuration.eventRules.heartbeat = heartbeat
                    try keeping?.configure(&configuration)
                })
        } catch {
            return .failure(error)
        }
    }

    /// Opens it and serves until cancelled. Throws why there is no shop to serve; a shop that ends by itself later is told on
    /// standard error, since what is known of it can still be looked at.
    func run() async throws(CommandProblem) {
        defer {
            address.fulfil(nil)
            if let directory = keeping?.temporary { try? FileManager.default.removeItem(at: directory) }
        }
        guard let server = try await open()?.get() else { return }
        let outcome = await serve(server)
        await server.closeStore()
        do throws(ShopServerError) {
            try outcome.get()
        } catch {
            guard address.isFulfilled else { throw CommandProblem(error) }
            FileHandle.standardError.write(Data("\(PlainText("the shop's own server ended: \(error)"))\n".utf8))
        }
    }

    private func serve(_ server: ShopServer) async -> Result<Void, ShopServerError> {
        do throws(ShopServerError) {
            return .success(try await server.run { url in address.fulfil(try? ShopAddress(url.absoluteString)) })
        } catch {
            return .failure(error)
        }
    }
}

/// Fetches from the program's own server, once it is ready.
struct OwnShopSource: SectionSource {
    let address: Promise<ShopAddress?>
    let client: HTTPClient
    let credentials: Credentials

    func fetch(_ section: SectionDefinition, validator: String?) async throws(FetchFailure) -> SectionAnswer {
        guard let address = await address.value else { throw .unreachable }
        return try await HTTPSectionSource(client: client, address: address, credentials: credentials)
            .fetch(section, validator: validator)
    }
}
