import Domain
import Foundation
import Storage
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// Runs `body` with a shop of one printer, of all sections.
func withPrintingShop(
    on printer: FakePrinter, _ rules: PrinterRules = .quick, prints: [String] = ["orders", "cancellations"],
    onProblem: (@Sendable (ShopServerError) -> Void)? = nil,
    _ body: @escaping @Sendable (OrderingShop) async throws -> Void
) async throws {
    try await withOrderingShop(
        onProblem: onProblem,
        configure: { configuration in
            let file = """
                {"time_zone": "Asia/Seoul",
                 "printers": [{"name": "주방", "address": "\(printer.address)", "prints": \(prints)}]}
                """
            let place = configuration.resources.appending(path: ShopFile.name)
            #expect(throws: Never.self) { try Data(file.utf8).write(to: place) }
            configuration.printerRules = rules
        }, body)
}

extension PrinterRules {
    /// The default rules with pauses that are short enough for tests.
    static var quick: PrinterRules {
        var rules = PrinterRules()
        rules.status = .seconds(5)
        (rules.firstPause, rules.maxPause) = (.milliseconds(1), .milliseconds(20))
        return rules
    }

    /// The same for printers that do not answer.
    static var impatient: PrinterRules {
        var rules = quick
        rules.status = .milliseconds(200)
        return rules
    }
}

extension OrderingShop {
    func printers() async throws -> [PrinterState] { try await keep("printers").value() }

    func printAgain(_ id: Int, on names: [String]?) async throws -> Reply {
        let fields = ["Authorization": "Bearer \(OrderingShop.token)", "Idempotency-Key": UUID().uuidString]
        let body = try JSONEncoder().encode(PrinterNames(printers: names))
        return try await ask(url, "orders/\(id)/tickets", method: "POST", fields: fields, body: body)
    }

    /// Waits until no ticket waits.
    func printsNoMore() async throws {
        try await wait { try await store.read { try $0.printers() }.allSatisfy { $0.waiting == 0 } }
    }
}

extension FakePrinter {
    /// Waits until it has cut that many tickets.
    func waits(for count: Int) async throws { try await wait { self.tickets.count >= count } }

    /// The lines of the tickets.
    var texts: [[String]] {
        tickets.map { $0.lines.map { TextCharset.korean.text(of: $0[...]) ?? "?" } }
    }

    /// The heads of the tickets, their number and the guest.
    var heads: [String] {
        zip(tickets, texts).map { ticket, lines in
            let head = ticket.doubled.sorted().map { lines[$0] }
            let who = lines.indices.contains(head.count + 1) ? lines[head.count + 1] : "?"
            return (head + [who]).joined(separator: " ")
        }
    }
}
