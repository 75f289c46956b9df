import FaultyPeer
import Foundation
import TerminalEmulator

/// The figures of one fault of a server. Times are milliseconds.
struct FaultFigures: Sendable {
    let fault: String
    /// From writing a key to the output that selects the next row.
    var keyTimes: [Double]
    /// The highest proportional set size seen, in KiB.
    var proportionalSetSize: Int
    /// From the server's recovery, and a refetch, to a connection.
    var recovery: Double
}

/// Measures the shop with a server that works, then fails, then works again.
struct FaultSeries {
    let plan: MeasuringPlan
    let count: Int

    /// The number of keys between two refetches, so that a fetch is always in progress.
    private static let keysPerRefetch = 50

    func measure(_ fault: String) throws -> FaultFigures {
        let menu = GeneratedMenu(count: count)
        let shop = try FaultyShop(section: JSONEncoder().encode((0..<count).map(menu.dish)))
        defer { shop.server.stop() }
        let directory = try RunDirectory()
        defer { directory.close() }
        let subject = try Subject.shop(at: Int(shop.server.port), in: directory.url, ready: menu.title(0))
        let program = try TimedProgram(subject, plan: plan)
        _ = try program.wait(for: subject.ready, within: plan.timeout)
        try program.settle(quiet: plan.quietAfterWork)
        guard shop.inject(fault) else { throw MeasuringError.notBuilt(fault) }
        var figures = FaultFigures(fault: fault, keyTimes: [], proportionalSetSize: 0, recovery: 0)
        try press(on: program, menu, into: &figures)
        shop.heal()
        figures.recovery = try program.time(.text("R"), until: .text(FaultSeries.connected))
        try program.quit()
        return figures
    }

    private func press(on program: TimedProgram, _ menu: GeneratedMenu, into figures: inout FaultFigures) throws {
        for index in 0..<plan.keys {
            if index % FaultSeries.keysPerRefetch == 0 { _ = try program.type(program.bytes(for: .text("R"))) }
            try program.pause(milliseconds: plan.thinking)
            let goesForth = index / plan.stride % 2 == 0
            let row = goesForth ? index % plan.stride + 1 : plan.stride - 1 - index % plan.stride
            figures.keyTimes.append(try program.time(goesForth ? .down : .up, until: .selected(menu.title(row))))
            guard index % plan.stride == 0, let process = program.processID else { continue }
            figures.proportionalSetSize = max(
                figures.proportionalSetSize, ProcessFigures(of: process).proportionalSetSize)
        }
    }

    /// The status text at the top of the screen, in English, the language of the plain environment.
    private static let connected = " connected"
}
