import Domain
import Foundation
import ShopResources
import ShopServer
import TestSupport
import Testing

@Suite struct StartTests {
    @Test func aMissingDirectoryIsNamed() {
        let nowhere = URL(filePath: "/nowhere/at/all", directoryHint: .isDirectory)
        #expect(throws: ShopServerError.missingResource(path: "/nowhere/at/all/menu/main.json")) {
            try ShopServer(ShopServer.Configuration(resources: nowhere))
        }
    }

    @Test func aMissingFileIsNamed() async throws {
        try await withShop(replacing: [.soup: nil]) { shop in
            let path = shop.path(percentEncoded: false) + "/menu/soup.json"
            #expect(throws: ShopServerError.missingResource(path: path)) { try open(shop) }
        }
    }

    /// The juice bar has less to read and therefore finds its problem first.
    @Test func ofFilesThatAreReadBesideEachOtherTheFirstModulesProblemIsTold() async throws {
        try await withShop(replacing: [.soup: nil]) { shop in
            try Data("[]".utf8).write(to: shop.appending(components: "juice", "recipes.json"))
            let path = shop.path(percentEncoded: false) + "/menu/soup.json"
            let files = await ShopFiles.reading(below: shop)
            #expect(throws: ShopServerError.missingResource(path: path)) { try files.get() }
        }
    }

    @Test(arguments: [
        ("", SectionBodyError.empty), ("[{detail_hash: \"H\"}]", .notJSON),
        ("<html>", .foreign(item: nil, expected: .list, found: .page)),
        ("[{\"detail_hash\": \"H\"}]", .missing(item: 0, key: "image")),
    ])
    func aMalformedFileIsNamedWithTheReason(_ content: String, _ reason: SectionBodyError) async throws {
        try await withShop(replacing: [.side: Data(content.utf8)]) { shop in
            let path = shop.path(percentEncoded: false) + "/menu/side.json"
            #expect(throws: ShopServerError.unreadableResource(path: path, why: reason)) { try open(shop) }
        }
    }

    @Test func aFileThatCannotBeReadIsNamedWithTheReason() async throws {
        try await withShop(replacing: [.main: nil]) { shop in
            let file = shop.appending(components: "menu", "main.json")
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            let path = file.path(percentEncoded: false)
            #expect(throws: ShopServerError.inaccessibleResource(path: path, code: EISDIR)) { try open(shop) }
        }
    }

    @Test func aPortInUseIsSaid() async throws {
        try await withServer { first in
            let port = first.port ?? 0
            await #expect(throws: ShopServerError.portInUse(host: "127.0.0.1", port: port)) {
                try await run(host: "127.0.0.1", port: port)
            }
        }
    }

    @Test(arguments: [-1, 65_536]) func aPortThatDoesNotExistIsSaid(_ port: Int) async {
        await #expect(throws: ShopServerError.noSuchPort(port)) { try await run(host: "127.0.0.1", port: port) }
    }

    @Test func anAddressOfAnotherMachineCannotBeListenedOn() async {
        // An address reserved for documentation, which no machine has (RFC 5737).
        let expected = ShopServerError.cannotListen(host: "192.0.2.1", port: 0, code: EADDRNOTAVAIL)
        await #expect(throws: expected) { try await run(host: "192.0.2.1", port: 0) }
    }

    @Test func anUnknownHostIsSaid() async {
        await #expect(throws: ShopServerError.unknownHost("not a host")) { try await run(host: "not a host", port: 0) }
    }

    @Test func aServerOnVersionSixOfTheInternetProtocolHasABracketedURL() async throws {
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        configuration.host = "::1"
        let server = RunningServer(try ShopServer(configuration))
        let url = try await server.url
        #expect(url.absoluteString.hasPrefix("http://[::1]:"))
        try await server.stop()
    }

    @Test func aBrokenDetailIsSaidAtTheStartUnlessTheFilesAreKnownToBeValid() async throws {
        let broken = "details/B2.json"
        try await SmallShop.with([broken: Data("{".utf8)]) { shop in
            let path = shop.path(percentEncoded: false) + "/" + broken
            let files = await ShopFiles.reading(below: shop)
            #expect(throws: ShopServerError.unreadableResource(path: path, why: .notJSON)) { try files.get() }
            let valid = try await ShopFiles.reading(below: shop, areValid: true).get()
            let server = RunningServer(try ShopServer(ShopServer.Configuration(resources: shop), valid))
            let url = try await server.url
            let other = try await ask(url, "woowa/detail/A1")
            #expect(other.status == 200)
            let unreadable = try await ask(url, "woowa/detail/B2")
            #expect(unreadable.status == 404)
            // It is read when it is needed, so that it need not have been valid at the start.
            try Data(SmallShop.detail("B2", prices: "[]").utf8).write(to: shop.appending(path: broken))
            let mended = try await ask(url, "woowa/detail/B2")
            #expect(mended.status == 200)
            try await server.stop()
        }
    }

    private func open(_ resources: URL) throws {
        _ = try ShopServer(ShopServer.Configuration(resources: resources))
    }

    private func run(host: String, port: Int) async throws {
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        configuration.host = host
        configuration.port = port
        try await ShopServer(configuration).run { _ in Issue.record("The server is ready.") }
    }
}
