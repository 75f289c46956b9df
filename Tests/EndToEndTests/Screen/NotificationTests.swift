import Foundation
import TerminalProbe
import TestSupport
import Testing

/// The keeper also gets a desktop notification of a new order, if that was requested.
@Suite struct NotificationTests {
    @Test(arguments: [
        (["--notify", "osc9"], [:], "\u{1B}]9;새 주문 #1 지훈: "),
        (["--notify", "osc777"], [:], "\u{1B}]777;notify;새 주문 #1 지훈;"),
        ([], ["BANCHAN_NOTIFY": "osc9"], "\u{1B}]9;새 주문 #1 지훈: "),
    ])
    func aNewOrderIsWrittenAsTheTerminalUnderstandsIt(
        arguments: [String], environment: [String: String], beginning: String
    ) async throws {
        try await withShop(arguments, environment: environment) { program in
            let bytes = try program.bytesOfAnOrder()
            let text = String(decoding: bytes, as: UTF8.self)
            let start = text.range(of: beginning)?.upperBound
            // Outside the expectation, which would print all the output on failure.
            let rest = text[(try #require(start))...]
            let end = try #require(rest.firstIndex(of: "\u{07}"))
            #expect(rest[..<end].contains("원"))
            #expect(rest[..<end].unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != ";" })
            #expect(program.screen.bells > 0)
        }
    }

    @Test func nobodyIsNotifiedUnasked() async throws {
        try await withShop { program in
            let text = String(decoding: try program.bytesOfAnOrder(), as: UTF8.self)
            #expect(!text.contains("\u{1B}]9;"))
            #expect(!text.contains("\u{1B}]777;"))
            #expect(program.screen.bells > 0)
        }
    }

    @Test func anotherValueIsToldInASentence() async throws {
        let output = try await runWithoutTerminal([], environment: ["BANCHAN_NOTIFY": "smoke"])
        #expect(output.standardError.contains("BANCHAN_NOTIFY"))
    }
}

extension ProgramOnTerminal {
    /// Orders the first dish as a guest of the program's own shop, where this terminal is also the keeper's. Returns
    /// all output until the board announces the order.
    fileprivate func bytesOfAnOrder() throws -> [UInt8] {
        try wait(forText: "연결됨")
        try waitUntilSettled()
        _ = takeBytes()
        try openOrderForm()
        try press("지훈", "enter", "enter", "enter")
        // On a busy machine the toast may have disappeared before the test looks, so wait for the bell.
        try wait(for: "the bell of the new order") { $0.bells > 0 }
        try waitUntilSettled()
        return takeBytes()
    }
}
