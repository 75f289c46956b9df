import Domain
import Foundation
import Platform
import Settings
import ShopApp
import ShopClient
import ShopHTTP

/// This device's orders at a shop's server: those of all identities that are stored for the shop, also of the programs
/// that are open now. Of each identity, the latest ones.
struct OwnOrders: Sendable {
    private let sources: [HTTPSectionSource]
    private let repositories: [SectionRepository]
    private let updates: [LiveUpdates]

    init(at servers: ShopServers, environment: [String: String]) {
        let client = servers.client(for: UUID(), environment: environment)
        let credentials = TerminalSession.all(for: servers.shop, environment: environment).map {
            Credentials(session: $0)
        }
        sources = credentials.map { HTTPSectionSource(client: client, address: servers.shop, credentials: $0) }
        repositories = sources.map { SectionRepository(sections: [.myOrders], source: $0) }
        updates = zip(repositories, credentials).map { repository, credentials in
            let events = EventSource.http(client: client, credentials: credentials) { servers.shop }
            return LiveUpdates(repository: repository, source: events)
        }
    }

    /// Returns the orders as the server has them now, the oldest first.
    func fetch() async throws(CommandProblem) -> [Order] {
        var orders: [Order] = []
        for source in sources {
            do throws(FetchFailure) {
                guard case .content(let rows, _) = try await source.fetch(.myOrders, validator: nil) else { continue }
                orders += rows.array(of: Order.self)
            } catch {
                throw .orders(error)
            }
        }
        return orders.sorted { $0.id < $1.id }
    }

    /// Keeps `latest` up to date, and calls `onChange` whenever it may have changed, until its task is cancelled.
    func follow(onChange: @escaping @Sendable () -> Void) async {
        let observers = zip(repositories, updates).flatMap { repository, updates in
            let note: @Sendable () -> Void = {
                if repository.connection == .connected { updates.serverBecameReachable() }
                onChange()
            }
            return [
                SectionDidChange.observe(repository, first: note) { _ in note() },
                ConnectionDidChange.observe(repository, first: note) { _ in note() },
            ]
        }
        await withDiscardingTaskGroup { group in
            for repository in repositories { group.addTask { await repository.run() } }
            for updates in updates { group.addTask { await updates.run() } }
        }
        observers.forEach { $0.cancel() }
    }

    /// The orders that `follow` knows, the oldest first.
    var latest: [Order] {
        repositories.flatMap { $0.section(.myOrders).rows.array(of: Order.self) }.sorted { $0.id < $1.id }
    }

    /// Why `follow` cannot fetch them for now; `nil` if it can.
    var failure: FetchFailure? { repositories.lazy.compactMap { $0.section(.myOrders).failure }.first }
}

extension OrderListing {
    /// How often it is noticed that nobody reads standard output any more.
    private static let readerInterval = Duration.seconds(10)

    /// Prints this device's own orders and, with `--follow`, each of them again whenever it moves, until all are
    /// finished.
    func printOwn(_ labels: LedgerLabels, _ user: User) async throws {
        guard let text = try user.server(shopOptions.server) else {
            let sentence = user.language.say(
                "서버를 --server로 알려 주세요. 이 기기의 가게에서는 모든 주문이 이 기기의 것입니다: banchan orders",
                "Name a server with --server. In the shop of this device all orders are its own: banchan orders")
            throw CommandFailure(sentence: sentence, status: .usage)
        }
        let servers = try ShopServers.read(text)
        let own = OwnOrders(at: servers, environment: user.environment)
        let orders = try await user.showing(.asking) { _ async throws(CommandProblem) in try await own.fetch() }
        let zone = await servers.shop.profile(asking: servers.client(for: UUID())).calendar.zone
        var printer = OrdersPrinter(format, labels: labels, in: zone, on: user.medium)
        try StandardOutput.write(printer.head + printer.text(of: orders))
        if follow { try await printMoves(of: own, after: orders, with: &printer, user) }
    }

    private func printMoves(
        of own: OwnOrders, after first: [Order], with printer: inout OrdersPrinter, _ user: User
    ) async throws {
        var known = Dictionary(first.map { ($0.id, $0) }) { $1 }
        var isLost = false
        let changed = WakeUpSignal()
        let following = Task { await own.follow { changed.signal() } }
        defer { following.cancel() }
        while known.values.contains(where: \.state.isOpen) {
            await changed.wait(upTo: OrderListing.readerInterval)
            if StandardOutput.isClosed { throw CommandProblem.outputClosed }
            let moved = own.latest.filter { known[$0.id] != $0 }
            try StandardOutput.write(printer.text(of: moved))
            for order in moved { known[order.id] = order }
            let problem = own.failure.map { CommandProblem.orders($0) }
            if let problem, !isLost {
                guard problem.mayPass else { throw problem }
                user.report(problem)
            }
            isLost = problem != nil
        }
    }
}
