import Foundation
import Platform
import TerminalEmulator

/// Two terminals at one shop: what is sold on one is watched on the other.
struct TerminalSeries: Sendable {
    let shop: ServingShop

    /// What reaches the other terminal.
    struct Watching: Sendable {
        /// From pressing the key on one to the last byte on the other, in milliseconds.
        var times: [Double] = []
        /// Bytes that the other wrote for each sale.
        var bytes: [Double] = []
        /// Times in ten seconds that anything woke while nothing happened but the server's signs of life.
        var wakeUps = 0
    }

    private static let plan = MeasuringPlan(
        columns: 120, rows: 40, starts: 1, keys: 1, burst: 1, idleSeconds: 10)
    /// A toast stands for two seconds; the next sale is timed when it has gone.
    private static let toast = 2_300

    /// `stock` is how much banana there is, of which each sale takes two.
    func watch(sales: Int, stock: Int, _ progress: MeasuringProgress) throws -> Watching {
        let (seller, watcher) = (try open("the seller"), try open("the watcher"))
        _ = try seller.type(seller.bytes(for: .down))
        _ = try seller.wait(for: .selected("바나나쥬스"), within: TerminalSeries.plan.timeout)
        var watching = Watching()
        for sale in 1...sales {
            let shown = ScreenFact.text(" \(stock - 2 * sale)")
            let start = ContinuousClock.now
            _ = try seller.type(seller.bytes(for: .enter))
            var output = TimedProgram.Output()
            let plan = TerminalSeries.plan
            try watcher.drain(quiet: plan.quietAfterWork, timeout: plan.timeout, into: &output)
            try watcher.look()
            guard let last = output.last, shown.holds(on: watcher.screen) else {
                throw MeasuringError.notSeen("the watcher", shown, screen: watcher.screen.text)
            }
            watching.times.append((last - start).milliseconds)
            watching.bytes.append(Double(output.bytes))
            progress.step()
            try seller.pause(milliseconds: TerminalSeries.toast)
        }
        watching.wakeUps = try idle(watcher)
        try seller.quit()
        try watcher.quit()
        return watching
    }

    private func idle(_ program: TimedProgram) throws -> Int {
        var figures = Figures()
        try series("the watcher").idle(on: program, into: &figures)
        return figures.idle?.wakeUps ?? 0
    }

    /// A terminal that shows the juice bar.
    private func open(_ name: String) throws -> TimedProgram {
        let (program, _) = try series(name).start()
        try program.settle(quiet: TerminalSeries.plan.quietAfterWork)
        _ = try program.type(program.bytes(for: .text("2")))
        _ = try program.wait(for: .texts(["바나나쥬스", "망고"]), within: TerminalSeries.plan.timeout)
        try program.settle(quiet: TerminalSeries.plan.quietAfterWork)
        return program
    }

    private func series(_ name: String) throws -> Series {
        var subject = Subject(
            name: name, path: try ServingShop.program().path,
            arguments: ["--server", "http://127.0.0.1:\(shop.port)"], ready: .text("시금치나물"))
        for variable in BaseDirectory.variables {
            subject.environment[variable] = shop.directory.appending(components: name, variable).path
        }
        return Series(subject: subject, plan: TerminalSeries.plan)
    }
}
