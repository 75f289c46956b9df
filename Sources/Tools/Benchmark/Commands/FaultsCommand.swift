import ArgumentParser
import FaultyPeer
import Foundation
import TerminalEmulator

/// Measures key latency and memory of the shop while its server misbehaves.
struct FaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults", abstract: "Measures keys and memory while a server pours, hangs or leads astray.")

    @Option(help: "Rows of the menu.")
    var count = 90
    @OptionGroup var options: MeasuringOptions

    func run() async throws {
        var figures: [FaultFigures] = []
        for fault in FaultyShop.worst {
            figures.append(try FaultSeries(plan: options.plan, count: count).measure(fault))
        }
        print(FaultReport(figures: figures).text)
    }
}
