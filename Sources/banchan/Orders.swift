import ArgumentParser
import Domain
import Foundation
import Platform
import ShopApp
import ShopClient
import ShopHTTP
import Storage

/// `banchan orders`: what was ordered, oldest first.
struct Orders: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the orders.",
        discussion: """
            Reads this device's database, or asks a server as its keeper, who shows the token of --keeper-token-file \
            or BANCHAN_KEEPER_TOKEN.
            """)

    @OptionGroup var place: ShopOptions

    @Option(help: ArgumentHelp("The database to read.", valueName: "path"))
    var database: String?

    @OptionGroup var keeper: KeeperOptions

    @Flag(help: "Print JSON: an object a line.")
    var json = false

    @Flag(help: "Go on printing orders as they come, until interrupted.")
    var follow = false

    /// Orders that are asked for at once.
    private static let page = 500
    /// How often new orders are looked for. Neither SQLite nor HTTP tells another program of them, and nobody sees the
    /// difference to at once; between two looks the program sleeps.
    private static let interval = Duration.seconds(1)

    func validate() throws {
        if database != nil, place.server != nil {
            throw ValidationError("Orders are either in a database or at a server: give one of the two.")
        }
    }

    func run() async throws {
        let user = User.current
        let source: any OrderSource
        do throws(CommandProblem) {
            source = try self.source(user)
        } catch {
            throw user.failure(error)
        }
        var last = 0
        var isLost = false
        while true {
            do throws(CommandProblem) {
                let page = try await source.orders(after: last, limit: Orders.page)
                try print(page)
                last = page.last?.id ?? last
                isLost = false
                guard page.isEmpty else { continue }
            } catch {
                // Whoever follows has seen that it works, and a server may be away for a while.
                guard follow, last > 0, error.mayPass else { throw user.failure(error) }
                if !isLost { _ = user.failure(error) }
                isLost = true
            }
            guard follow else { return }
            try await OneShotTimer.sleep(for: Orders.interval)
        }
    }

    private func source(_ user: User) throws(CommandProblem) -> any OrderSource {
        guard database == nil, let text = place.server ?? user.server else {
            let path = user.database(database)
            return OrdersInDatabase(store: try SQLiteStore.open(path, mustExist: database != nil), path: path)
        }
        let address = try ShopAddress.read(text)
        guard let token = try user.keeperToken(file: keeper.keeperTokenFile) else { throw .noKeeperToken }
        return OrdersAtServer(client: HTTPClient(), address: address, token: token)
    }

    private func print(_ page: [Order]) throws(CommandProblem) {
        let text = json ? PrintedOrders.json(page) : PrintedOrders.table(page, in: .current)
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw .outputClosed
        }
    }
}

extension CommandProblem {
    /// Whether the same request may succeed later although nobody changes anything.
    fileprivate var mayPass: Bool {
        switch self {
        case .orders(.status(let status)): status >= 500
        case .orders(let failure): failure.isConnectionLoss
        case .ledger(_, .busy), .ledger(_, .overloaded): true
        default: false
        }
    }
}
