import Foundation
import NIOConcurrencyHelpers
import TestPeers
import TestSupport
import Testing

/// `banchan order` with a shop that does not answer as it should.
@Suite struct RetryTests {
    @Test func anOrderWithoutAnAnswerIsSentOnceMoreUnderTheSameKey() async throws {
        let shop = try SilentShop(silences: 1)
        let output = try await order(at: shop)
        #expect(output.status == 0, "\(output.standardError)")
        #expect(output.standardOutput == "Order 5 (ID 7)  Kimchi  5,000원\n")
        #expect(shop.keys.count == 2)
        #expect(Set(shop.keys).count == 1)
        shop.server.stop()
    }

    @Test func whereNobodyKnowsWhetherItArrivedTheKeyIsTold() async throws {
        let shop = try SilentShop(silences: .max)
        let output = try await order(at: shop)
        #expect(output.status == 2)
        #expect(output.standardOutput == "")
        let key = try #require(shop.keys.first)
        // Retried once by the HTTP client, and not by the command as well.
        #expect(shop.keys == [key, key])
        #expect(
            output.standardError
                == "banchan: No answer: nobody knows whether it was ordered. To send the same order again: --key \(key)\n"
        )
        shop.server.stop()
    }

    @Test func aShopThatCannotTakeItNowIsAskedOnceMore() async throws {
        let shop = try SilentShop(silences: 1, refusal: "503 Service Unavailable")
        #expect(try await order(at: shop).status == 0)
        #expect(Set(shop.keys).count == 1)
        shop.server.stop()
        let busy = try SilentShop(silences: .max, refusal: "503 Service Unavailable")
        let output = try await order(at: busy)
        #expect(output.status == 2)
        let key = try #require(busy.keys.first)
        #expect(
            output.standardError
                == "banchan: The server answered 503: nobody knows whether it was ordered. "
                + "To send the same order again: --key \(key)\n")
        busy.server.stop()
        let crowded = try SilentShop(silences: .max, refusal: "429 Too Many Requests")
        #expect(
            try await order(at: crowded).standardError
                == "banchan: The shop cannot take orders now (429). Try again later.\n")
        crowded.server.stop()
    }

    @Test(arguments: ["429 Too Many Requests", "403 Forbidden"])
    func theKeyOfAnOrderThatMayHaveArrivedIsToldWhateverKeepsTheSecondOneAway(_ second: String) async throws {
        let shop = try SilentShop(refusals: ["502 Bad Gateway", second])
        let output = try await order(at: shop)
        #expect(output.status == 2)
        let key = try #require(shop.keys.first)
        #expect(shop.keys == [key, key])
        #expect(
            output.standardError
                == "banchan: The server answered 502: nobody knows whether it was ordered. "
                + "To send the same order again: --key \(key)\n")
        shop.server.stop()
    }

    private func order(at shop: SilentShop) async throws -> Output {
        try await runWithoutTerminal(
            ["order", "H1", "--who", "지훈", "--server", "http://127.0.0.1:\(shop.server.port)"])
    }
}

/// A shop with one dish that leaves its first orders unanswered, or answers them with a status.
private struct SilentShop: Sendable {
    let server: LoopbackServer
    private let asked = NIOLockedValueBox<[String]>([])

    /// The idempotency keys of the orders received.
    var keys: [String] { asked.withLockedValue(\.self) }

    /// Answers the first orders with `refusals`.
    init(refusals: [String]) throws { try self.init(silences: refusals.count) { refusals[$0] } }

    init(silences: Int, refusal: String? = nil) throws { try self.init(silences: silences) { _ in refusal } }

    /// Answers the first orders with a status, by their number from 0, or not at all.
    private init(silences: Int, refusal: @escaping @Sendable (Int) -> String?) throws {
        let asked = asked
        server = try LoopbackServer { peer in
            guard let head = peer.readRequest() else { return }
            let close = ["Connection: close"]
            guard head.hasPrefix("POST /orders ") else {
                peer.answer(headers: close, body: head.hasPrefix("GET /woowa/main ") ? SilentShop.menu : "[]")
                return
            }
            peer.readWholeBody(of: head)
            let key = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("idempotency-key: ") }
            let count = asked.withLockedValue { asked in
                asked.append(String(key?.dropFirst("idempotency-key: ".count) ?? ""))
                return asked.count
            }
            if count > silences {
                peer.answer("201 Created", headers: close, body: #"{"id": 7, "number": 5, "total": 5000}"#)
            } else if let refusal = refusal(count - 1) {
                peer.answer(refusal, headers: close + ["Retry-After: 0"])
            }
        }
    }

    private static let menu = """
        [{"detail_hash": "H1", "image": "", "alt": "", "delivery_type": [], "title": "Kimchi", "description": "",
          "s_price": "5,000원"}]
        """
}
