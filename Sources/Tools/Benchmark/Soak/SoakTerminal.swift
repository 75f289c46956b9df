import Domain
import Foundation
import Platform
import PseudoTerminal
import TerminalEmulator
import TerminalProbe

/// The shop on a terminal, whose screen shows when a change has arrived.
final class SoakTerminal {
    enum Tab: String {
        case menu = "1"
        case juices = "2"
    }

    private let program: ProgramOnTerminal
    private let shop: ServingShop
    private let menu = GeneratedMenu(count: 30)

    /// The seconds after which a refetch that the terminal has not shown is repeated.
    private static let timeout = 2.0
    private static let maxTries = 5

    init(_ shop: ServingShop) throws {
        self.shop = shop
        var environment: [String: String] = [:]
        for name in BaseDirectory.variables {
            environment[name] = shop.directory.appending(components: "terminal", name).path
        }
        program = try ProgramOnTerminal(
            ServingShop.program().path, arguments: ["--server", "http://127.0.0.1:\(shop.port)"],
            environment: environment, columns: 120, rows: 40)
        try program.wait(forText: " connected")
        try changeFile(isDearer: false)
    }

    var processID: Int32 { program.terminal.processID ?? 0 }

    func show(_ tab: Tab) throws {
        try program.press(.text(tab.rawValue))
        let sign = tab == .menu ? menu.title(0) : SoakTerminal.banana
        try program.wait(forText: sign)
    }

    /// Presses `r` and returns once the section's spinner has come and gone. Returns the number of repeated key
    /// presses.
    func refetch() throws -> Int {
        for tries in 0..<SoakTerminal.maxTries {
            _ = program.takeBytes()
            var written: [UInt8] = []
            try program.press("r")
            do {
                try program.wait(for: "a refetch", within: SoakTerminal.timeout) { screen in
                    written += program.takeBytes()
                    return written.contains(where: SoakTerminal.spinner.contains)
                        && !screen.line(1).contains(#/\x20[|/\\-](\x20\x20|$)/#)
                }
                return tries
            } catch ProbeError.notSeen { continue }
        }
        throw MeasuringError.notSeen("banchan", .text("the spinner of a refetch"), screen: program.screen.text)
    }

    /// Changes the price of the first section's first dish and returns once that is shown.
    func changeFile(isDearer: Bool) throws {
        let changed = GeneratedMenu(count: menu.count, change: isDearer ? .dish(0) : .nothing)
        try changed.write(to: shop.directory)
        let (title, price) = (menu.title(0), changed.price(0).text)
        try program.wait(for: "\(title) at \(price)") { screen in
            screen.text.contains { $0.contains(title) && $0.contains(price) }
        }
    }

    /// Waits until this number of bananas is shown.
    func wait(forBananas count: Int) throws {
        try program.wait(for: "\(count) bananas") { screen in
            screen.text.contains { line in
                line.contains(SoakTerminal.banana) && line.split(separator: " ").contains("\(count)")
            }
        }
    }

    func quit() throws {
        try program.press("q")
        try program.waitForExit()
    }

    /// The text of the fruit's row, which matches no juice made of it.
    private static let banana = "  Banana    "
    private static let spinner = Set("|/-\\".utf8)
}
