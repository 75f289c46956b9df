import ArgumentParser
import Canvas
import Foundation
import NIOConcurrencyHelpers
import ShopApp
import ShopClient
import ShopHTTP
import ShopModels
import ShopResources
import ShopServer
import TerminalText

/// The shop that a command works with: one behind an address, or the one that the program brings.
struct Shop: Sendable {
    private enum Place: Sendable {
        case remote(ShopAddress)
        case own(ShopServer, Promise<ShopAddress?>)
    }

    private let place: Place
    private let client = HTTPClient()
    /// Names this run of the program.
    private let session = UUID()
    /// What the shop's keeper shows; `nil` for anybody else.
    private let keeper: Secret?

    /// The shop at `server`, else the one that the environment names, else the program's own. A shop that cannot be
    /// is told in a sentence, and the exit code is thrown. The program's own takes orders if `takesOrders`, and whoever
    /// runs it is its keeper.
    init(at server: String?, takesOrders: Bool = false, keeperTokenFile: String? = nil, user: User) throws {
        if let text = server ?? user.server {
            guard let address = try? ShopAddress(text) else { throw user.failure(.address(text)) }
            place = .remote(address)
            keeper = try takesOrders ? user.keeperToken(file: keeperTokenFile) : nil
        } else {
            let keeping = try takesOrders ? Keeping(own: user, keeperTokenFile: keeperTokenFile) : nil
            keeper = keeping?.keeperToken
            let server = try ShopServer.open(resources: nil, user: user) { configuration in
                configuration.host = "127.0.0.1"
                keeping?.configure(&configuration)
            }
            place = .own(server, Promise())
        }
    }

    /// Its sections, with what was last known of them on this device.
    func repository(user: User) -> MenuRepository {
        let store = SnapshotStore.standard(for: address, environment: user.environment)
        return MenuRepository(
            sections: SectionID.menu, unopened: SectionID.juiceBar, source: source, store: store)
    }

    /// The pictures of its dishes, for a terminal with such colours.
    func pictures(user: User, colors: PictureColors) -> PictureRepository {
        let source = PictureSource.http(
            client: client, shop: address?.description ?? "own", address: currentAddress)
        return PictureRepository(
            source: source, store: .standard(environment: user.environment), colors: colors)
    }

    /// The pages of its dishes.
    var details: DetailSource { .http(client: client, address: currentAddress) }

    /// Where orders are placed, with those that wait on this device.
    func orders(user: User) -> OrderDesk {
        OrderDesk(
            counter: .http(client: client, address: currentAddress),
            shelf: .standard(for: address, environment: user.environment),
            guest: .standard(environment: user.environment), session: session)
    }

    /// Where juices are made and fruit is restocked.
    var juices: JuiceCounter {
        .http(client: client, session: session, keeper: keeper, address: currentAddress)
    }

    /// What keeps `repository`, of its sections, up to date.
    func updates(of repository: MenuRepository) -> LiveUpdates {
        LiveUpdates(repository: repository, source: .http(client: client, address: currentAddress))
    }

    /// Where it is now; the program's own is waited for until it serves.
    private var currentAddress: @Sendable () async -> ShopAddress? {
        { [place] in
            switch place {
            case .remote(let address): address
            case .own(_, let address): await address.value
            }
        }
    }

    /// Where it is; `nil` for the program's own.
    private var address: ShopAddress? {
        guard case .remote(let address) = place else { return nil }
        return address
    }

    /// Where its sections come from.
    var source: any SectionSource {
        switch place {
        case .remote(let address): HTTPSectionSource(client: client, address: address)
        case .own(_, let address): OwnShopSource(address: address, client: client)
        }
    }

    /// Serves the program's own shop until cancelled; for a shop elsewhere there is nothing to do.
    func run() async {
        guard case .own(let server, let address) = place else { return }
        do {
            try await server.run { url in address.fulfil(try? ShopAddress(url.absoluteString)) }
        } catch {
            FileHandle.standardError.write(Data("\(PlainText("the shop's own server ended: \(error)"))\n".utf8))
        }
        address.fulfil(nil)
    }
}

/// Fetches from the program's own server, once it is ready.
private struct OwnShopSource: SectionSource {
    let address: Promise<ShopAddress?>
    let client: HTTPClient

    func fetch(_ section: SectionID, validator: String?) async throws(FetchFailure) -> SectionAnswer {
        guard let address = await address.value else { throw .unreachable }
        return try await HTTPSectionSource(client: client, address: address).fetch(section, validator: validator)
    }
}

/// A value that somebody will give once, and that any number may wait for.
final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [CheckedContinuation<Value, Never>] = []
    }

    private let state = NIOLockedValueBox(State())

    /// Gives the value; only the first one counts.
    func fulfil(_ value: Value) {
        let waiting = state.withLockedValue { state in
            guard state.value == nil else { return [CheckedContinuation<Value, Never>]() }
            state.value = value
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// The value, as soon as there is one. Cancelling does not end the wait: whoever gives the value must always do so.
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
