import Domain
import Foundation
import TerminalText
import TestPeers
import TestSupport
import Testing

@Suite struct PrintCommandTests {
    @Test func aTestIsPrintedOnEachPrinterOfTheShop() async throws {
        let (printer, shop) = (try FakePrinter(), try CopiedShop())
        let file = """
            {"printers": [{"name": "주방", "address": "\(printer.address)", "width": 32},
                          {"name": "bar", "address": "/dev/banchan-no-printer"}]}
            """
        try Data(file.utf8).write(to: shop.url.appending(path: "shop.json"))
        let output = try await runWithoutTerminal(["print", "--test", "--resources", shop.url.path])
        #expect(output.standardOutput == "주방: printed\nbar: it cannot be reached\n")
        #expect(output.status == 1)
        #expect(printer.tickets.map(\.charset) == ["cp949"])
        let lines = printer.tickets.flatMap(\.lines).map { TextCharset.korean.text(of: $0[...]) ?? "" }
        #expect(lines.contains("12345678901234567890123456789012") && lines.contains { $0.hasPrefix("가나다 뷁") })
        printer.set { $0.paper = 0 }
        let empty = try await runWithoutTerminal(
            ["print", "--test", "--printer", "주방", "--resources", shop.url.path], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(empty.standardOutput == "주방: 용지가 없습니다\n")

        let place = shop.url.appending(path: "ticket.bin")
        let written = try await runWithoutTerminal(
            ["print", "--test", "--to", place.path, "--resources", shop.url.path])
        #expect(written.status == 0)
        #expect(try Data(contentsOf: place).starts(with: [0x1B, 0x40, 0x1C, 0x26]))
        let facts = try FileManager.default.attributesOfItem(atPath: place.path)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        for (options, complaint) in [
            (["--printer", "주망", "--to", "\(place.path).other"], "shop.json names no such printer."),
            (["--to", "/dev/null/ticket"], "Cannot write to /dev/null/ticket: "),
        ] {
            let refused = try await runWithoutTerminal(["print", "--test", "--resources", shop.url.path] + options)
            #expect(refused.status == 1)
            #expect(refused.standardError.hasPrefix("banchan: \(complaint)"), "\(refused.standardError)")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(place.path).other"))
        for wrong in [["print"], ["print", "1", "--test"]] { #expect(try await runWithoutTerminal(wrong).status == 64) }
        printer.stop()
    }

    @Test func anOrderIsPrintedAgain() async throws {
        let (printer, shop, scratch) = (try FakePrinter(), try CopiedShop(), try Scratch())
        let file = #"{"printers": [{"name": "주방", "address": "\#(printer.address)", "charset": "utf-8"}]}"#
        try Data(file.utf8).write(to: shop.url.appending(path: "shop.json"))
        let (token, database) = (try scratch.secret("hunter2-token"), scratch.url.appending(path: "shop.sqlite").path)
        let server = try await ServingProgram.banchan(
            database: database, ["--keeper-token-file", token, "--resources", shop.url.path],
            environment: scratch.environment)
        #expect(try await server.place(OrderedDish().order(who: "지훈"), key: UUID())?.status == 201)
        try await wait { printer.tickets.count == 1 }
        let keeper = ["--server", server.url.absoluteString, "--keeper-token-file", token]
        for (options, count) in [(["--database", database], 2), (keeper, 3)] {
            let output = try await runWithoutTerminal(["print", "1"] + options)
            #expect(output.standardOutput == "주방\n", "\(output.standardError)")
            try await wait { printer.tickets.count == count }
        }
        let heads = printer.tickets.map { String(decoding: $0.lines[0], as: UTF8.self) }
        #expect(heads == ["#1", "Reprint", "Reprint"])
        let unknown = try await runWithoutTerminal(["print", "9"] + keeper)
        #expect((unknown.status, unknown.standardError) == (3, "banchan: There is no order with the ID 9.\n"))
        let place = scratch.url.appending(path: "ticket.bin")
        let written = try await runWithoutTerminal(
            ["print", "1", "--to", place.path, "--database", database, "--resources", shop.url.path])
        #expect(written.status == 0, "\(written.standardError)")
        #expect(try Data(contentsOf: place).starts(with: [0x1B, 0x40, 0x1C, 0x28]))

        printer.set { $0.paper = 0 }
        _ = try await runWithoutTerminal(["print", "1"] + keeper)
        try await wait {
            try await runWithoutTerminal(["doctor", "--server", server.url.absoluteString]).standardOutput
                .contains("Printer 주방: it is out of paper")
        }
        #expect(try await server.stop().end == .fine)
        printer.stop()
    }
}
