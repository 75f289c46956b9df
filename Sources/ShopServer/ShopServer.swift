import Domain
import Foundation
import Platform
import ServiceLifecycle
import Storage

/// The shop's server: the menu and its orders over HTTP.
public struct ShopServer: Sendable {
    /// Where the server listens and what it serves.
    public struct Configuration: Sendable {
        /// An address of this machine, or a name that leads to one.
        public var host = "127.0.0.1"
        /// 0 takes any free port.
        public var port = 0
        /// The directory that contains `menu`, `details`, `juice`, `drinks`, `avatars` and `pictures`.
        public var resources: URL
        /// Where orders, the juice bar's stock and the drinks machine are kept; `nil` for a shop that takes no orders.
        public var ledger: (any Ledger)?
        /// Who shows it may read the orders and set the stock; `nil` when nobody may. `Secret.random()` makes one for a
        /// shop whose only keeper is the person at this program's terminal.
        public var keeperToken: Secret?
        /// Where orders are announced; `nil` when they are only kept.
        public var webhook: WebhookAddress?
        public var webhookRules = WebhookRules()
        public var eventRules = EventRules()
        /// Threads that wait for the network.
        public var threads = 1
        /// Told of a file of the menu that changed and cannot be served, where what was last good is served on; and of a
        /// ledger that cannot keep anything: once when that begins, and once when it is over.
        public var onProblem: (@Sendable (ShopServerError) -> Void)?
        /// Called with the path of each request before it is answered, for logs and tests.
        public var onRequest: (@Sendable (String) -> Void)?

        /// How long a connection may be open on which nothing is asked.
        var longestSilence = Duration.seconds(180)
        /// What time it is, for drinks that go bad.
        var clock: @Sendable () -> Date = { .now }

        public init(resources: URL) { self.resources = resources }
    }

    private let configuration: Configuration
    private let front: ShopServices
    private let sender: WebhookSender?

    /// Reads and checks the resources; nothing listens yet.
    public init(_ configuration: Configuration) throws(ShopServerError) {
        self.configuration = configuration
        sender = WebhookSender(configuration)
        front = try ShopServices(configuration, wakeUp: sender?.wakeUp)
    }

    /// Serves until its task is cancelled, and then finishes the answers under way.
    ///
    /// `onReady` is called once with the server's base URL when requests can be made. It runs beside the server, so
    /// that it may make requests itself, but on the server's own thread, so that it must not block it. It is cancelled
    /// when the server ends.
    public nonisolated(nonsending) func run(
        onReady: @escaping @Sendable (URL) async -> Void
    ) async throws(ShopServerError) {
        let events = configuration.ledger.map {
            EventHub(ledger: $0, rules: configuration.eventRules, sections: front.sections)
        }
        let (reception, listener) = (reception(events), listener(events))
        let besides = Task(executorPreference: TaskThreadPool.shared) { await runBesides(events) }
        let outcome: Result<Void, ShopServerError>
        do throws(ShopServerError) {
            outcome = .success(try await listener.serve(reception, onReady: onReady))
        } catch {
            outcome = .failure(error)
        }
        besides.cancel()
        await besides.value
        try outcome.get()
    }

    /// Closes the ledger, for good: afterwards its one file is everything. To be called when `run` has returned.
    public func closeLedger() async { await configuration.ledger?.close() }

    private func reception(_ events: EventHub?) -> RequestHandler {
        RequestHandler(
            responder: Routes.responder(serving: front, events: events), onRequest: configuration.onRequest,
            logger: .silent)
    }

    private func listener(_ events: EventHub?) -> Listener {
        Listener(
            host: configuration.host, port: configuration.port, threads: configuration.threads,
            longestSilence: configuration.longestSilence, onStop: { events?.stop() })
    }

    private var ledgerGuard: LedgerGuard? {
        configuration.ledger.map { LedgerGuard(ledger: $0, onProblem: configuration.onProblem ?? { _ in }) }
    }

    /// What the server does besides answering, until cancelled.
    private func runBesides(_ events: EventHub?) async {
        let watch = MenuWatch(
            resources: configuration.resources, menu: front.menu,
            otherContents: { [front] in front.contents },
            nextChange: { [front] in front.drinks?.machine.untilTomorrow }, ledger: configuration.ledger,
            onProblem: configuration.onProblem ?? { _ in })
        async let sending: Void? = sender?.run()
        async let telling: Void? = events?.run()
        async let watching: Void = watch.run()
        async let guarding: Void? = ledgerGuard?.run()
        _ = await (sending, telling, watching, guarding)
    }
}

extension ShopServices {
    /// `wakeUp` is rung for each order that is to be announced.
    fileprivate init(_ configuration: ShopServer.Configuration, wakeUp: WakeUpSignal?) throws(ShopServerError) {
        let menu = LiveMenu(try MenuFiles(resources: configuration.resources))
        let details = try DetailFiles(resources: configuration.resources)
        self.menu = menu
        self.details = details
        pictures = PictureFiles(resources: configuration.resources)
        avatars = try AvatarCatalog(resources: configuration.resources).map(AvatarRoutes.init)
        health = Health(ledger: configuration.ledger)
        orders = configuration.ledger.map { ledger in
            OrderController(ledger: ledger, offer: { Offer(of: $0, menu.files, details) }, wakeUp: wakeUp)
        }
        keeper = configuration.ledger.map { KeeperController(ledger: $0, token: configuration.keeperToken) }
        let maker = try JuiceBarFiles.maker(resources: configuration.resources)
        juices = configuration.ledger.flatMap { ledger in
            maker.map { JuiceController(ledger: ledger, maker: $0, wakeUp: wakeUp) }
        }
        stock = keeper.flatMap { keeper in
            maker.map { StockController(ledger: keeper.ledger, maker: $0, keeper: keeper) }
        }
        let assortment = try DrinksFiles.assortment(resources: configuration.resources)
        let machine = configuration.ledger.flatMap { ledger in
            assortment.map {
                DrinksService(ledger: ledger, assortment: $0, wakeUp: wakeUp, clock: configuration.clock)
            }
        }
        drinks = machine.map { DrinksController(machine: $0) }
        drinksKeeper = keeper.flatMap { keeper in machine.map { DrinksKeeperController(machine: $0, keeper: keeper) } }
    }
}

extension Offer {
    /// The dish of that hash, at its detail's price where the detail names one, else at the list's.
    fileprivate init?(of hash: String, _ menu: MenuFiles, _ details: DetailFiles) {
        guard var offer = menu.offer(hash) else { return nil }
        if let price = details[hash]?.price { offer.price = price }
        self = offer
    }
}

extension WebhookSender {
    /// Sends for a shop that keeps orders and has somewhere to announce them; `nil` for any other.
    fileprivate init?(_ configuration: ShopServer.Configuration) {
        guard let ledger = configuration.ledger, let address = configuration.webhook else { return nil }
        self.init(address: address, ledger: ledger, rules: configuration.webhookRules)
    }
}
