import ArgumentParser
import Canvas
import Domain
import Foundation
import Pictures
import Platform
import Settings
import ShopApp
import ShopClient
import ShopHTTP

/// The shop that a command uses: a remote one, or the embedded one.
struct Shop: Sendable {
    private enum Host: Sendable {
        case remote(ShopServers)
        case own(EmbeddedShop)
    }

    private let host: Host
    private let snapshots: SnapshotStore?
    let client: HTTPClient
    /// This terminal's session, which is stored on this device, and the keeper's token, if any.
    let credentials: Credentials

    /// Creates the shop at `server`, else at the server in the settings, else the embedded one. With `takesOrders`, the
    /// embedded shop takes orders and its user is its keeper. It opens in `run`. A remote shop is told of the `guest` on
    /// whose behalf the program runs. What is wrong with the settings is seen where the shop `isOnScreen`, so that it opens
    /// there also if they hide which server is meant.
    init(
        at server: String?, takesOrders: Bool = false, keeperTokenFile: String? = nil, guest: GuestSession? = nil,
        isOnScreen: Bool = false, user: User
    ) throws(CommandProblem) {
        let text = try isOnScreen ? server ?? user.settings.server : user.server(server)
        let servers: ShopServers? = if let text { try .read(text) } else { nil }
        if let servers {
            host = .remote(servers)
            let session = TerminalSession.standard(
                for: servers.shop, environment: user.environment, willStore: { guest?.folder?.create() ?? true })
            client = servers.client(for: session.id, guest: guest?.forwarded, environment: user.environment)
            credentials = Credentials(
                session: session,
                keeper: try takesOrders ? user.keeperToken(file: keeperTokenFile) : nil)
        } else {
            client = HTTPClient(environment: user.environment)
            let shopConfiguration =
                try takesOrders ? ShopConfiguration(own: user, keeperTokenFile: keeperTokenFile) : nil
            credentials = Credentials(
                session: .standard(for: nil, environment: user.environment), keeper: shopConfiguration?.keeperToken)
            host = .own(EmbeddedShop(shopConfiguration, user: user))
        }
        snapshots = SnapshotStore.standard(for: servers?.shop, environment: user.environment)
    }

    /// Returns how the shop appeared when this device reached it last; if it never did, as a shop that says nothing.
    func lastAppearance(user: User) -> ShopAppearance {
        lastProfile(user: user)?.lastAppearance() ?? ShopAppearance()
    }

    /// Returns what the open shop says of itself; if it cannot be reached, the defaults with what it appeared like last.
    func profile(user: User) async -> ShopProfile {
        if let profile = await profiles.fetch()?.profile { return profile }
        let last = lastAppearance(user: user)
        return ShopProfile(delivery: last.delivery, counters: last.counters, sections: last.sections)
    }

    /// Returns the repository of the sections of `counters`, with their last known rows from this device. Only the
    /// sections of the counter that is shown first are fetched at once.
    func repository(of counters: [ShopCounter], _ appearance: ShopAppearance, user: User) -> SectionRepository {
        let first = counters.first(in: appearance)?.sections ?? []
        let ids = Set(first.map(\.id))
        let repository = SectionRepository(
            sections: first, unopened: counters.flatMap(\.sections).filter { !ids.contains($0.id) },
            source: source, store: snapshots)
        repository.loadLastKnown()
        return repository
    }

    /// Returns the repository of the dishes' pictures, for a terminal with these colours and this pixel density.
    func pictures(user: User, colors: PictureColors, density: PixelDensity) -> PictureRepository {
        let source = PictureSource.http(client: client, shop: name, address: currentAddress)
        return PictureRepository(
            source: source, store: .standard(environment: user.environment), colors: colors, density: density)
    }

    var details: DetailSource { .http(client: client, address: currentAddress) }

    var dishes: DishClient { .http(client: client, credentials: credentials, address: currentAddress) }

    /// Returns the queue that places orders, including those waiting on this device.
    func orders(user: User) -> OrderQueue {
        OrderQueue(
            client: .http(client: client, address: currentAddress),
            store: .standard(for: address, environment: user.environment),
            guest: .standard(environment: user.environment), session: credentials.session)
    }

    var moves: OrderStateClient { .http(client: client, credentials: credentials, address: currentAddress) }

    var profiles: ShopProfileSource { .http(client: client, credentials: credentials, address: currentAddress) }

    /// What the shop said of itself when it was reached last, or `nil` if there is no directory for it.
    func lastProfile(user: User) -> ShopProfileStore? { .standard(for: address, environment: user.environment) }

    var pauses: PauseClient { .http(client: client, credentials: credentials, address: currentAddress) }

    var reports: ReportClient { .http(client: client, credentials: credentials, address: currentAddress) }

    /// Returns the store of this terminal's cart, or `nil` if there is no directory for it.
    func carts(user: User) -> CartStore? {
        .standard(for: address, session: credentials.session, environment: user.environment)
    }

    /// The client that has juices made and restocks fruit.
    var juices: JuiceClient {
        .http(client: client, credentials: credentials, address: currentAddress)
    }

    /// The client of the drinks machine, which identifies this terminal by its session.
    var drinks: DrinksClient {
        .http(client: client, credentials: credentials, address: currentAddress)
    }

    func updates(of repository: SectionRepository) -> LiveUpdates {
        let idleTimeout = address == nil ? EmbeddedShop.idleTimeout : EventSource.idleTimeout
        return LiveUpdates(
            repository: repository,
            source: .http(
                client: client, idleTimeout: idleTimeout, credentials: credentials, address: currentAddress))
    }

    /// A function that returns the current address, waiting until the embedded shop serves; it returns `nil` if it
    /// never will.
    var currentAddress: @Sendable () async -> ShopAddress? {
        { [host] in
            switch host {
            case .remote(let servers): servers.shop
            case .own(let shop): await shop.address.value
            }
        }
    }

    /// Whether the program brings the shop.
    var isOwn: Bool { if case .own = host { true } else { false } }

    /// An identifier that stays the same wherever the shop listens.
    var name: String { address?.description ?? "own" }

    /// The remote shop's name on the screen, such as "shop.local:8080", with the number of further servers; `nil` for
    /// the embedded shop.
    var remoteName: String? {
        guard case .remote(let servers) = host else { return nil }
        let address = servers.shop.description
        // Not a regular expression: creating one takes a million instructions at every start.
        let scheme = ["https://", "http://"].first { address.hasPrefix($0) } ?? ""
        let name = String(address.dropFirst(scheme.count))
        return servers.addresses.count == 1 ? name : "\(name) +\(servers.addresses.count - 1)"
    }

    /// The remote shop's address; `nil` for the embedded shop.
    var address: ShopAddress? {
        guard case .remote(let servers) = host else { return nil }
        return servers.shop
    }

    var source: any SectionSource {
        switch host {
        case .remote(let servers):
            HTTPSectionSource(client: client, address: servers.shop, credentials: credentials)
        case .own(let shop): EmbeddedShopSource(address: shop.address, client: client, credentials: credentials)
        }
    }

    /// Begins to open the embedded shop, which `run` then serves, if this device knows no rows of it: then the first
    /// frame shows nothing yet, so nothing has to wait for it. Does nothing for a remote shop.
    func beginOpeningIfNew() {
        guard case .own(let shop) = host, snapshots?.isNew ?? true else { return }
        shop.beginOpening()
        Task(executorPreference: TaskThreadPool.shared) { client.prepare() }
    }

    /// Serves the embedded shop until cancelled; returns at once for a remote one. Throws why there is no shop.
    func run() async throws(CommandProblem) {
        guard case .own(let shop) = host else { return }
        try await shop.run()
    }
}

extension Shop {
    /// Returns the source of guests' pictures: the service at `pokeapi`, else the one in the environment, else the
    /// shop's own server.
    func creatures(at pokeapi: String?, user: User) throws(CommandProblem) -> PokemonService {
        guard let text = pokeapi ?? user.pokeapi else {
            let cache = PokemonCache.standard(service: name, environment: user.environment)
            return PokemonService(client: client, cache: cache, address: currentAddress)
        }
        let address = try ShopAddress.read(text)
        let cache = PokemonCache.standard(service: address.description, environment: user.environment)
        return PokemonService(client: client, cache: cache) { address }
    }
}

extension User {
    /// The service that `BANCHAN_POKEAPI` names; `nil` if it is not set or empty.
    fileprivate var pokeapi: String? { environment["BANCHAN_POKEAPI"].flatMap { $0.isEmpty ? nil : $0 } }
}
