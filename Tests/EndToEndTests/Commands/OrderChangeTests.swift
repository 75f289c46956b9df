import Domain
import Foundation
import ShopApp
import ShopClient
import TerminalText
import TestSupport
import Testing

@testable import Commands

/// The keeper's commands that mark payments, reduce orders and refund them.
@Suite struct OrderChangeTests {
    private let environment = ["BANCHAN_KEEPER_TOKEN": OrderingServer.keeperToken]

    @Test func anOrderIsPaidReducedAndRefundedByCommand() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        func run(_ arguments: String...) async throws -> Output {
            try await runWithoutTerminal(arguments + ["--server", server.url], environment: environment)
        }
        let placed = try await run("order", dish.detailHash, "--who", "지훈", "--quantity", "3")
        #expect(placed.status == 0, "\(placed.standardError)")

        #expect(try await run("orders", "pay", "1", "--method", "card").standardOutput == "Order 1: card\n")
        #expect(try await run("orders", "pay", "1", "--method", "none").standardOutput == "Order 1: not paid\n")
        let left = Won(dish.price.amount * 2)
        let reduced = try await run("orders", "reduce", "1", "--line", "1=2", "--reason", "둘만 남았어요")
        #expect(reduced.standardOutput == "Order 1: \(left.text) in all\n")
        let json = try await run("orders", "pay", "1", "--method", "cash", "--json")
        #expect(try JSONSchema(named: "orders").problems(in: json.standardOutput) == [])
        #expect(json.standardOutput.contains("\"payment\":\"cash\""))

        let early = try await run("orders", "refund", "1", "--reason", "상했어요")
        #expect((early.status, early.standardOutput) == (3, ""))
        #expect(early.standardError == "banchan: Order 1 is received: this cannot be done with it.\n")
        for (state, next) in [(OrderState.received, OrderState.preparing), (.preparing, .ready), (.ready, .handedOver)]
        {
            try server.move(1, from: state, to: next)
        }
        let partly = try await run("orders", "reduce", "1", "--line", "1=1", "--reason", "하나가 상했어요")
        #expect(partly.standardOutput == "Order 1: \(dish.price.text) refunded\n")
        let whole = try await run("orders", "refund", "1", "--reason", "상했어요")
        #expect(whole.standardOutput == "Order 1: \(dish.price.text) refunded\n")
        let over = try await run("orders", "pay", "1", "--method", "card")
        #expect(over.status == 3)
        #expect(over.standardError == "banchan: Order 1 is refunded: this cannot be done with it.\n")
        #expect(try await shop.orders().first?.refunded == left)
        await server.stop()
    }

    @Test func whatCannotBeDoneIsASentenceAndChangesNothing() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        _ = try await runWithoutTerminal(["order", dish.detailHash, "--who", "지훈", "--server", server.url])
        let reduce = ["orders", "reduce", "1", "--reason", "이유", "--server", server.url]
        let unknown = "There is no order with the ID 9."
        let cases: [([String], Int32, String)] = [
            (reduce + ["--line", "2=0"], 3, "Order 1 has no line 2: it has 1."),
            (reduce + ["--line", "1=1"], 3, "Line 1 has 1: fewer than that can be left."),
            (["orders", "pay", "9", "--method", "cash", "--server", server.url], 3, unknown),
            (["orders", "refund", "9", "--reason", "이유", "--server", server.url], 3, unknown),
        ]
        for (arguments, status, sentence) in cases {
            let output = try await runWithoutTerminal(arguments, environment: environment)
            #expect((output.status, output.standardOutput) == (status, ""))
            #expect(output.standardError == "banchan: \(sentence)\n")
        }
        let twice = ["--line", "1=0", "--line", "1=0"]
        for wrong in [["--line", "1"], ["--line", "0=1"], ["--line", "1=-1"], twice, []] {
            #expect(try await runWithoutTerminal(reduce + wrong, environment: environment).status == 64)
        }
        let noReason = ["orders", "refund", "1", "--reason", "", "--server", server.url]
        #expect(try await runWithoutTerminal(noReason, environment: environment).status == 64)
        let stranger = try await runWithoutTerminal(
            reduce + ["--line", "1=0"], environment: ["BANCHAN_KEEPER_TOKEN": "hunter3"])
        #expect(stranger.status == 3)
        #expect(stranger.standardError == "banchan: The server does not know this keeper's token.\n")
        #expect(try await runWithoutTerminal(reduce + ["--line", "1=0"]).status == 1, "without a token")
        #expect(try await shop.orders().map(\.state) == [.received])
        await server.stop()

        for arguments in [["pay", "1", "--method", "cash"], ["refund", "1", "--reason", "이유"]] {
            let gone = try await runWithoutTerminal(
                ["orders"] + arguments + ["--server", "http://127.0.0.1:1"], environment: environment)
            #expect(gone.status == 2)
            #expect(gone.standardError == "banchan: The orders cannot be fetched: the server cannot be reached.\n")
        }
    }

    @Test func anOrderIsNamedByTheNumberThatPeopleCallAndByItsID() throws {
        let day = try #require(Day(dashed: "2027-01-15"))
        func order(by actor: OrderActor) -> Order {
            let line = OrderLine(item: OrderedItem(.menu, "H"), title: "갈비", quantity: 1, unitPrice: Won(15_900))
            return Order(
                id: 12, number: 5, day: day, who: "지훈", handover: Handover(.pickup), lines: [line],
                deliveryFee: Won(0), steps: [OrderStep(.handedOver, at: .now, by: actor)], placedAt: .now)
        }
        let (english, korean) = (ChangeTexts(language: .english), ChangeTexts(language: .korean))
        #expect(english.done(.pay(nil), order(by: .guest)) == "Order 5 (ID 12): not paid")
        #expect(korean.done(.pay(nil), order(by: .guest)).hasPrefix("주문 5 (ID 12): "))
        let sold = order(by: .machine)
        #expect(
            english.inState(.handedOver, sold).sentence
                == "Order 5 (ID 12) was sold by the drinks machine: it is paid already, and cannot be changed.")
        #expect(korean.inState(.handedOver, sold).sentence.hasPrefix("주문 5 (ID 12): 음료 자판기가 판 것이라"))
    }

    @Test(arguments: [
        ["orders", "pay", "1", "--method", "cash"], ["orders", "reduce", "1", "--line", "1=0", "--reason", "이유"],
        ["orders", "refund", "1", "--reason", "이유"], ["orders", "--resend"], ["print", "1"], ["close"],
        ["shop", "pause"], ["menu", "count", "NONE", "--left", "3"],
    ])
    func withoutATokenACommandSaysThatOnlyTheKeeperCanDoThat(_ arguments: [String]) async throws {
        let command = arguments + ["--server", "http://127.0.0.1:1"]
        let output = try await runWithoutTerminal(command)
        #expect((output.status, output.standardOutput) == (1, ""))
        #expect(
            output.standardError
                == "banchan: Only the keeper of the shop can do that: give --keeper-token-file or BANCHAN_KEEPER_TOKEN.\n"
        )
        let korean = try await runWithoutTerminal(command, environment: ["LANG": "ko_KR.UTF-8", "LC_ALL": ""])
        #expect(korean.standardError.contains("가게 주인만 할 수 있습니다. --keeper-token-file이나 BANCHAN_KEEPER_TOKEN을"))
    }

    @Test func withoutAServerItIsTheShopOfThisDevice() async throws {
        let scratch = try Scratch()
        let dish = try #require(try TemporaryMenu.own(.main).first)
        func run(_ arguments: String...) async throws -> Output {
            try await runWithoutTerminal(arguments, environment: scratch.environment)
        }
        _ = try await run("order", dish.detailHash, "--who", "지훈")
        let cancelled = try await run("orders", "reduce", "1", "--line", "1=0", "--reason", "다 팔렸어요")
        #expect(cancelled.standardOutput == "Order 1: cancelled\n", "\(cancelled.standardError)")
        #expect(try await run("orders").standardOutput.contains("cancelled"))
    }
}
