import Domain
import Foundation
import Platform
import PseudoTerminal
import SeededRandom
import TerminalEmulator
import TerminalProbe
import TerminalText

/// Kills the shop's terminal program while its guest orders. Each order that was confirmed, or that was queued on the
/// device, must be at the shop exactly once.
struct TerminalKills: Sendable {
    /// The longest delay from the last key to the kill, in microseconds.
    private static let maxDelay: UInt32 = 40_000

    let place: URL

    /// Kills a terminal `kills` times and returns the number of orders that were confirmed and stored once.
    func run(_ kills: Int, seed: UInt64, onKill: () -> Void) async throws -> Int {
        var random = SeededGenerator(seed: seed)
        let shop = try ServingShop.open(below: place)
        var told = 0
        do {
            for number in 0..<kills {
                let guest = KilledTerminal(shop: shop, who: "guest-\(number)")
                let isOneTold = Bool.random(using: &random)
                let delay = UInt32.random(in: 0...TerminalKills.maxDelay, using: &random)
                told += try await onOwnThread { try guest.run(isOneTold: isOneTold, delay: delay) }
                try Task.checkCancellation()
                onKill()
            }
        } catch {
            shop.process.terminate()
            throw error
        }
        try WholeDatabase.check(shop.database)
        try shop.close()
        return told
    }
}

/// One guest's terminal, killed while an order is in progress and started again.
private struct KilledTerminal: Sendable {
    let shop: ServingShop
    let who: String

    /// Places an order and waits for its confirmation if `isOneTold`; then places another, and is killed `delay`
    /// microseconds later. Returns the number of confirmed orders.
    func run(isOneTold: Bool, delay: UInt32) throws -> Int {
        let program = try open()
        if isOneTold {
            try order(on: program)
            try program.wait(forText: KilledTerminal.placed)
        }
        try order(on: program)
        usleep(delay)
        try program.terminal.signal(SIGKILL)
        try program.waitForExit()
        let waiting = waitingOrders
        let told = isOneTold ? 1 : 0
        try expect(waiting.count <= 1, "\(waiting.count) orders wait, where one was under way")

        let next = try open()
        try next.wait(for: "no order that waits") { _ in waitingOrders.isEmpty }
        try next.press("q")
        try next.waitForExit()
        let kept = try orders()
        let expected = waiting.isEmpty ? told...(told + 1) : (told + 1)...(told + 1)
        try expect(expected.contains(kept), "\(who): \(kept) orders, where there should be \(expected)")
        return told
    }

    private func order(on program: ProgramOnTerminal) throws {
        try program.press("o")
        try program.wait(forText: "[ Order ]")
        try program.press("enter", "enter", "enter")
    }

    private func open() throws -> ProgramOnTerminal {
        var environment: [String: String] = [:]
        for name in BaseDirectory.variables { environment[name] = directory.appending(component: name).path }
        let program = try ProgramOnTerminal(
            ServingShop.program().path,
            arguments: ["--server", "http://127.0.0.1:\(shop.port)", "--guest-name", who], environment: environment)
        try program.wait(forText: " connected")
        // Each section has the dish, and any of them may be selected.
        try program.wait(for: "all dishes") { screen in
            screen.text.count { $0.contains(KilledTerminal.dish) } == SectionID.menu.count
        }
        return program
    }

    /// The files of orders that are queued on the device.
    private var waitingOrders: [String] {
        let orders = directory.appending(components: "XDG_DATA_HOME", "banchan", "orders")
        let files = FileManager.default.enumerator(atPath: orders.path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".json") }
    }

    private var directory: URL { shop.directory.appending(components: "terminals", who) }

    /// Returns the number of orders that the shop has under this guest's name.
    private func orders() throws -> Int {
        try KilledShopData.orders(port: shop.port).count { $0.who.string == who }
    }

    private static let placed = "Your order is placed."
    private static let dish = "시금치나물"
}
