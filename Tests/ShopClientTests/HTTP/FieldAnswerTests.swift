import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopHTTP
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopClient

/// Answers that servers in the field send: each is read, or told as what it is.
@Suite struct FieldAnswerTests {
    private static let list = Array(#"[{"detail_hash":"H1","title":"비빔밥","s_price":"12,900원"}]"#.utf8)
    private static let gzip = bytes(
        "H4sIAAAAAAACA4uuVkpJLUnMzInPSCzOULJS8jBU0lEqySzJSQVyXu9seb1zyusNS4FixfEFRZnJIFFDIx1LA4M3syco1cYCAE8I+ZtAAAAA")
    private static let gzipMembers = [
        bytes("H4sIAAAAAAACA4uuVkpJLUnMzInPSCzOULJS8jBUAgBhd5kmFAAAAA=="),
        bytes("H4sIAAAAAAACA9NRKsksyUlVslJ6vbPl9c4przcsVdJRKo4vKMpMBokaGulYGhi8mT1BqTYWAHY3oBosAAAA"),
    ]
    private static let zlib = bytes(
        "eJyLrlZKSS1JzMyJz0gszlCyUvIwVNJRKsksyUkFcl7vbHm9c8rrDUuBYsXxBUWZySBRQyMdSwODN7MnKNXGAgAHfRgk")
    private static let rawDeflate = bytes(
        "i65WSkktSczMic9ILM5QslLyMFTSUSrJLMlJBXJe72x5vXPK6w1LgWLF8QVFmckgUUMjHUsDgzezJyjVxgIA")

    private static func bytes(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }

    private static func whole(_ body: [UInt8], _ fields: String...) -> [UInt8] {
        let lines = ["HTTP/1.1 200 OK"] + fields + ["Content-Length: \(body.count)", "", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + body
    }

    private static func chunked(
        _ parts: [ArraySlice<UInt8>], extending: String = "", trailer: String = "", _ fields: String = ""
    )
        -> [UInt8]
    {
        let chunks = parts.flatMap {
            Array("\(String($0.count, radix: 16))\(extending)\r\n".utf8) + $0 + Array("\r\n".utf8)
        }
        return Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\(fields)\r\n".utf8) + chunks
            + Array("0\r\n\(trailer)\r\n".utf8)
    }

    /// An answer to a request for a list.
    struct Answer: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]

        init(_ name: String, _ bytes: [UInt8]) { (testDescription, self.bytes) = (name, bytes) }
    }

    private static let read: [Answer] = [
        Answer("plain", whole(list)),
        Answer("gzip", whole(gzip, "Content-Encoding: gzip")),
        Answer("zlib", whole(zlib, "Content-Encoding: deflate")),
        Answer("raw deflate", whole(rawDeflate, "Content-Encoding: deflate")),
        Answer("none", whole(list, "Content-Encoding: none")),
        Answer("UTF-8 as an encoding", whole(list, "Content-Encoding: UTF-8")),
        Answer("gzip and identity", whole(gzip, "Content-Encoding: gzip, identity")),
        Answer("two fields of encodings", whole(gzip, "Content-Encoding: Identity", "Content-Encoding: X-GZIP")),
        Answer("members of gzip", whole(gzipMembers.flatMap(\.self), "Content-Encoding: gzip")),
        Answer("zeros behind gzip", whole(gzip + [UInt8](repeating: 0, count: 64), "Content-Encoding: gzip")),
        Answer("zeros between members", whole(gzipMembers[0] + [0, 0] + gzipMembers[1], "Content-Encoding: gzip")),
        Answer(
            "gzip byte by byte",
            chunked(
                gzipMembers.flatMap(\.self).indices.map { index in
                    gzipMembers.flatMap(\.self)[index...index]
                }, "Content-Encoding: gzip\r\n")),
        Answer("chunk extension", chunked([list[..<9], list[9...]], extending: #";a="b""#)),
        Answer("trailer", chunked([list[...]], trailer: "X-Sum: 1\r\n")),
        Answer("early hints", Array("HTTP/1.1 103 Early Hints\r\n\r\n".utf8) + whole(list)),
        Answer("HTTP/1.0", Array("HTTP/1.0 200 OK\r\nContent-Length: \(list.count)\r\n\r\n".utf8) + list),
        Answer("until the end of the connection", Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + list),
        Answer(
            "raw deflate until the end of the connection",
            Array("HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n".utf8) + rawDeflate),
    ]

    private func fetch(_ answer: [UInt8]) async throws -> SectionRows? {
        let server = try HostileServer { peer, _ in peer.send(answer) }
        defer { server.stop() }
        return try await FieldAnswerTests.fetch(from: server)
    }

    private static func fetch(from server: HostileServer) async throws -> SectionRows? {
        let client = HTTPClient()
        defer { client.invalidate() }
        let source = HTTPSectionSource(
            client: client, address: try ShopAddress("http://127.0.0.1:\(server.port)"), limits: .untimed())
        guard case .content(let rows, _) = try await source.fetch(.main, validator: nil) else { return nil }
        return rows
    }

    @Test(arguments: read) func whatOtherClientsReadIsRead(_ answer: Answer) async throws {
        let rows = try #require(try await fetch(answer.bytes))
        #expect(rows.array(of: Dish.self).map(\.title) == ["비빔밥"])
    }

    @Test func aRedirectIsFollowedWhateverItsEncodingAndLettersAre() async throws {
        let server = try HostileServer { peer, head in
            guard head.hasPrefix("GET /woowa/main ") else {
                return _ = peer.send(FieldAnswerTests.whole(FieldAnswerTests.list))
            }
            let fields = "Location: /plain/../좋은 곳\r\nContent-Encoding: br\r\nContent-Length: 3"
            peer.send("HTTP/1.1 302 Found\r\n\(fields)\r\n\r\nabc")
        }
        defer { server.stop() }
        #expect(try await FieldAnswerTests.fetch(from: server)?.count == 1)
    }

    @Test func whatIsUnchangedIsSoWhateverItsEncodingIs() async throws {
        let server = try HostileServer { peer, _ in
            peer.send("HTTP/1.1 304 Not Modified\r\nContent-Encoding: br\r\n\r\n")
        }
        defer { server.stop() }
        let source = HTTPSectionSource(
            client: HTTPClient(), address: try ShopAddress("http://127.0.0.1:\(server.port)"), limits: .untimed())
        guard case .unchanged = try await source.fetch(.main, validator: "\"1\"") else {
            return #expect(Bool(false), "not unchanged")
        }
    }

    @Test(arguments: [
        Answer("a length beside chunks", chunked([list[...]], "Content-Length: \(list.count)\r\n")),
        Answer("the same length twice", whole(list, "Content-Length: \(list.count)")),
        Answer("line feeds only", Array("HTTP/1.1 200 OK\nContent-Length: \(list.count)\n\n".utf8) + list),
        Answer("another protocol", Array("SSH-2.0-OpenSSH_9.2p1\r\n".utf8)),
        Answer(
            "another protocol that is asked for", Array("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n".utf8)),
    ])
    func whatIsAmbiguousOrNotHTTPIsToldAsThat(_ answer: Answer) async throws {
        await #expect(throws: FetchFailure.notHTTP) { try await fetch(answer.bytes) }
    }

    @Test(
        arguments: [
            ("br", list), ("zstd", list), ("gzip, gzip", gzip), ("gzip", list), ("deflate", list),
            ("gzip", gzip.dropLast(9)),
            ("gzip", gzip + Array("more".utf8)), ("x\u{1B}[2J", list),
        ] as [(String, [UInt8])])
    func whatCannotBeDecodedNamesItsEncoding(_ coding: String, _ body: [UInt8]) async throws {
        let name = coding.hasPrefix("x") ? nil : coding
        await #expect {
            try await fetch(FieldAnswerTests.whole(body, "Content-Encoding: \(coding)"))
        } throws: { error in
            guard case .undecodable(let told)? = error as? FetchFailure else {
                return error as? FetchFailure == .notHTTP && name == nil
            }
            return name.map { told.string == $0 } ?? !told.string.unicodeScalars.contains("\u{1B}")
        }
    }

    @Test func aBodyWhoseConnectionEndsWithinItIsBrokenOffAndNotUndecodable() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8)
        await #expect(throws: FetchFailure.interrupted) { try await fetch(head + FieldAnswerTests.gzip.dropLast(9)) }
    }

    @Test(arguments: ["404 Not Found", "502 Bad Gateway"]) func aRefusalIsItsStatusWhateverItsEncodingIs(
        _ status: String
    ) async throws {
        for coding in ["br", "gzip"] {
            let answer = "HTTP/1.1 \(status)\r\nContent-Encoding: \(coding)\r\nContent-Length: 3\r\n\r\nabc"
            await #expect(throws: FetchFailure.status(Int(status.prefix(3)) ?? 0)) {
                try await fetch(Array(answer.utf8))
            }
        }
    }

    @Test func aChangeWhoseAnswerCannotBeDecodedIsMadeAndNotSentAgain() async throws {
        let server = try HostileServer { peer, _ in
            peer.answer("201 Created", headers: ["Content-Encoding: br"], body: "abc")
        }
        defer { server.stop() }
        let address = try ShopAddress("http://127.0.0.1:\(server.port)")
        let client = OrderClient.http(client: HTTPClient(), address: { address }, limits: .untimed())
        let order = PendingOrder(draft: draft(), session: UUID(), confirmedAt: .now)
        #expect(await client.place(order) == .made(nil))
        #expect(server.requests.count == 1)
    }

    @Test func anAnswerThatCannotBeDecodedIsNotAskedForAgainAndChangesNoServer() async throws {
        let first = try HostileServer { peer, _ in
            peer.answer(headers: ["Content-Encoding: br"], body: FieldAnswerTests.list)
        }
        let second = try HostileServer { peer, _ in peer.answer(body: FieldAnswerTests.list) }
        defer { [first, second].forEach { $0.stop() } }
        let servers = try ShopServers("http://127.0.0.1:\(first.port),http://127.0.0.1:\(second.port)")
        let client = HTTPClient(servers: ServerGroup(servers.addresses.map(\.description)))
        let backoff = ManualBackoff()
        let repository = SectionRepository(
            sections: [.main], source: HTTPSectionSource(client: client, address: servers.shop),
            backoff: backoff.backoff,
            spacing: .zero)
        let log = await MessageLog(of: repository)
        await running(repository) {
            await log.wait { $0.section(.main).failure == .undecodable(coding: "br") }
            #expect(repository.connection == .connected)
            repository.catchUp(since: .now)
            repository.poll([.main])
            repository.refetch(.main)
            await first.requests.wait(count: 2)
            await log.wait { !$0.section(.main).isFetching }
            #expect(first.requests.count == 2)
            #expect(second.requests.count == 0)
            #expect(backoff.begun.count == 0)
        }
    }

    @Test(arguments: [FetchFailure.undecodable(coding: "br"), .body(.charset("EUC-KR"))])
    func whatAnotherSectionsLossBringsBackDoesNotAskForWhatCannotBeDecoded(_ failure: FetchFailure) async throws {
        let (source, backoff) = (ScriptedSource(), ManualBackoff())
        let repository = SectionRepository(
            sections: [.main, .soup], source: source, backoff: backoff.backoff, spacing: .zero)
        let log = await MessageLog(of: repository)
        await running(repository) {
            await source.call(.main).fail(failure)
            // An answer that came after the loss would end the pause.
            await log.wait { $0.section(.main).failure == failure }
            await source.call(.soup).fail(.unreachable)
            await backoff.end(1)
            _ = await source.call(.soup, 2)
            #expect(source.count(.main) == 1)
        }
    }
}
