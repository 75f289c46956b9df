import Foundation

/// Exercises a terminal and its server for a long time.
struct SoakSeries: Sendable {
    let shop: ServingShop
    let plan: SoakPlan

    /// Performs the whole plan and returns the figures. Blocks. Calls `onStep` after each step.
    func measure(onStep: () -> Void = {}) throws -> SoakFigures {
        var figures = SoakFigures(plan: plan)
        let terminal = try SoakTerminal(shop)
        var sales = try SalesWatcher(of: shop, on: terminal)
        for part in 0..<plan.parts {
            try terminal.show(.menu)
            try repeated(plan.refetches, in: part, onStep) { _ in figures.unseen += try terminal.refetch() }
            try repeated(plan.fileChanges, in: part, onStep) { number in
                try terminal.changeFile(isDearer: number.isMultiple(of: 2))
            }
            try terminal.show(.juices)
            try repeated(plan.sales, in: part, onStep) { _ in try sales.sell() }
            figures.add(terminal: .init(of: terminal.processID), server: .init(of: shop.process.processIdentifier))
        }
        try terminal.quit()
        return figures
    }

    /// Performs this part's share of `count` steps. `step` receives the number of the step within the part.
    private func repeated(_ count: Int, in part: Int, _ onStep: () -> Void, _ step: (Int) throws -> Void) throws {
        for number in 0..<plan.share(of: count, in: part) {
            try step(number)
            onStep()
        }
    }
}

/// Sales of juices from another connection, each of which the terminal must show.
private struct SalesWatcher {
    private static let fruitOfOne = 2

    private let juices: JuiceSeries
    private let guest: ShopConnection
    private let terminal: SoakTerminal
    private var fruit = 0

    init(of shop: ServingShop, on terminal: SoakTerminal) throws {
        self.terminal = terminal
        juices = JuiceSeries(shop: shop)
        guest = try juices.guest()
    }

    mutating func sell() throws {
        if fruit < SalesWatcher.fruitOfOne {
            try juices.restock()
            fruit = JuiceSeries.stock
            try terminal.wait(forBananas: fruit)
        }
        guard try guest.ask().status == 201 else { throw MeasuringError.orderRefused }
        fruit -= SalesWatcher.fruitOfOne
        try terminal.wait(forBananas: fruit)
    }
}
