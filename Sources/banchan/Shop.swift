import ArgumentParser
import Canvas
import Domain
import Foundation
import Pictures
import Settings
import ShopApp
import ShopClient
import ShopHTTP

/// The shop that a command works with: one behind an address, or the one that the program brings.
struct Shop: Sendable {
    private enum Place: Sendable {
        case remote(ShopServers)
        case own(OwnShop)
    }

    private let place: Place
    let client: HTTPClient
    /// Who asks it: this terminal, by a name that is kept on this device.
    let credentials: Credentials

    /// The shop at `server`, else the one that the environment names, else the program's own. The program's own takes
    /// orders if `takesOrders`, and whoever runs it is its keeper. It opens when it is run.
    init(
        at server: String?, takesOrders: Bool = false, keeperTokenFile: String? = nil, user: User
    ) throws(CommandProblem) {
        if let text = server ?? user.settings.server {
            let servers = try ShopServers.read(text)
            place = .remote(servers)
            let session = TerminalSession.standard(for: servers.shop, environment: user.environment)
            client = servers.client(for: session.id, environment: user.environment)
            credentials = Credentials(
                session: session,
                keeper: try takesOrders ? user.keeperToken(file: keeperTokenFile) : nil)
        } else {
            client = HTTPClient(environment: user.environment)
            let keeping = try takesOrders ? ShopConfiguration(own: user, keeperTokenFile: keeperTokenFile) : nil
            credentials = Credentials(
                session: .standard(for: nil, environment: user.environment), keeper: keeping?.keeperToken)
            place = .own(OwnShop(keeping, user: user))
        }
    }

    /// The sections of those counters, with what was last known of them on this device. Those of the first are fetched
    /// at once.
    func repository(of counters: [ShopCounter], user: User) -> SectionRepository {
        let store = SnapshotStore.standard(for: address, environment: user.environment)
        let repository = SectionRepository(
            sections: counters.first?.sections ?? [], unopened: counters.dropFirst().flatMap(\.sections),
            source: source, store: store)
        repository.loadLastKnown()
        return repository
    }

    /// The pictures of its dishes, for a terminal with such colours, and pixels of that density.
    func pictures(user: User, colors: PictureColors, density: PixelDensity) -> PictureRepository {
        let source = PictureSource.http(client: client, shop: name, address: currentAddress)
        return PictureRepository(
            source: source, store: .standard(environment: user.environment), colors: colors, density: density)
    }

    /// The pages of its dishes.
    var details: DetailSource { .http(client: client, address: currentAddress) }

    /// Where its keeper changes dishes.
    var dishes: DishClient { .http(client: client, credentials: credentials, address: currentAddress) }

    /// Where orders are placed, with those that wait on this device.
    func orders(user: User) -> OrderQueue {
        OrderQueue(
            client: .http(client: client, address: currentAddress),
            store: .standard(for: address, environment: user.environment),
            guest: .standard(environment: user.environment), session: credentials.session)
    }

    /// Where orders are moved.
    var moves: OrderMoves { .http(client: client, credentials: credentials, address: currentAddress) }

    /// Where its keeper's reports come from.
    var reports: ReportSource { .http(client: client, credentials: credentials, address: currentAddress) }

    /// What this terminal has in its cart.
    func carts(user: User) -> CartStore? {
        .standard(for: address, session: credentials.session, environment: user.environment)
    }

    /// Where juices are made and fruit is restocked.
    var juices: JuiceClient {
        .http(client: client, credentials: credentials, address: currentAddress)
    }

    /// The drinks machine, which knows this terminal.
    var drinks: DrinksClient {
        .http(client: client, credentials: credentials, address: currentAddress)
    }

    /// What keeps `repository`, of its sections, up to date.
    func updates(of repository: SectionRepository) -> LiveUpdates {
        let longestSilence = address == nil ? OwnShop.longestSilence : EventSource.longestSilence
        return LiveUpdates(
            repository: repository,
            source: .http(
                client: client, longestSilence: longestSilence, credentials: credentials, address: currentAddress))
    }

    /// Where it is now; the program's own is waited for until it serves.
    var currentAddress: @Sendable () async -> ShopAddress? {
        { [place] in
            switch place {
            case .remote(let servers): servers.shop
            case .own(let shop): await shop.address.value
            }
        }
    }

    /// What names it for ever, wherever it listens today.
    var name: String { address?.description ?? "own" }

    /// What a remote one is called on the screen: "shop.local:8080", with the number of further servers;
    /// `nil` for the program's own.
    var remoteName: String? {
        guard case .remote(let servers) = place else { return nil }
        let address = servers.shop.description
        // Without a regular expression: making one, at each start, is a million instructions.
        let scheme = ["https://", "http://"].first { address.hasPrefix($0) } ?? ""
        let name = String(address.dropFirst(scheme.count))
        return servers.addresses.count == 1 ? name : "\(name) +\(servers.addresses.count - 1)"
    }

    /// Where it is; `nil` for the program's own.
    private var address: ShopAddress? {
        guard case .remote(let servers) = place else { return nil }
        return servers.shop
    }

    /// Where its sections come from.
    var source: any SectionSource {
        switch place {
        case .remote(let servers):
            HTTPSectionSource(client: client, address: servers.shop, credentials: credentials)
        case .own(let shop): OwnShopSource(address: shop.address, client: client, credentials: credentials)
        }
    }

    /// Serves the program's own shop until cancelled; for a shop elsewhere there is nothing to do. Throws why there is
    /// no shop.
    func run() async throws(CommandProblem) {
        guard case .own(let shop) = place else { return }
        try await shop.run()
    }
}
