import ArgumentParser
import Foundation
import TerminalProbe

/// Compares pictures drawn as pixels with pictures drawn as cells.
struct PixelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pixels",
        abstract: "Measures bytes and time of pictures as cells, in kitty's protocol and in sixel.")

    @Option(help: "Pictures.")
    var count = 60
    @Option(help: "Bytes of each file.")
    var bytes = 40_000
    @OptionGroup var options: MeasuringOptions

    func run() async throws {
        let bodies = try PictureMenu(count: count, bytes: bytes).bodies()
        let kinds: [(String, GraphicsTerminal.Script)] = [
            ("cells", GraphicsTerminal.Script()), ("kitty", .kitty), ("sixel", .xterm),
        ]
        var figures: [(kind: String, rounds: [PixelFigures])] = kinds.map { ($0.0, []) }
        for _ in 0..<options.rounds {
            for (index, kind) in kinds.enumerated() {
                figures[index].rounds.append(try PixelSeries(plan: options.plan, count: count).measure(bodies, kind.1))
            }
        }
        print(PixelReport(kinds: figures).text)
    }
}
