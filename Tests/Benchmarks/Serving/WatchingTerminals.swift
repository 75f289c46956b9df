import Foundation
import TerminalProbe

/// Two terminals of one shop, which may be at two of its servers: a sale on one is seen on the other.
struct WatchingTerminals: Sendable {
    let seller: ServingShop
    let watcher: ServingShop

    private static let plan = MeasuringPlan()
    /// Milliseconds until a toast is gone, which is shown for two seconds; only then is the next sale timed.
    private static let toast = 2_300
    /// The bananas that a juice takes.
    private static let fruitOfOne = 2

    /// Returns the milliseconds from the key on one terminal to the last byte on the other, of so many sales.
    func times(of sales: Int, onSale: () -> Void = {}) throws -> [Double] {
        try JuiceSales(at: seller).restock()
        let (selling, watching) = (try open("the seller", at: seller), try open("the watcher", at: watcher))
        _ = try selling.type(selling.bytes(for: .down))
        _ = try selling.wait(for: .selected("바나나쥬스"), within: WatchingTerminals.plan.timeout)
        let times = try (1...sales).map { sale in
            defer { onSale() }
            return try time(of: sale, on: selling, watching)
        }
        try selling.quit()
        try watching.quit()
        return times
    }

    private func time(of sale: Int, on selling: TimedProgram, _ watching: TimedProgram) throws -> Double {
        let shown = ScreenFact.text(" \(JuiceSales.stock - WatchingTerminals.fruitOfOne * sale)")
        // The first Enter asks what it takes and costs, and the last one sells. A name is asked for once.
        try type([.enter], on: selling)
        if sale == 1 { try type(["지훈", .enter], on: selling) }
        let start = ContinuousClock.now
        _ = try selling.type(selling.bytes(for: .enter))
        var output = TimedProgram.Output()
        try watching.drain(
            quiet: MeasuringPlan.quietAfterWork, timeout: WatchingTerminals.plan.timeout, into: &output)
        try watching.look()
        guard let last = output.last, shown.holds(on: watching.screen) else {
            throw MeasuringProblem("the watcher never showed \(shown)", screen: watching.screen)
        }
        try selling.pause(milliseconds: WatchingTerminals.toast)
        return (last - start).milliseconds
    }

    private func type(_ keys: [Key], on program: TimedProgram) throws {
        _ = try program.type(keys.flatMap(program.bytes(for:)))
        try program.settle(quiet: MeasuringPlan.quietAfterWork)
    }

    /// Starts a terminal and opens the juice bar.
    private func open(_ name: String, at shop: ServingShop) throws -> TimedProgram {
        var subject = try Subject.shop(
            at: shop.port, in: shop.directory.appending(component: name),
            ready: .text(GeneratedMenu(count: 3).title(0)))
        subject.environment["LC_ALL"] = "ko_KR.UTF-8"
        let (program, _) = try Series(subject: subject, plan: WatchingTerminals.plan).start()
        try program.settle(quiet: MeasuringPlan.quietAfterWork)
        _ = try program.type(program.bytes(for: .text("2")))
        _ = try program.wait(for: .texts(["바나나쥬스", "망고"]), within: WatchingTerminals.plan.timeout)
        try program.settle(quiet: MeasuringPlan.quietAfterWork)
        return program
    }
}
