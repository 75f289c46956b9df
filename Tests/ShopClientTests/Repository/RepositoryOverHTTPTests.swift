import Domain
import Foundation
import ShopClient
import ShopHTTP
import TestPeers
import TestSupport
import Testing

/// A repository that fetches from a scripted server, tested from the bytes to the sections.
@Suite struct RepositoryOverHTTPTests {
    private static let limits = HTTPLimits.untimed(bodyBytes: 100_000)

    private func repository(
        of server: HostileServer, _ sections: [SectionDefinition] = [.main], limits: HTTPLimits = limits
    ) async throws -> (SectionRepository, MessageLog) {
        let source = HTTPSectionSource(
            client: HTTPClient(), address: try ShopAddress(server.url.absoluteString), limits: limits)
        let repository = SectionRepository(
            sections: sections, source: source, backoff: ManualBackoff().backoff, spacing: .zero)
        return (repository, await MessageLog(of: repository))
    }

    /// Returns the section after one fetch from a server that runs `script`.
    private func section(
        within limits: HTTPLimits = limits, from script: @escaping HostileServer.Script
    ) async throws -> Section {
        let server = try HostileServer(script: script)
        defer { server.stop() }
        let (repository, log) = try await repository(of: server, limits: limits)
        await running(repository) {
            await log.wait { $0.section(.main).failure != nil || $0.section(.main).isFresh }
        }
        return repository.section(.main)
    }

    @Test func whoAsksIsToldOnlyWhereThatMatters() async throws {
        let server = try HostileServer { peer, _ in peer.answer(body: "[]") }
        defer { server.stop() }
        let session = TerminalSession(directory: nil)
        let source = HTTPSectionSource(
            client: HTTPClient(), address: try ShopAddress(server.url.absoluteString),
            credentials: Credentials(session: session, keeper: Secret("keeper-token")))
        for audience in [SectionDefinition.Audience.everybody, .terminal, .keeper] {
            let section = SectionDefinition(SectionID(path: "a"), for: audience, rows: Dish.self)
            _ = try await source.fetch(section, validator: nil)
        }
        let heads = server.requests.all.map { $0.lowercased() }
        let name = "banchan-session: \(session.id.uuidString.lowercased())"
        #expect(heads.map { $0.contains(name) } == [false, true, true])
        #expect(heads.map { $0.contains("authorization: bearer keeper-token") } == [false, false, true])
    }

    @Test(arguments: ["application/json", "text/html", "image/png", "", "text/plain; charset=\"euc-kr"])
    func aMenuIsAMenuWhateverItsTypeIsCalled(type: String) async throws {
        let rows = try body(dishes(3))
        let section = try await section { peer, _ in peer.answer(headers: ["Content-Type: \(type)"], body: rows) }
        #expect(section.dishes == dishes(3))
    }

    @Test func aBodyWithAByteOrderMarkHalvesOfSurrogatesAndInvalidBytesIsRead() async throws {
        let text = String(decoding: try body(dishes(1)), as: UTF8.self)
            .replacingOccurrences(of: "반찬", with: #"\ud83c@@"#)
        var bytes = Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)
        let range = try #require(bytes.range(of: Data("@@".utf8)))
        bytes.replaceSubrange(range, with: [0xFF, 0xEA])
        let sent = bytes
        let section = try await section { peer, _ in peer.answer(body: sent) }
        #expect(section.total == 1)
    }

    @Test func eachFailureIsToldAsWhatItIs() async throws {
        func failure(_ script: @escaping HostileServer.Script) async throws -> FetchFailure? {
            try await section(from: script).failure
        }
        #expect(try await failure { peer, _ in peer.answer("404 Not Found", body: "[]") } == .status(404))
        #expect(try await failure { peer, _ in peer.answer("500 Oops", body: "[]") } == .status(500))
        #expect(try await failure { peer, _ in peer.answer("304 Not Modified") } == .status(304))
        #expect(try await failure { peer, _ in peer.answer("204 No Content") } == .status(204))
        #expect(try await failure { peer, _ in peer.answer() } == .body(.empty))
        #expect(
            try await failure { peer, _ in peer.answer(body: "<html></html>") }
                == .body(.foreign(item: nil, expected: .list, found: .page)))
        #expect(
            try await failure { peer, _ in peer.answer(body: #"{"statusCode": 403, "body": []}"#) }
                == .body(.refused(403)))
        #expect(try await failure { peer, _ in peer.answer("302 Found", headers: ["Location: /"]) } == .redirected)
        let short = HTTPLimits(deadline: .milliseconds(100))
        let hanging = try await section(within: short) { peer, _ in peer.stayOpen() }
        #expect(hanging.failure == .timedOut)
        #expect(try await failure { _, _ in } == .interrupted)
        #expect(try await failure { peer, _ in peer.resetOnClose() } == .interrupted)
        #expect(
            try await failure { peer, _ in peer.answer(body: String(repeating: " ", count: 200_000)) }
                == .tooLarge(limit: 100_000))
    }

    @Test func theValidatorGoesBackAsItCame() async throws {
        let rows = try body(dishes(2))
        let server = try HostileServer { peer, head in
            if head.contains("If-None-Match: W/\"a b\"\r\n") {
                peer.answer("304 Not Modified")
            } else {
                peer.answer(headers: ["ETag: W/\"a b\""], body: rows)
            }
        }
        defer { server.stop() }
        let (repository, log) = try await repository(of: server)
        try await running(repository) {
            await log.waitUntilFresh(.main)
            let first = try #require(repository.section(.main).confirmedAt)
            repository.refetch(.main)
            await log.wait { $0.section(.main).confirmedAt ?? first > first }
        }
        #expect(repository.section(.main).contentVersion == 1)
        #expect(repository.section(.main).isFresh)
        #expect(server.requests.count == 2)
    }

    @Test func aValidatorThatCannotBeSentBackIsNone() async throws {
        let rows = try body(dishes(2))
        let server = try HostileServer { peer, _ in
            peer.answer(headers: ["ETag: \"" + String(repeating: "x", count: 1_000) + "\""], body: rows)
        }
        defer { server.stop() }
        let (repository, log) = try await repository(of: server)
        await running(repository) {
            await log.waitUntilFresh(.main)
            repository.refetch(.main)
            await server.requests.wait(count: 2)
        }
        #expect(!server.requests.all[1].contains("If-None-Match"))
    }

    @Test func oneSectionHangsAndTheOthersArrive() async throws {
        let rows = try body(dishes(2))
        let server = try HostileServer { peer, head in
            if head.hasPrefix("GET /woowa/soup ") { peer.stayOpen() } else { peer.answer(body: rows) }
        }
        defer { server.stop() }
        let (repository, log) = try await repository(of: server, SectionDefinition.menu, limits: .standard)
        await running(repository) {
            await log.waitUntilFresh(.main)
            await log.waitUntilFresh(.side)
            #expect(repository.section(.soup).isFetching)
        }
        #expect(!repository.section(.soup).isFetching)
    }

    @Test func leavingWhileEverythingHangsReturns() async throws {
        let server = try HostileServer { peer, _ in peer.stayOpen() }
        defer { server.stop() }
        let (repository, _) = try await repository(of: server, SectionDefinition.menu, limits: .standard)
        await running(repository) { await server.requests.wait(count: 3) }
        #expect(SectionID.menu.allSatisfy { !repository.section($0).isFetching })
    }
}
