import Domain
import Foundation
import NIOConcurrencyHelpers
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// A guest whose order is ready also gets a desktop notification, if that was requested.
@Suite struct FinishedOrderTests {
    @Test(arguments: [("osc9", "\u{1B}]9;1번 주문: 준비 완료"), ("osc777", "\u{1B}]777;notify;1번 주문: 준비 완료;")])
    func aReadyOrderIsWrittenAsTheTerminalUnderstandsIt(sequence: String, beginning: String) async throws {
        let text = try await FinishedOrderTests.bytes(["--notify", sequence])
        let start = text.range(of: beginning)?.upperBound
        // Outside the expectation, which would print all the output on failure.
        let rest = text[(try #require(start))...]
        let end = try #require(rest.firstIndex(of: "\u{07}"))
        #expect(rest[..<end].contains("원"))
        #expect(rest[..<end].unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect(text.components(separatedBy: beginning).count == 2, "it is told once")
    }

    @Test func nobodyIsToldUnasked() async throws {
        let text = try await FinishedOrderTests.bytes([])
        #expect(!text.contains("\u{1B}]9;"))
        #expect(!text.contains("\u{1B}]777;"))
    }

    /// Returns the output to a guest's terminal from placing an order until it is handed over.
    private static func bytes(_ options: [String]) async throws -> String {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let result = NIOLockedValueBox("")
        try await withShop(["--server", server.url] + options) { guest in
            try guest.waitUntilSettled()
            _ = guest.takeBytes()
            try guest.orderOne(for: "길동")
            try guest.press("5")
            try guest.wait(forOrder: 1, "접수")
            try server.move(1, from: .received, to: .preparing)
            try guest.wait(forOrder: 1, "준비 중")
            try server.move(1, from: .preparing, to: .ready)
            try guest.wait(forOrder: 1, "준비 완료")
            try server.move(1, from: .ready, to: .handedOver)
            try guest.wait(forOrder: 1, "전달 완료")
            let bytes = guest.takeBytes()
            result.withLockedValue { $0 = String(decoding: bytes, as: UTF8.self) }
        }
        await server.stop()
        return result.withLockedValue { $0 }
    }
}
