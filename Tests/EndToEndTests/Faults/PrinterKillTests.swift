import Domain
import Foundation
import Platform
import TerminalText
import TestPeers
import TestSupport
import Testing

/// The server is killed, or the printer turned off, at any byte of a ticket: each ticket is printed whole, in order, and
/// every repetition says so. In the long form, 1,000 times.
@Suite struct PrinterKillTests {
    @Test(arguments: [true, false]) func whatWasBegunIsPrintedAgainAndSaysSo(_ killsServer: Bool) async throws {
        let printer = try FakePrinter()
        let (shop, scratch) = (try CopiedShop(), try Scratch())
        let file = #"{"printers": [{"name": "kitchen", "address": "\#(printer.address)", "charset": "utf-8"}]}"#
        try Data(file.utf8).write(to: shop.url.appending(path: "shop.json"))
        let arguments = ["shop", shop.url.path, scratch.url.appending(path: "shop.sqlite").path, "never", ""]
        let order = try OrderedDish().order(who: "지훈")
        var random = SeededGenerator(seed: LongForm.seed)

        var server = try await ServingProgram(Built.helper, arguments, environment: scratch.environment)
        #expect(try await server.place(order, key: UUID())?.status == 201)
        try await wait { printer.tickets.count == 1 }
        let size = printer.received
        var killed: [Int: Int] = [:]
        for number in 2...(1 + LongForm.count(5, long: 500)) {
            let byte = Int.random(in: 1...size, using: &random)
            killed[number] = byte
            let (last, program) = (printer.received + byte, server.program)
            printer.onByte { count in
                guard count == last else { return }
                if killsServer { program.signal(SIGKILL) } else { printer.turnOff() }
            }
            // The kill may come before the answer.
            _ = try await server.place(order, key: UUID())
            if killsServer {
                #expect(try await program.ended().end == .killed)
                server = try await ServingProgram(Built.helper, arguments, environment: scratch.environment)
            }
            // What the printer had read of the first one may have become whole; the next ticket waits for the second one.
            try await wait { PrinterKillTests.tickets(of: printer).contains { $0.number == number && $0.isRepeated } }
        }
        server.program.signal(SIGKILL)
        #expect(try await server.program.ended().end == .killed)
        let tickets = PrinterKillTests.tickets(of: printer)
        #expect(tickets.map(\.number) == tickets.map(\.number).sorted())
        for (number, byte) in killed {
            let printed = tickets.filter { $0.number == number }.map(\.isRepeated)
            #expect(printed.dropFirst().allSatisfy { $0 }, "\(number): \(byte) of \(size)")
            #expect(printed.contains(true), "\(number): \(byte) of \(size)")
        }
        #expect(printer.unknown == [])
        printer.stop()
    }

    /// A closing is in the same queue.
    @Test func aClosingThatWasBegunIsPrintedAgainAndSaysSo() async throws {
        let printer = try FakePrinter()
        let (shop, scratch) = (try CopiedShop(), try Scratch())
        let file = """
            {"printers": [{"name": "kitchen", "address": "\(printer.address)", "charset": "utf-8", "prints": ["closings"]}]}
            """
        try Data(file.utf8).write(to: shop.url.appending(path: "shop.json"))
        let arguments = ["shop", shop.url.path, scratch.url.appending(path: "shop.sqlite").path, "never", ""]
        let environment = scratch.environment.merging(["BANCHAN_KEEPER_TOKEN": OrderingServer.keeperToken]) { $1 }
        let order = try OrderedDish().order(who: "지훈")
        var random = SeededGenerator(seed: LongForm.seed)
        var server = try await ServingProgram(Built.helper, arguments, environment: environment)
        _ = try await server.place(order, key: UUID())
        #expect(try await server.close() == 201)
        try await wait { printer.tickets.count == 1 }
        let size = printer.received
        for number in 2...(1 + LongForm.count(3, long: 100)) {
            _ = try await server.place(order, key: UUID())
            let (last, program) = (printer.received + Int.random(in: 1...size, using: &random), server.program)
            printer.onByte { if $0 == last { program.signal(SIGKILL) } }
            // The kill may come before the answer.
            _ = try? await server.close()
            #expect(try await program.ended().end == .killed)
            server = try await ServingProgram(Built.helper, arguments, environment: environment)
            try await wait { PrinterKillTests.tickets(of: printer).contains { $0.number == number && $0.isRepeated } }
        }
        server.program.signal(SIGKILL)
        #expect(try await server.program.ended().end == .killed)
        let closings = PrinterKillTests.tickets(of: printer)
        #expect(closings.map(\.number) == closings.map(\.number).sorted() && printer.unknown == [])
        printer.stop()
    }

    private static func tickets(of printer: FakePrinter) -> [(number: Int, isRepeated: Bool)] {
        printer.tickets.map { ticket in
            let heads = ticket.doubled.sorted().map { String(decoding: ticket.lines[$0], as: UTF8.self) }
            return (Int(heads.last?.split(separator: "#").last ?? "") ?? 0, heads.first == "재출력")
        }
    }
}

extension ServingProgram {
    /// Closes the till, and returns the status. Throws if the server ended before it answered.
    fileprivate func close() async throws -> Int {
        let fields = [
            "Idempotency-Key": UUID().uuidString, "Authorization": "Bearer \(OrderingServer.keeperToken)",
        ]
        return try await TestSupport.ask(url, "reports/closings", method: "POST", fields: fields, body: Data("{}".utf8))
            .status
    }
}
