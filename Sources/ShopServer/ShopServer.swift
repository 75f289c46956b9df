import Domain
import Foundation
import Logging
import Platform
import ServiceLifecycle
import Storage

/// The shop's server, which serves its modules over HTTP.
public struct ShopServer: Sendable {
    /// Where the server listens and what it serves.
    public struct Configuration: Sendable {
        /// An address of this machine, or a host name that resolves to one.
        public var host = "127.0.0.1"
        /// The port; 0 means any free port.
        public var port = 0
        /// Further names of the server beside `host`. On loopback, or if any are given, the server accepts only these,
        /// `host` and loopback names in `Host`.
        public var names: [String] = []
        /// The certificate and key for TLS; `nil` for unencrypted connections.
        public var encryption: TLSFiles?
        public var limits = ClientLimits()
        /// The proxies whose `Forwarded` and `X-Forwarded-For` fields are trusted.
        public var trustedProxies: [AddressRange] = []
        /// The token with which a program on this machine, such as `banchan guest`, names its guest's address in
        /// `Forwarded`; `nil` if none may.
        public var guestToken: Secret?
        /// The directory of the shop's data.
        public var resources: URL
        /// The path of the directory that keeps pictures that were scaled down for later runs; created when it is needed.
        /// `nil` if only this run keeps them.
        public var scaledPictures: String?
        /// The store of all orders and changes; `nil` for a shop that takes no orders.
        public var store: (any Store)?
        /// The token that allows reading the orders and setting stocks; `nil` if nobody may. `Secret.random()` creates
        /// one for a shop whose only keeper is the person at this program's terminal.
        public var keeperToken: Secret?
        /// The webhook that orders are announced to; `nil` if orders are only stored.
        public var webhook: WebhookAddress?
        public var webhookRules = WebhookRules()
        public var printerRules = PrinterRules()
        /// Whether orders that were taken while there was no webhook are announced now.
        public var announcesMissedOrders = false
        /// The words of messages to the shop's staff.
        public var words = AnnouncementWords.korean
        public var eventRules = EventRules()
        /// How long the server continues after it is asked to stop, while `/ready` already reports that it is draining.
        /// For load balancers.
        public var drainTime = Duration.zero
        /// Logs each request; `nil` if requests are not logged.
        public var logger: Logger?
        /// How long content is cached whose changes nobody announces, as a program that is killed right after its commit.
        var cacheLifetime = Duration.seconds(1)
        /// The number of threads that do the network I/O and respond; each connection is bound to one of them.
        public var threads = 1
        /// Called when the store becomes unable to write, and again when it has recovered; when messages begin to be held
        /// up, and again when none is; and likewise for each printer.
        public var onProblem: (@Sendable (ShopServerError) -> Void)?
        /// Called with the problems in the shop's files: soon after the start, and then with the new ones whenever the
        /// files change. The last valid content stays in use. The files are not checked if this is `nil`, so that the
        /// keeper is not told of any either.
        public var onFindings: (@Sendable (CheckReport) -> Void)?
        /// Called with the path of each request before the response, for logs and tests.
        public var onRequest: (@Sendable (String) -> Void)?

        var modules = ShopModules.all
        /// How long a connection without requests stays open.
        var idleTimeout = Duration.seconds(180)
        package var clock: @Sendable () -> Date = { .now }

        public init(resources: URL) { self.resources = resources }

        /// Whether the server is reachable only from this machine.
        public var isOnLoopback: Bool { AddressRange.isLoopback(host) }
    }

    private let configuration: Configuration
    private let modules: [any ServerModule]
    private let shop: LiveResource<ShopProfile>
    private let days: ShopDays
    private let policy: ClientPolicy
    private let encryption: LiveCertificate?
    private let metrics = ServerMetrics()
    let cache: ResponseCache
    private let closing = DrainFlag()
    private let newContents = WakeUpSignal()
    private let sender: WebhookSender?
    private let printers: KitchenPrinters
    private let fileProblems = FileProblems()
    private let knownFiles: Set<String>
    private let sellers: ItemSellers
    /// The time zone of this machine if it is the shop's, because the shop's file names none; `nil` if it names one.
    public let assumedZone: String?

    /// Reads and validates the resources. Does not listen yet.
    public init(_ configuration: Configuration) throws(ShopServerError) {
        try self.init(configuration, ShopFiles(below: configuration.resources, of: configuration.modules))
    }

    public init(_ configuration: Configuration, _ files: ShopFiles) throws(ShopServerError) {
        self.configuration = configuration
        encryption = try configuration.encryption.map { files throws(ShopServerError) in
            try LiveCertificate(files, clock: configuration.clock)
        }
        policy = ClientPolicy(configuration, metrics)
        knownFiles = files.shop.exists ? [ShopFile.name] : []
        let shop = files.shop.live(below: configuration.resources)
        assumedZone = files.shop.namesZone ? nil : files.shop.profile.timeZone
        sender = WebhookSender(configuration, shop)
        cache = ResponseCache(of: configuration.store, lifetime: configuration.cacheLifetime)
        let (sellers, printers) = (
            ItemSellers(), KitchenPrinters(files.shop.livePrinters(below: configuration.resources))
        )
        (self.sellers, self.printers) = (sellers, printers)
        let announcements = sender?.wakeUp
        let days = ShopDays(of: shop, clock: configuration.clock)
        (self.shop, self.days) = (shop, days)
        let context = ServerContext(
            resources: configuration.resources, scaledPictures: configuration.scaledPictures,
            store: configuration.store, keeper: Keeper(token: configuration.keeperToken), shop: shop,
            printers: printers, fileProblems: fileProblems, days: days, newContents: newContents,
            orders: configuration.store.map {
                OrderService(
                    store: $0, sellers: sellers, shop: shop, days: days, announcements: announcements,
                    printers: printers)
            },
            scheme: encryption == nil ? "http" : "https")
        modules = files.modules(with: context)
        sellers.add(modules.flatMap(\.sellers))
    }

    /// Serves until its task is cancelled, then completes the responses in progress.
    ///
    /// `onReady` is called once with the server's base URL when it accepts requests. It runs concurrently with the
    /// server, so it may make requests itself, but on the server's own thread, so it must not block. It is cancelled
    /// when the server ends.
    public nonisolated(nonsending) func run(
        onReady: @escaping @Sendable (URL) async -> Void
    ) async throws(ShopServerError) {
        let events = configuration.store.map {
            EventHub(
                store: $0, rules: configuration.eventRules, cache: cache,
                keeper: Keeper(token: configuration.keeperToken), uses: policy.uses, modules: modules)
        }
        let (handler, listener) = (handler(events), listener(events))
        let besides = Task(executorPreference: TaskThreadPool.shared) { await runBackgroundWork(events) }
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

    /// Checks the shop's data in that directory and returns all findings. No file needs to exist.
    public static func check(_ resources: URL) -> CheckReport {
        ResourceCheck.report(on: resources, of: ShopModules.all)
    }

    /// Returns the files of a small starter shop, by their paths relative to its directory, taken from the shop in
    /// `resources`. `text` chooses the language of its explanations.
    public static func sampleFiles(
        of resources: URL, text: @escaping (FindingText) -> String
    ) throws(ShopServerError) -> [String: Data] {
        try SampleShop(of: resources, for: ShopModules.all, text: text).files
    }

    /// The descriptions of the files of a shop.
    public static var fileDescriptions: [FileDescription] { ShopModules.all.flatMap { $0.descriptions } }

    /// Closes the store permanently; afterwards its single file contains all data. Call this after `run` has returned.
    public func closeStore() async { await configuration.store?.close() }

    private func handler(_ events: EventHub?) -> RequestHandler {
        let routes = routes(of: events)
        return RequestHandler(
            responder: routes.responder(), cache: cache, policy: policy,
            keeper: Keeper(token: configuration.keeperToken), metrics: metrics, onRequest: configuration.onRequest,
            logger: configuration.logger)
    }

    func routes(of events: EventHub?) -> Routes {
        let routes = Routes(cache: cache)
        for module in modules { module.addRoutes(to: routes) }
        EventHub.addRoutes(of: events, to: routes)
        Health(store: configuration.store, closing: closing).addRoutes(to: routes)
        MetricsController(
            metrics: metrics, keeper: Keeper(token: configuration.keeperToken), uses: policy.uses,
            store: configuration.store
        ).addRoutes(to: routes)
        return routes
    }

    private func listener(_ events: EventHub?) -> Listener {
        Listener(
            host: configuration.host, port: configuration.port, threads: configuration.threads,
            idleTimeout: configuration.idleTimeout, encryption: encryption,
            onStop: { await drain(events) }, stopTime: configuration.drainTime)
    }

    /// Reports at `/ready` that the server is draining, continues for `drainTime`, and then ends the event streams.
    private func drain(_ events: EventHub?) async {
        closing.set()
        if configuration.drainTime > .zero { try? await OneShotTimer.sleep(for: configuration.drainTime) }
        events?.stop()
    }

    /// Runs the server's background work until cancelled.
    private func runBackgroundWork(_ events: EventHub?) async {
        await withDiscardingTaskGroup { group in
            let files = ResourceWatch(
                resources: configuration.resources, modules: modules, known: knownFiles, cache: cache,
                problems: fileProblems, newContents: newContents, onFindings: configuration.onFindings,
                onLimit: { [configuration] in configuration.onProblem?(.filesPolled) })
            group.addTask { await files.run() }
            if let events { group.addTask { await events.run() } }
            if let sender { group.addTask { await sender.run() } }
            if let encryption { group.addTask { await encryption.run(onProblem: configuration.onProblem ?? { _ in }) } }
            guard let store = configuration.store else { return }
            group.addTask { await print(from: store) }
            let contents = ContentMonitor(
                modules: modules, store: store, shop: shop, days: days, newContents: newContents)
            let trouble = StoreMonitor(store: store, onProblem: configuration.onProblem ?? { _ in })
            group.addTask { await contents.run() }
            group.addTask { await trouble.run() }
        }
    }
}

extension ShopServer {
    /// Prints tickets until cancelled.
    private func print(from store: any Store) async {
        await printers.run(in: store, rules: configuration.printerRules) { [configuration, shop] in
            TicketDelivery(
                printer: $0, thread: $1, rules: configuration.printerRules, shop: shop, words: configuration.words,
                onProblem: configuration.onProblem ?? { _ in })
        }
    }
}

extension ClientPolicy {
    fileprivate init(_ configuration: ShopServer.Configuration, _ metrics: ServerMetrics) {
        uses = ClientUses(configuration.limits) { metrics.refused(by: $0) }
        proxies = TrustedProxies(ranges: configuration.trustedProxies, guestToken: configuration.guestToken)
        rules = RequestHeadRules(
            hosts: HostNames(listeningAt: configuration.host, names: configuration.names),
            maxBodySize: RequestHandler.maxBodySize)
    }
}

extension WebhookSender {
    /// Creates a sender for a shop with a store and a webhook; `nil` for any other.
    fileprivate init?(_ configuration: ShopServer.Configuration, _ shop: LiveResource<ShopProfile>) {
        guard let store = configuration.store, let address = configuration.webhook else { return nil }
        self.init(
            address: address, store: store, rules: configuration.webhookRules, shop: shop,
            announcesMissedOrders: configuration.announcesMissedOrders, words: configuration.words,
            onProblem: configuration.onProblem ?? { _ in })
    }
}
