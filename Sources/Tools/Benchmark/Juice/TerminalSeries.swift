import Foundation
import Platform
import TerminalEmulator

/// Measures two terminals of one shop: a sale on one is observed on the other.
struct TerminalSeries: Sendable {
    let shop: ServingShop

    /// What is measured on the observing terminal.
    struct Watching: Sendable {
        /// From the key press on the selling terminal to the last byte on the observing one, in milliseconds.
        var times: [Double] = []
        /// The bytes of output on the observing terminal for each sale.
        var bytes: [Double] = []
        /// The thread wake-ups in ten seconds in which only the server's keep-alives arrive.
        var wakeUps = 0
    }

    private static let plan = MeasuringPlan(
        columns: 120, rows: 40, starts: 1, keys: 1, burst: 1, idleSeconds: 10)
    /// Milliseconds until a toast is gone, which is shown for two seconds; only then is the next sale timed.
    private static let toast = 2_300

    /// Measures sales on one terminal. `stock` is the number of bananas at the start, of which each sale takes two.
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

    /// Starts a terminal and opens the juice bar.
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
