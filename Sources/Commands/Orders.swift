import ArgumentParser
import Domain
import Foundation
import Platform
import Settings
import ShopApp
import ShopClient
import Storage
import Terminal

/// `banchan orders`: the commands of the keeper's orders, for scripts.
struct Orders: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders", abstract: "Print the orders, or change one as the keeper.",
        subcommands: [OrderListing.self, MarkPayment.self, ReduceOrder.self, RefundOrder.self],
        defaultSubcommand: OrderListing.self)
}

/// `banchan orders list`: prints the orders, oldest first.
struct OrderListing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the orders.",
        discussion: """
            Reads this device's database, or asks a server as its keeper, who shows the token of --keeper-token-file \
            or BANCHAN_KEEPER_TOKEN. With --mine, asks a server for the orders of this device, without a token. Days are \
            the shop's business days. With --json, each line is an order as \
            schemas/orders.json describes it.
            """)

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var databaseOptions: DatabaseOptions

    @OptionGroup var keeper: KeeperOptions

    @OptionGroup var format: OrdersFormat

    @Flag(help: "Only this device's own orders at a server, which needs no token.")
    var mine = false

    @Flag(
        help: "Go on printing orders as they come, until interrupted; own orders as they move, until all are finished.")
    var follow = false

    @Option(help: ArgumentHelp("Print the receipt of one order.", valueName: "number"))
    var receipt: Int?

    @OptionGroup var paper: PaperOptions

    @Flag(help: "List the orders about which messages wait for the webhook, or were refused by it, and since when.")
    var undelivered = false

    @Flag(help: "Send these messages again now: all of them, or those of the orders named by their numbers.")
    var resend = false

    @Argument(help: ArgumentHelp("Orders, with --resend.", valueName: "number"))
    var numbers: [Int] = []

    /// The number of orders read at once: as many as a server returns.
    private static let page = 1_000
    /// The interval at which new orders are polled. Neither SQLite nor HTTP notifies another program of them, and
    /// nobody notices the delay; in between the program sleeps.
    private static let interval = Duration.seconds(1)

    func validate() throws {
        if databaseOptions.database != nil, shopOptions.server != nil {
            throw ValidationError("Orders are either in a database or at a server: give one of the two.")
        }
        let modes = [receipt != nil, undelivered, resend, mine || follow || format.isChosen].count(where: \.self)
        if modes > 1 { throw ValidationError("Give one of --receipt, --undelivered and --resend alone.") }
        if receipt == nil, paper.isChosen { throw ValidationError("--width and --charset go with --receipt.") }
        if mine, format.isSelection || format.summary || databaseOptions.database != nil {
            throw ValidationError("--mine prints all own orders of a server: give --follow, --json or --csv with it.")
        }
        if follow, format.summary { throw ValidationError("A summary has an end: leave --follow out.") }
        if !resend, !numbers.isEmpty { throw ValidationError("Numbers of orders go with --resend.") }
    }

    func run() async throws {
        let user = User.ofCommand
        let language = user.language
        let labels = LedgerLabels(language)
        if mine { return try await printOwn(labels, user) }
        let source = try user.orderSource(shopOptions, databaseOptions, keeper, onlyReads: !resend)
        let shop = await source.shop
        let zone = shop.calendar.zone
        if let receipt {
            guard let order = try await source.order(receipt) else { throw CommandProblem.noOrder(receipt) }
            try paper.print(Receipt(order: order, labels: labels, shop: shop), user)
        } else if undelivered {
            var table = PagedTable(
                TableColumn<UndeliveredOrder>.all(labels, in: zone, language), on: user.medium)
            try StandardOutput.write(table.text(of: try await source.undelivered()))
        } else if resend {
            let sent = try await source.resend(numbers.isEmpty ? nil : numbers)
            try StandardOutput.write(sent.map { "\($0)\n" }.joined())
            for number in Set(numbers).subtracting(sent).sorted() where try await source.order(number) == nil {
                throw CommandProblem.noOrder(number)
            }
        } else {
            let printer = OrdersPrinter(format, labels: labels, in: zone, on: user.medium)
            try await printAll(of: source, printer, user)
        }
    }

    private func printAll(
        of source: any OrderSource, _ printer: OrdersPrinter, _ user: User
    ) async throws(CommandProblem) {
        var (printer, last, hasRead, isLost) = (printer, 0, false, false)
        try StandardOutput.write(printer.head)
        let line = user.progress(.asking)
        defer { line?.finish() }
        var count = 0
        while true {
            do throws(CommandProblem) {
                let page = try await source.orders(format.orders, after: last, limit: OrderListing.page)
                count += page.count
                line?.report(ProgressEstimate(count: count))
                let isLast = page.count < OrderListing.page
                // Orders printed on the terminal show the progress themselves.
                if isLast || isatty(STDOUT_FILENO) == 1 { line?.finish() }
                try StandardOutput.write(printer.text(of: page))
                last = page.last?.id ?? last
                (hasRead, isLost) = (true, false)
                guard isLast else { continue }
            } catch {
                // With `--follow`, reading has worked before, and a server may be unavailable for a while.
                guard follow, hasRead, error.mayPass else { throw error }
                if !isLost { _ = user.failure(error) }
                isLost = true
            }
            guard follow else { return try StandardOutput.write(printer.tail) }
            guard (try? await OneShotTimer.sleep(for: OrderListing.interval)) != nil else { return }
        }
    }
}

extension User {
    /// Returns the orders that the options name: those of a database, or of a server, as its keeper. What is said of a
    /// missing token depends on whether the command `onlyReads` them.
    func orderSource(
        _ shop: ShopOptions, _ options: DatabaseOptions, _ keeper: KeeperOptions, onlyReads: Bool
    ) throws(CommandProblem) -> any OrderSource {
        guard options.database == nil, let text = try server(shop.server) else {
            let database = try shopDatabase(options)
            return DatabaseOrderSource(store: try database.open(mustExist: !database.isOwn), path: database.location)
        }
        let servers = try ShopServers.read(text)
        guard let token = try keeperToken(file: keeper.keeperTokenFile) else {
            throw onlyReads ? .ordersWithoutToken : .noKeeperToken
        }
        return RemoteOrderSource(client: servers.client(for: UUID()), address: servers.shop, token: token)
    }
}

extension CommandProblem {
    /// Whether the same request may succeed later without anybody's intervention.
    var mayPass: Bool {
        switch self {
        case .orders(.status(let status)): status >= 500
        case .orders(let failure): failure.isConnectionLoss
        case .database(_, let error):
            [.busy, .overloaded, .unreachable, .readOnlyServer, .noConnectionLeft].contains(error)
        case .databaseTrouble(let trouble): CommandProblem.database(path: trouble.location, trouble.error).mayPass
        default: false
        }
    }
}
