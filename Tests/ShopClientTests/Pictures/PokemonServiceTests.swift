import Foundation
import NIOConcurrencyHelpers
import ShopClient
import ShopHTTP
import ShopResources
import ShopServer
import TerminalText
import TestPeers
import TestSupport
import Testing

/// The Pokémon service with a fake server that fails in every possible way.
@Suite struct PokemonServiceTests {
    private static let picture = TestPicture.plain(0x30A0F0)

    @Test func aCreatureComesWithItsPictureFromWhereItsFactsSay() async throws {
        let sprites = try HostileServer { peer, _ in peer.answer(body: Self.picture) }
        defer { sprites.stop() }
        let api = try HostileServer { peer, _ in
            peer.answer(body: Self.facts(25, sprite: "\"http://127.0.0.1:\(sprites.port)/other/25.png\""))
        }
        defer { api.stop() }
        let creature = try await Self.service(api).pokemon(25)
        #expect(creature.id == 25)
        #expect(creature.name == "pikachu")
        #expect(creature.height == 4)
        #expect(creature.weight == 60)
        #expect(creature.sprite == Self.picture)
        #expect(api.requests.all.first?.hasPrefix("GET /base/api/v2/pokemon/25 HTTP/1.1\r\n") == true)
        #expect(sprites.requests.all.first?.hasPrefix("GET /other/25.png HTTP/1.1\r\n") == true)
        for head in api.requests.all + sprites.requests.all {
            #expect(head.contains("User-Agent: \(HTTPClient.userAgent)\r\n"))
        }
    }

    @Test func aRandomCreatureIsOneOfAThousand() async throws {
        let api = try HostileServer { peer, _ in peer.answer(body: Self.facts(1, sprite: "null")) }
        defer { api.stop() }
        let service = try Self.service(api)
        for _ in 0..<20 { _ = await fault { try await service.random() } }
        let numbers = api.requests.all.compactMap { head in
            Int(head.dropFirst("GET /base/api/v2/pokemon/".count).prefix { $0.isNumber })
        }
        #expect(numbers.count == 20)
        #expect(numbers.allSatisfy { (1...1_000).contains($0) })
        #expect(Set(numbers).count > 1)
    }

    @Test func aCreatureWithoutAPictureIsToldAsThat() async throws {
        for sprites in [#"{"front_default": null}"#, "{}", #"{"front_default": ""}"#] {
            let fault = try await fault { peer, _ in
                peer.answer(body: #"{"id": 7, "name": "squirtle", "height": 5, "weight": 90, "sprites": \#(sprites)}"#)
            }
            #expect(fault == .noSprite(name: "squirtle"))
        }
    }

    @Test(arguments: [
        ("403 Forbidden", PokemonFault.forbidden), ("401 Unauthorized", .forbidden), ("404 Not Found", .notFound),
        ("410 Gone", .notFound), ("500 Internal Server Error", .server(status: 500)),
        ("503 Service Unavailable", .server(status: 503)), ("304 Not Modified", .server(status: 304)),
        ("429 Too Many Requests", .tooMany(after: nil)),
    ])
    func everyRefusalIsToldAsWhatItIsWhicheverOfBothHostsRefuses(_ status: String, _ expected: PokemonFault)
        async throws
    {
        #expect(try await fault { peer, _ in peer.answer(status) } == expected)
        #expect(try await spriteFault { peer in peer.answer(status) } == expected)
    }

    @Test func aServiceThatWantsToBeLeftAloneIs() async throws {
        let api = try HostileServer { peer, _ in peer.answer("429 Too Many Requests", headers: ["Retry-After: 60"]) }
        defer { api.stop() }
        let service = try Self.service(api)
        let first = await fault { try await service.pokemon(1) }
        #expect(first == .tooMany(after: .seconds(60)))
        guard case .tooMany(let rest?) = await fault({ try await service.pokemon(2) }) else { throw Unexpected() }
        #expect(rest > .seconds(30))
        #expect(rest <= .seconds(60))
        #expect(api.requests.all.count == 1)
    }

    @Test func whatIsNoAnswerAndWhatIsNoPictureIsTold() async throws {
        #expect(try await fault { peer, _ in peer.answer(body: "<html>") } == .unreadable)
        #expect(try await fault { peer, _ in peer.answer(body: "{}") } == .unreadable)
        #expect(
            try await fault { peer, _ in peer.answer(body: Self.facts(1, sprite: "\"file:///etc/passwd\"")) }
                == .unreadable)
        #expect(try await fault { _, _ in } == .unreachable)
        #expect(try await spriteFault { peer in peer.answer(body: "<html>") } == .notAPicture)
        #expect(try await spriteFault { peer in peer.answer() } == .notAPicture)
        #expect(try await spriteFault { peer in peer.answer(body: Self.picture.prefix(60)) } == .notAPicture)
        #expect(try await spriteFault { _ in } == .unreachable)
    }

    @Test func anAnswerThatIsTooLargeIsGivenUp() async throws {
        let spaces = String(repeating: " ", count: 3 << 20)
        #expect(try await fault { peer, _ in peer.answer(body: spaces) } == .tooLarge(limit: 2 << 20))
        #expect(try await spriteFault { peer in peer.answer(body: spaces) } == .tooLarge(limit: 1 << 20))
    }

    @Test func aServiceThatTakesTooLongIsGivenUp() async throws {
        let api = try HostileServer { peer, _ in peer.stayOpen() }
        defer { api.stop() }
        let limits = HTTPLimits(bodyBytes: 1 << 20, deadline: .milliseconds(150))
        let address = try ShopAddress("http://127.0.0.1:\(api.port)")
        let service = PokemonService(client: HTTPClient(), cache: nil, recordLimits: limits) { address }
        #expect(await fault { try await service.pokemon(1) } == .slow)
    }

    @Test func whereNobodyListensItIsUnreachable() async throws {
        try await HostileServer.withoutServer { url in
            let address = try ShopAddress(url.absoluteString)
            let service = PokemonService(client: HTTPClient(), cache: nil) { address }
            #expect(await fault { try await service.pokemon(1) } == .unreachable)
        }
        let nowhere = PokemonService(client: HTTPClient(), cache: nil) { nil }
        #expect(await fault { try await nowhere.pokemon(1) } == .unreachable)
    }

    @Test func ofSeveralRequestsOnlyTheLastOneDelivers() async throws {
        let server = try Self.completeServer { peer, head in
            guard head.hasPrefix("GET /base/api/v2/pokemon/1 ") else { return false }
            peer.stayOpen()
            return true
        }
        defer { server.stop() }
        let service = try Self.service(server)
        let first = Task { await fault { try await service.pokemon(1) } }
        await server.requests.wait(count: 1)
        let last = try await service.pokemon(2)
        #expect(last.id == 2)
        #expect(await first.value == .superseded)
    }

    @Test func whoIsCancelledGetsNothing() async throws {
        let server = try HostileServer { peer, _ in peer.stayOpen() }
        defer { server.stop() }
        let service = try Self.service(server)
        let request = Task { await fault { try await service.pokemon(1) } }
        await server.requests.wait(count: 1)
        request.cancel()
        #expect(await request.value == .superseded)
    }

    @Test func aCreatureThatIsKeptIsNeverAskedForAgain() async throws {
        try await withCacheDirectory { directory in
            let server = try Self.completeServer()
            let address = try ShopAddress("http://127.0.0.1:\(server.port)/base")
            let cache = PokemonCache(directory: directory.path, service: "fake")
            let service = PokemonService(client: HTTPClient(), cache: cache) { address }
            let creature = try await service.pokemon(25)
            server.stop()
            // As in a later run of the program, offline.
            let later = PokemonService(
                client: HTTPClient(), cache: PokemonCache(directory: directory.path, service: "fake")
            ) { address }
            #expect(try await later.pokemon(25) == creature)
            let other = PokemonService(
                client: HTTPClient(), cache: PokemonCache(directory: directory.path, service: "other")
            ) { nil }
            #expect(await fault { try await other.pokemon(25) } == .unreachable)
        }
    }

    @Test func aCacheThatIsBrokenIsFetchedAgain() async throws {
        try await withCacheDirectory { directory in
            let server = try Self.completeServer()
            defer { server.stop() }
            let address = try ShopAddress("http://127.0.0.1:\(server.port)/base")
            let cache = PokemonCache(directory: directory.path, service: "fake")
            let service = PokemonService(client: HTTPClient(), cache: cache) { address }
            let creature = try await service.pokemon(25)
            for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
                let file = directory.appending(component: name)
                try Data(try Data(contentsOf: file).dropLast(8)).write(to: file)
            }
            #expect(try await service.pokemon(25) == creature)
            #expect(server.requests.all.count == 4)
        }
    }

    @Test func theShopsOwnServerStandsInForIt() async throws {
        try await withServer(ShopServer.Configuration(resources: try ShopResources.directory())) { url in
            let address = try ShopAddress(url.absoluteString)
            let service = PokemonService(client: HTTPClient(), cache: nil) { address }
            for number in [1, 500, 1_000] {
                let creature = try await service.pokemon(number)
                #expect(creature.id == number)
                #expect(!creature.name.isEmpty)
            }
            guard case .noSprite = await fault({ try await service.pokemon(404) }) else { throw Unexpected() }
            #expect(await fault { try await service.pokemon(1_001) } == .notFound)
        }
    }

    // MARK: The fake service

    private struct Unexpected: Error {}

    private static func facts(_ id: Int, sprite: String) -> String {
        """
        {"abilities": [], "height": 4, "id": \(id), "name": "pikachu", "order": 35, "weight": 60,
        "sprites": {"back_default": null, "front_default": \(sprite), "other": {"home": {"front_default": null}}}}
        """
    }

    /// Answers all requests properly, unless `instead` handles one and returns `true`.
    private static func completeServer(
        instead: @escaping @Sendable (Peer, String) -> Bool = { _, _ in false }
    ) throws -> HostileServer {
        let port = NIOLockedValueBox<UInt16>(0)
        let server = try HostileServer { peer, head in
            guard !instead(peer, head) else { return }
            let path = head.split(separator: " ")[1]
            if path.hasSuffix(".png") {
                peer.answer(body: picture)
            } else {
                let id = path.split(separator: "/").last.flatMap { Int($0) } ?? 0
                let sprite = "\"http://127.0.0.1:\(port.withLockedValue { $0 })/\(id).png\""
                peer.answer(body: facts(id, sprite: sprite))
            }
        }
        port.withLockedValue { $0 = server.port }
        return server
    }

    private static func service(_ server: HostileServer) throws -> PokemonService {
        let address = try ShopAddress("http://127.0.0.1:\(server.port)/base")
        return PokemonService(client: HTTPClient(), cache: nil) { address }
    }

    /// Returns the fault reported for a record that is answered by `script`.
    private func fault(_ script: @escaping HostileServer.Script) async throws -> PokemonFault? {
        let server = try HostileServer(script: script)
        defer { server.stop() }
        let service = try Self.service(server)
        return await fault { try await service.pokemon(1) }
    }

    /// Returns the fault reported for a picture that is answered by `script`.
    private func spriteFault(_ script: @escaping @Sendable (Peer) -> Void) async throws -> PokemonFault? {
        let server = try Self.completeServer { peer, head in
            guard head.contains(".png ") else { return false }
            script(peer)
            return true
        }
        defer { server.stop() }
        let service = try Self.service(server)
        return await fault { try await service.pokemon(1) }
    }

    private func fault(_ body: () async throws -> Pokemon) async -> PokemonFault? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? PokemonFault
        }
    }
}

private func withCacheDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-pokemon-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory)
}
