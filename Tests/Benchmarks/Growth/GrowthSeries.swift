import Foundation
import TerminalProbe
import TestPeers

/// Measures the shop while one quantity grows.
struct GrowthSeries: Sendable {
    let sizes: GrowthSizes
    /// The directory in which the servers' files and their databases are made.
    let place: URL

    func measure(_ subject: GrowthSubject) async throws -> [GrowthTable] {
        switch subject {
        case .rows: try await [rows()]
        case .pictures: try await [pictures()]
        case .contacts: try [contacts()]
        case .streams: try await [streams()]
        case .orders: try await orders()
        }
    }

    private func rows() async throws -> GrowthTable {
        var points: [(Int, Figures)] = []
        for count in sizes.rows {
            let contestants = ShopContestants(plan: sizes.measuring, menu: GeneratedMenu(count: count))
            points.append(
                (
                    count,
                    try await contestants.whileOpen { shop in
                        try shop.prepare()
                        return try await figures(of: shop.subject.get())
                    }
                ))
        }
        return GrowthTable("rows", points, GrowthTable.listMetrics, note: "Rows in three sections, known from disk.")
    }

    private func pictures() async throws -> GrowthTable {
        var points: [(Int, Figures)] = []
        for count in sizes.pictures {
            let menu = GeneratedMenu(count: sizes.rowsWithPictures, pictures: count)
            let host = try PictureHost(menu, delay: .zero)
            let directory = try RunDirectory()
            defer {
                host.close()
                directory.close()
            }
            var subject = try Subject.shop(at: host.port, in: directory.url, ready: .text(menu.title(0)))
            subject.rows = menu.count
            // Memory is that of a first start, when all pages have been looked at.
            let series = Series(subject: subject, plan: sizes.measuring)
            let program = try series.open()
            try scroll(to: menu.title(menu.count - 1), on: program)
            let memory = program.processID.map { ProcessFigures(of: $0).proportionalSetSize }
            try program.quit()
            var figures = try await figures(of: subject)
            figures.memory = memory
            points.append((count, figures))
        }
        return GrowthTable(
            "pictures", points, GrowthTable.listMetrics,
            note:
                "\(sizes.rowsWithPictures) rows, of which so many have a picture. Memory is that of a first start when "
                + "all pages have been looked at.")
    }

    private func contacts() throws -> GrowthTable {
        let directory = try RunDirectory()
        defer { directory.close() }
        let points = try sizes.contacts.map { count in
            var figures = Figures()
            try PhoneBook.measure(count, plan: sizes.measuring, in: directory.url, into: &figures)
            return (count, figures)
        }
        return GrowthTable(
            "contacts", points, [.contactOpening, .atRest, .lateAtRest, .contactLetter, .memory],
            note: "A phone book on this device, in at most 41 sections, one for each initial.")
    }

    private func streams() async throws -> GrowthTable {
        let shop = try ServingShop.open(below: place, with: ["juice"])
        defer { shop.close() }
        var deliveries: [JuiceSales.Deliveries] = []
        for count in sizes.streams {
            deliveries.append(
                try await onOwnThread { try JuiceSales(at: shop).deliveries(streams: count, sales: sizes.sales) })
        }
        return GrowthTable(
            subject: "streams", sizes: sizes.streams,
            figures: [
                .init(name: "a sale to the last, ms", digits: 1, budget: 70, deliveries.map(\.times), percent: 50),
                .init(name: "a sale to the last, p95 ms", digits: 1, budget: 70, deliveries.map(\.times), percent: 95),
                .init(
                    name: "the server's PSS, MiB", digits: 1, budget: nil,
                    values: deliveries.map { Double($0.memory) / 1_024 }),
            ])
    }

    private func orders() async throws -> [GrowthTable] {
        let server = try PostgreSQLServer()
        let database = try server.newDatabase()
        let onServer = try ServingShop.open(below: place, database: server.address(of: database))
        let onDisk = try ServingShop.open(below: place)
        return [
            try await LedgerSeries(ledger: .postgreSQL(server, database: database), sizes: sizes).measure(onServer),
            try await LedgerSeries(ledger: .sqlite(onDisk.database), sizes: sizes).measure(onDisk),
        ]
    }

    private func figures(of subject: Subject) async throws -> Figures {
        let series = Series(subject: subject, plan: sizes.measuring)
        let figures = await series.measure([.start, .idle, .moving, .scrolling])
        guard let problem = figures.problems.first else { return figures }
        throw MeasuringProblem("\(problem.key): \(problem.value)")
    }

    private func scroll(to last: String, on program: TimedProgram) throws {
        let deadline = ContinuousClock.now + .seconds(GrowthSeries.scrollTimeout)
        while !ScreenFact.selected(last).holds(on: program.screen) {
            guard ContinuousClock.now < deadline else {
                throw MeasuringProblem("\(last) never came into view", screen: program.screen)
            }
            _ = try program.type(program.bytes(for: .pageDown))
            try program.settle(quiet: MeasuringPlan.thinking)
        }
        try program.settle(quiet: MeasuringPlan.quietAfterWork)
    }

    /// The timeout for paging through the list, in seconds.
    private static let scrollTimeout = 120
}

/// Measures a server while its ledger grows.
private struct LedgerSeries: Sendable {
    let ledger: GrownLedger
    let sizes: GrowthSizes

    private static let connections = 8

    /// Milliseconds from the start of the program until it is ready, of an order, of reading the last 200 orders of the
    /// keeper's board and the metrics; and orders a second.
    private struct Point: Sendable {
        let start, order, board, metrics, rate: Double
    }

    func measure(_ shop: ServingShop) async throws -> GrowthTable {
        var shop = shop
        var points: [Point] = []
        for count in sizes.orders {
            shop.stop()
            try ledger.grow(to: count)
            let start = ContinuousClock.now
            shop = try shop.reopened()
            points.append(try await point(shop, start: (ContinuousClock.now - start).milliseconds))
        }
        shop.close()
        func figure(_ name: String, _ digits: Int, _ value: (Point) -> Double) -> GrowthTable.Figure {
            .init(name: name, digits: digits, budget: nil, values: points.map(value))
        }
        return GrowthTable(
            subject: "orders in \(ledger.name)", sizes: sizes.orders,
            figures: [
                figure("start, ms", 0, \.start), figure("order, ms", 2, \.order),
                figure("board of the last 200, ms", 2, \.board), figure("metrics, ms", 2, \.metrics),
                figure("orders a second", 0, \.rate),
            ])
    }

    private func point(_ shop: ServingShop, start: Double) async throws -> Point {
        let load = OrderLoad(shop)
        return Point(
            start: start, order: Statistics.median(try await load.times(of: sizes.requests)) ?? 0,
            board: try await reading("/orders/board/handed_over", of: shop),
            metrics: try await reading("/metrics", of: shop),
            // Measured last, since it makes the ledger grow.
            rate: try await load.rate(for: .seconds(1), through: LedgerSeries.connections))
    }

    private func reading(_ path: String, of shop: ServingShop) async throws -> Double {
        let times = try await onOwnThread {
            let connection = try LoopbackConnection(
                port: shop.port, request: "GET \(path)",
                fields: ["Authorization: Bearer \(ServingShop.keeperToken)"])
            return try (0..<sizes.requests).map { _ in
                try ContinuousClock().measure {
                    guard try connection.ask().status == 200 else { throw MeasuringProblem("\(path) is refused") }
                }.milliseconds
            }
        }
        return Statistics.median(times) ?? 0
    }
}
