import Domain
import Foundation
import Logging
import NIOSSL
import Platform
import ServiceLifecycle
import ShopHTTP
import Storage

/// The shop's server: its modules over HTTP.
public struct ShopServer: Sendable {
    /// Where the server listens and what it serves.
    public struct Configuration: Sendable {
        /// An address of this machine, or a name that leads to one.
        public var host = "127.0.0.1"
        /// 0 takes any free port.
        public var port = 0
        /// What the server is called beside `host`. On loopback, and where there is any, it answers to no other name.
        public var names: [String] = []
        /// With what connections are encrypted; `nil` where they are not.
        public var encryption: TLSFiles?
        /// How much each client may use.
        public var limits = ClientLimits()
        /// Those whose `Forwarded` and `X-Forwarded-For` say who asks.
        public var trustedProxies: [AddressRange] = []
        /// The directory with the shop's data.
        public var resources: URL
        /// Where everything is kept that was ordered and changed; `nil` for a shop that takes no orders.
        public var store: (any Store)?
        /// Who shows it may read the orders and set stocks; `nil` when nobody may. `Secret.random()` makes one for a
        /// shop whose only keeper is the person at this program's terminal.
        public var keeperToken: Secret?
        /// Where orders are announced; `nil` when they are only kept.
        public var webhook: WebhookAddress?
        public var webhookRules = WebhookRules()
        /// Whether orders that were taken while there was no webhook are announced now.
        public var announcesMissedOrders = false
        public var eventRules = EventRules()
        /// How long the server goes on once it is asked to stop, and says at `/ready` that it does not: for balancers.
        public var drainTime = Duration.zero
        /// Told of each request; `nil` where nobody wants to know.
        public var logger: Logger?
        /// Threads that wait for the network and answer; each connection has one of them.
        public var threads = 1
        /// Told of a store that cannot keep anything: once when that begins, and once when it is over.
        public var onProblem: (@Sendable (ShopServerError) -> Void)?
        /// Told what is wrong with the shop's files: soon after the start, and then what is new whenever they change. What
        /// was last good is served on. Nothing is looked for where nobody is told.
        public var onFindings: (@Sendable (CheckReport) -> Void)?
        /// Called with the path of each request before it is answered, for logs and tests.
        public var onRequest: (@Sendable (String) -> Void)?

        var modules = ShopModules.all
        /// How long a connection may be open on which nothing is asked.
        var longestSilence = Duration.seconds(180)
        /// What time it is where the shop stands.
        var clock: @Sendable () -> Date = { .now }

        public init(resources: URL) { self.resources = resources }

        /// Whether nobody beyond this machine can reach it.
        public var isOnLoopback: Bool { HostNames.isLoopback(host) }
    }

    private let configuration: Configuration
    private let modules: [any ServerModule]
    private let guests: Guests
    private let encryption: NIOSSLContext?
    private let metrics = ServerMetrics()
    private let closing = ClosingSign()
    private let newContents = WakeUpSignal()
    private let sender: WebhookSender?

    /// Reads and checks the resources; nothing listens yet.
    public init(_ configuration: Configuration) throws(ShopServerError) {
        try self.init(configuration, ShopFiles(below: configuration.resources, of: configuration.modules))
    }

    /// The same with the files below the resources, which were read before.
    public init(_ configuration: Configuration, _ files: ShopFiles) throws(ShopServerError) {
        self.configuration = configuration
        encryption = try configuration.encryption?.context()
        guests = Guests(configuration, metrics)
        sender = WebhookSender(configuration)
        let sellers = ItemSellers()
        let announcements = sender?.wakeUp
        let context = ServerContext(
            resources: configuration.resources, store: configuration.store,
            keeper: Keeper(token: configuration.keeperToken),
            orders: configuration.store.map {
                OrderService(store: $0, sellers: sellers, announcements: announcements)
            },
            clock: configuration.clock, scheme: encryption == nil ? "http" : "https")
        modules = files.modules(with: context)
        sellers.add(modules.flatMap(\.sellers))
    }

    /// Serves until its task is cancelled, and then finishes the answers under way.
    ///
    /// `onReady` is called once with the server's base URL when requests can be made. It runs beside the server, so
    /// that it may make requests itself, but on the server's own thread, so that it must not block it. It is cancelled
    /// when the server ends.
    public nonisolated(nonsending) func run(
        onReady: @escaping @Sendable (URL) async -> Void
    ) async throws(ShopServerError) {
        let events = configuration.store.map {
            EventHub(
                store: $0, rules: configuration.eventRules, keeper: Keeper(token: configuration.keeperToken),
                ledger: guests.ledger, modules: modules)
        }
        let (handler, listener) = (handler(events), listener(events))
        let besides = Task(executorPreference: TaskThreadPool.shared) { await runBesides(events) }
        let outcome: Result<Void, ShopServerError>
        do throws(ShopServerError) {
            outcome = .success(try await listener.serve(handler, onReady: onReady))
        } catch {
            outcome = .failure(error)
        }
        besides.cancel()
        await besides.value
        try outcome.get()
    }

    /// Everything that is found in the shop's data in that directory. Nothing of it needs to be there.
    public static func check(_ resources: URL) -> CheckReport {
        ResourceCheck.report(on: resources, of: ShopModules.all)
    }

    /// The files of a small shop to begin with, by their paths below its directory, taken out of the one in `resources`.
    public static func sampleFiles(of resources: URL) throws(ShopServerError) -> [String: Data] {
        try SampleShop(of: resources, for: ShopModules.all).files
    }

    /// Closes the store, for good: afterwards its one file is everything. To be called when `run` has returned.
    public func closeStore() async { await configuration.store?.close() }

    private func handler(_ events: EventHub?) -> RequestHandler {
        let routes = routes(of: events)
        return RequestHandler(
            responder: routes.responder(), immediateAnswers: routes.immediateAnswers, guests: guests,
            keeper: Keeper(token: configuration.keeperToken), metrics: metrics, onRequest: configuration.onRequest,
            logger: configuration.logger)
    }

    /// Everything that the server answers.
    func routes(of events: EventHub?) -> Routes {
        let routes = Routes()
        for module in modules { module.addRoutes(to: routes) }
        EventHub.addRoutes(of: events, to: routes)
        Health(store: configuration.store, closing: closing).addRoutes(to: routes)
        MetricsController(
            metrics: metrics, keeper: Keeper(token: configuration.keeperToken), ledger: guests.ledger,
            store: configuration.store
        ).addRoutes(to: routes)
        return routes
    }

    private func listener(_ events: EventHub?) -> Listener {
        Listener(
            host: configuration.host, port: configuration.port, threads: configuration.threads,
            longestSilence: configuration.longestSilence, encryption: encryption,
            onStop: { await drain(events) }, stopTime: configuration.drainTime)
    }

    /// Goes on for a while after saying that it will not.
    private func drain(_ events: EventHub?) async {
        closing.putUp()
        if configuration.drainTime > .zero { try? await OneShotTimer.sleep(for: configuration.drainTime) }
        events?.stop()
    }

    /// What the server does besides answering, until cancelled.
    private func runBesides(_ events: EventHub?) async {
        await withDiscardingTaskGroup { group in
            let files = ResourceWatch(
                resources: configuration.resources, modules: modules, newContents: newContents,
                onFindings: configuration.onFindings)
            group.addTask { await files.run() }
            if let events { group.addTask { await events.run() } }
            if let sender { group.addTask { await sender.run() } }
            guard let store = configuration.store else { return }
            let contents = ContentMonitor(modules: modules, store: store, newContents: newContents)
            let trouble = StoreMonitor(store: store, onProblem: configuration.onProblem ?? { _ in })
            group.addTask { await contents.run() }
            group.addTask { await trouble.run() }
        }
    }
}

extension Guests {
    fileprivate init(_ configuration: ShopServer.Configuration, _ metrics: ServerMetrics) {
        ledger = ClientLedger(configuration.limits) { metrics.refused(by: $0) }
        proxies = TrustedProxies(ranges: configuration.trustedProxies)
        rules = HeadRules(
            hosts: HostNames(listeningAt: configuration.host, names: configuration.names),
            largestBody: RequestHandler.largestBody)
    }
}

extension WebhookSender {
    /// Sends for a shop that keeps orders and has somewhere to announce them; `nil` for any other.
    fileprivate init?(_ configuration: ShopServer.Configuration) {
        guard let store = configuration.store, let address = configuration.webhook else { return nil }
        self.init(
            address: address, store: store, rules: configuration.webhookRules,
            announcesMissedOrders: configuration.announcesMissedOrders)
    }
}
