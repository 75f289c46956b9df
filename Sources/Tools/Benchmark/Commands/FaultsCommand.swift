import ArgumentParser
import FaultyPeer
import Foundation
import TerminalEmulator

/// Measures what a key takes, and how much memory the shop, while its server does its worst.
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
