import Foundation
import TerminalProbe
import TestPeers
import TestSupport
import Testing

/// An unreadable record in a server's list, among valid ones.
@Suite struct LeftOutTests {
    private static func dish(_ hash: String, _ title: String, _ price: String) -> String {
        """
        {"detail_hash": "\(hash)", "image": "", "alt": "", "delivery_type": [], "title": "\(title)",
         "description": "", "s_price": "\(price)"}
        """
    }

    /// Invalid records, each of which is left out alone.
    private static let slips = [
        "null", "17", #"{"title": "Nameless"}"#, dish("H9", "Priceless", "ask at the counter"),
        dish("H8", "Cheap", "12,9"),
    ]

    @Test(arguments: slips) func theTerminalShowsTheOthersAndCountsIt(_ slip: String) async throws {
        let server = try LeftOutTests.server(slip)
        for (language, left, connected) in [("ko_KR.UTF-8", "1개 빠짐", "연결됨"), ("C.UTF-8", "1 left out", "connected")] {
            try await withShop(
                ["--server", "http://127.0.0.1:\(server.port)"], environment: ["LANG": language]
            ) { shop in
                try shop.wait(forText: connected)
                try shop.wait(forText: "Tofu")
                #expect(shop.shows("Kimchi"))
                #expect(shop.shows("Gim"))
                #expect(shop.shows(left))
            }
        }
        server.stop()
    }

    @Test(arguments: slips) func menuPrintsTheOthersAndTellsWhichAndWhy(_ slip: String) async throws {
        let server = try LeftOutTests.server(slip)
        let output = try await runWithoutTerminal(["menu", "--server", "http://127.0.0.1:\(server.port)"])
        #expect(output.status == 1)
        for title in ["Kimchi", "Tofu", "Gim"] { #expect(output.standardOutput.contains(title)) }
        #expect(output.standardError.split(separator: "\n").count == 1, "\(output.standardError)")
        #expect(output.standardError.contains("left out: "))
        // The second of four, counted from 1.
        #expect(output.standardError.contains("2"), "\(output.standardError)")
        server.stop()
    }

    @Test func severalAreCountedAndEachIsTold() async throws {
        let server = try LeftOutTests.server(LeftOutTests.slips.joined(separator: ", "))
        let output = try await runWithoutTerminal(["menu", "--server", "http://127.0.0.1:\(server.port)"])
        #expect(output.status == 1)
        #expect(output.standardError.split(separator: "\n").count == 5, "\(output.standardError)")
        try await withShop(["--server", "http://127.0.0.1:\(server.port)"]) { shop in
            try shop.wait(forText: "5개 빠짐")
        }
        server.stop()
    }

    /// Returns a server with three valid dishes, and `slips` after the first.
    private static func server(_ slips: String) throws -> LoopbackServer {
        let dishes = [
            dish("H1", "Kimchi", "5,000원"), slips, dish("H2", "Tofu", "2,000원"), dish("H3", "Gim", "1,000원"),
        ]
        let menu = "[\(dishes.joined(separator: ", "))]"
        return try LoopbackServer { peer in
            guard let head = peer.readRequest() else { return }
            let close = ["Connection: close"]
            if head.hasPrefix("GET /woowa/main ") {
                peer.answer(headers: close, body: menu)
            } else if head.hasPrefix("GET /woowa/") {
                peer.answer(headers: close, body: "[]")
            } else {
                peer.answer("404 Not Found", headers: close, body: #"{"error": "nothing"}"#)
            }
        }
    }
}
