import Foundation

/// A terminal and its server that are used for a long time.
struct SoakSeries: Sendable {
    let shop: ServingShop
    let plan: SoakPlan

    /// Blocks. `onStep` is told after each thing that was done.
    func measure(onStep: (Int) -> Void = { _ in }) throws -> SoakFigures {
        var figures = SoakFigures(plan: plan)
        let terminal = try SoakTerminal(shop)
        let juices = JuiceSeries(shop: shop)
        let guest = try juices.guest()
        var bananas = 0
        for part in 0..<plan.parts {
            try terminal.show(.menu)
            for _ in 0..<plan.share(of: plan.refetches, in: part) { figures.unseen += try terminal.refetch() }
            onStep(plan.share(of: plan.refetches, in: part))
            for number in 0..<plan.share(of: plan.fileChanges, in: part) {
                try terminal.changeFile(isDearer: number.isMultiple(of: 2))
            }
            onStep(plan.share(of: plan.fileChanges, in: part))
            try terminal.show(.juices)
            for _ in 0..<plan.share(of: plan.sales, in: part) {
                if bananas < SoakSeries.bananasOfOne {
                    try juices.restock()
                    bananas = JuiceSeries.stock
                    try terminal.wait(forBananas: bananas)
                }
                guard try guest.ask().status == 201 else { throw MeasuringError.orderRefused }
                bananas -= SoakSeries.bananasOfOne
                try terminal.wait(forBananas: bananas)
            }
            onStep(plan.share(of: plan.sales, in: part))
            figures.add(terminal: .init(of: terminal.processID), server: .init(of: shop.process.processIdentifier))
        }
        try terminal.quit()
        return figures
    }

    private static let bananasOfOne = 2
}
