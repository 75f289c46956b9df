import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// The keeper closes the till, with a key and with the command.
@Suite struct TillTests {
    private let environment = ["BANCHAN_KEEPER_TOKEN": OrderingServer.keeperToken]

    @Test func whatIsClosedWithTheKeyIsPrintedByTheCommandAndNeverChanges() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        func run(_ arguments: String...) async throws -> Output {
            try await runWithoutTerminal(arguments + ["--server", server.url], environment: environment)
        }
        #expect(try await run("close").status == 3, "nothing was sold")
        #expect(try await run("order", dish.detailHash, "--who", "지훈", "--quantity", "2").status == 0)
        #expect(try await run("orders", "pay", "1", "--method", "cash").status == 0)
        let total = Won(dish.price.amount * 2)
        let preview = try await run("close", "--preview", "--json")
        #expect(try closing(preview).cashExpected == total)

        let keeping = try DeviceTerminal.keeper(of: server)
        let keeper = keeping.program
        try keeper.press("5")
        try keeper.wait(forOrder: 1, "접수")
        try keeper.press("c")
        try keeper.wait(forText: "오늘")
        try keeper.press("m")
        try keeper.wait(forText: "[ 1번으로 마감 ]")
        try keeper.type(Array("\(total.amount - 1_000)".utf8))
        try keeper.wait(forText: "1,000원 부족")
        try keeper.press("enter", "enter")
        try keeper.wait(forText: "1번으로 마감했습니다.")
        try keeper.wait(forText: "1번 마감")
        try keeper.press("escape")
        try keeper.wait(forText: "차액")
        withExtendedLifetime(keeping) {}

        let shown = try await run("close", "--show", "last", "--json")
        let first = try closing(shown)
        #expect((first.number, first.cashDifference, first.report.total.amount) == (1, Won(-1_000), total))
        #expect(try await run("orders", "pay", "1", "--method", "card").status == 0)
        let second = try closing(try await run("close", "--cash", "0", "--json"))
        #expect((second.number, second.from, second.cashDifference) == (2, first.to, total))
        #expect(try await run("close", "--show", "1", "--json").standardOutput == shown.standardOutput)
        let printed = try await run("close", "--show", "1")
        for text in ["Closing #1", "Cash counted", "Difference", "-1,000원", dish.title.string] {
            #expect(printed.standardOutput.contains(text), "\(printed.standardOutput)")
        }
        await server.stop()
    }

    @Test func whatCannotBeClosedIsASentence() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let keeper = environment
        let cases: [([String], [String: String], Int32, String)] = [
            (["close"], keeper, 3, "Nothing was sold since the last closing."),
            (["close", "--preview"], keeper, 3, "Nothing was sold since the last closing."),
            (["close", "--show", "last"], keeper, 3, "Nothing was closed yet."),
            (["close", "--show", "7"], keeper, 3, "There is no closing 7."),
            (["close"], ["BANCHAN_KEEPER_TOKEN": "wrong"], 3, "The server does not know this keeper's token."),
        ]
        for (arguments, environment, status, sentence) in cases {
            let output = try await runWithoutTerminal(
                arguments + ["--server", server.url], environment: environment)
            #expect((output.status, output.standardOutput) == (status, ""))
            #expect(output.standardError == "banchan: \(sentence)\n")
        }
        for wrong in [["--cash", "-1"], ["--cash", "1000000001"], ["--show", "0"], ["--show", "1", "--preview"]] {
            #expect(try await runWithoutTerminal(["close"] + wrong, environment: keeper).status == 64)
        }
        await server.stop()
    }

    private func closing(_ output: Output) throws -> Closing {
        #expect(output.status == 0, "\(output.standardError)")
        return try JSONDecoder().decode(Closing.self, from: Data(output.standardOutput.utf8))
    }
}
