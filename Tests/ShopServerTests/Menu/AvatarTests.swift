import Domain
import Foundation
import TestSupport
import Testing

@testable import ShopServer

/// The shop's own avatars in its resources.
@Suite struct AvatarDataTests {
    private static let maxBytes = 2_000

    @Test func thereAreTwentyFourAndNoTwoShareANameOrAPicture() throws {
        let avatars = try catalog().avatars
        #expect(avatars.count == 24)
        #expect(Set(avatars.map(\.name)).count == 24)
        #expect(Set(try avatars.map { try bytes($0.image) }).count == 24)
    }

    @Test func eachIsASmallFileOf96PixelsASide() throws {
        for avatar in try catalog().avatars {
            let file = try bytes(avatar.image)
            #expect(PictureHeader(file) == PictureHeader(format: .png, width: 96, height: 96), "\(avatar.image)")
            #expect(file.count < AvatarDataTests.maxBytes, "\(avatar.image)")
        }
    }

    @Test func eachHasASizeThatOneCanImagine() throws {
        for avatar in try catalog().avatars {
            #expect((2...32).contains(avatar.height), "\(avatar)")
            #expect((1...2_000).contains(avatar.weight), "\(avatar)")
        }
    }

    @Test func nothingLiesBesideThemThatNobodyShows() throws {
        let files = try fileNames(in: "avatars")
        #expect(files == (try catalog().avatars.map(\.image) + ["avatars.json"]).sorted())
    }

    private func catalog() throws -> AvatarCatalog { try #require(try AvatarCatalog(resources: shopFile(""))) }

    private func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: shopFile("avatars/\(name)"))) }
}

/// Lists of avatars as a shop owner may write them.
@Suite struct AvatarFileTests {
    @Test func numbersGoThroughTheAvatarsInTurn() async throws {
        try await withAvatars(#"[\#(avatar("a.png")),\#(avatar("b.png")),\#(avatar("c.png"))]"#) { shop in
            let catalog = try #require(try AvatarCatalog(resources: shop))
            let images = [1, 2, 3, 4, 25, 1_000].map { catalog.avatar($0)?.image }
            #expect(images == ["a.png", "b.png", "c.png", "a.png", "a.png", "a.png"])
        }
    }

    @Test(arguments: [0, -1, 1_001, .max, .min]) func thereIsNoOtherNumber(_ number: Int) throws {
        let catalog = try #require(try AvatarCatalog(resources: shopFile("")))
        #expect(catalog.avatar(number) == nil)
        #expect(try catalog.picture(number) == nil)
    }

    @Test(arguments: [
        ("", SectionBodyError.empty), ("<html>", .notJSON), ("[]", .empty), ("[{}]", .missing(item: 0, key: "name")),
        (avatar("a.png", name: ""), .unreadable(item: 1, key: "name")),
        (avatar("a.png", height: 0), .unreadable(item: 1, key: "height")),
        (avatar("a.png", weight: -1), .unreadable(item: 1, key: "weight")),
        (avatar("a.jpg"), .unreadable(item: 1, key: "image")),
        (avatar("../menu.png"), .unreadable(item: 1, key: "image")),
        (avatar(".a.png"), .unreadable(item: 1, key: "image")),
    ])
    func anUnusableListIsNamedWithTheReason(_ content: String, _ reason: SectionBodyError) async throws {
        let list = content.hasPrefix("{") ? "[\(avatar("a.png")),\(content)]" : content
        try await withAvatars(list) { shop in
            let path = shop.appending(path: "avatars/avatars.json").path()
            #expect(throws: ShopServerError.unreadableResource(path: path, why: reason)) {
                try ShopServer(.init(resources: shop))
            }
        }
    }

    @Test(arguments: ["avatars.json", "b.png"]) func aMissingFileIsNamed(_ name: String) async throws {
        try await withAvatars("[\(avatar("a.png")),\(avatar("b.png"))]") { shop in
            let file = shop.appending(components: "avatars", name)
            try FileManager.default.removeItem(at: file)
            #expect(throws: ShopServerError.missingResource(path: file.path())) {
                try ShopServer(.init(resources: shop))
            }
        }
    }

    /// Runs `body` with a shop that has this list of avatars and the files `a.png`, `b.png` and `c.png`.
    private func withAvatars(_ list: String, _ body: (URL) async throws -> Void) async throws {
        try await withShop(replacing: [:]) { shop in
            let directory = shop.appending(component: "avatars")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
            try Data(list.utf8).write(to: directory.appending(component: "avatars.json"))
            for name in ["a.png", "b.png", "c.png"] {
                try Data("x".utf8).write(to: directory.appending(component: name))
            }
            try await body(shop)
        }
    }
}

/// Returns one entry of a list.
private func avatar(_ image: String, name: String = "두부", height: Int = 3, weight: Int = 20) -> String {
    #"{"image":"\#(image)","name":"\#(name)","height":\#(height),"weight":\#(weight)}"#
}

/// The avatars as the server's routes describe them.
@Suite struct AvatarRouteTests {
    private struct Facts: Decodable {
        struct Sprites: Decodable { let front_default: String? }
        let id: Int
        let name: String
        let height: Int
        let weight: Int
        let sprites: Sprites
    }

    @Test func anAvatarIsToldInTheShapeOfTheRealService() async throws {
        try await withServer { server in
            let reply = try await ask(server, "api/v2/pokemon/25")
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "application/json; charset=utf-8")
            let facts = try JSONDecoder().decode(Facts.self, from: reply.body)
            let first = try #require(try AvatarCatalog(resources: shopFile(""))?.avatars.first)
            #expect(facts.id == 25)
            #expect(facts.name == first.name)
            #expect(facts.height == first.height)
            #expect(facts.weight == first.weight)
            #expect(facts.sprites.front_default == "\(server.absoluteString)/sprites/25.png")
            let again = try await ask(server, "api/v2/pokemon/25", fields: ["If-None-Match": reply["ETag"] ?? ""])
            #expect(again.status == 304)
        }
    }

    @Test(arguments: [(1, "01.png"), (24, "24.png"), (25, "01.png"), (1_000, "16.png")])
    func itsPictureIsTheFile(_ number: Int, _ file: String) async throws {
        try await withServer { server in
            let reply = try await ask(server, "sprites/\(number).png")
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "image/png")
            #expect(reply["Cache-Control"] == "no-cache")
            #expect(reply["X-Content-Type-Options"] == "nosniff")
            #expect(reply.body == (try Data(contentsOf: shopFile("avatars/\(file)"))))
            let again = try await ask(server, "sprites/\(number).png", fields: ["If-None-Match": reply["ETag"] ?? ""])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
    }

    @Test func fiveNumbersHaveNoPicture() async throws {
        try await withServer { server in
            for number in [132, 351, 404, 718, 905] {
                let reply = try await ask(server, "api/v2/pokemon/\(number)")
                #expect(reply.status == 200, "\(number)")
                #expect(String(decoding: reply.body, as: UTF8.self).contains(#""front_default":null"#))
                #expect(try await ask(server, "sprites/\(number).png").status == 404)
            }
        }
    }

    private static let nothing = [
        "api/v2/pokemon/0", "api/v2/pokemon/1001", "api/v2/pokemon/025", "api/v2/pokemon/-1", "api/v2/pokemon/x",
        "api/v2/pokemon/99999999999999999999", "sprites/0.png", "sprites/25", "sprites/25.jpg", "sprites/.png",
        "sprites/+1.png", "sprites/01.png",
    ]

    @Test func everythingElseAnswers404() async throws {
        try await withServer { server in
            for path in AvatarRouteTests.nothing {
                let reply = try await ask(server, path)
                #expect(reply.status == 404, "\(path)")
                #expect(try reply.texts["error"] != nil)
            }
        }
    }

    @Test(arguments: ["api/v2/pokemon/25", "sprites/25.png"])
    func aShopWithoutAvatarsSaysSo(_ path: String) async throws {
        try await withShop(replacing: [:]) { shop in
            try await withServer(resources: shop) { server in
                let reply = try await ask(server, path)
                #expect(reply.status == 404)
                #expect(try reply.texts == ["error": "This shop has no avatars."])
            }
        }
    }

    @Test func nothingHarmfulOfAHostIsRepeated() async throws {
        try await withServer { server in
            let reply = try await ask(server, "api/v2/pokemon/25", fields: ["Host": "a\"b/<x>"])
            #expect(reply.status == 421)
        }
    }
}
