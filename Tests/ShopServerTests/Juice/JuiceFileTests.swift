import Domain
import Foundation
import ShopServer
import Testing

@Suite struct JuiceFileTests {
    private let fruits = #"[{"id":"kiwi","name":"키위","count":10}]"#
    private let recipes = #"[{"id":"kiwi","name":"키위쥬스","price":4500,"needs":{"kiwi":3}}]"#

    @Test(arguments: ["fruits.json", "recipes.json"]) func aMissingFileIsNamed(_ name: String) async throws {
        try await withShop(replacing: [:]) { shop in
            let file = shop.appending(components: "juice", name)
            try FileManager.default.removeItem(at: file)
            #expect(throws: ShopServerError.missingResource(path: file.path())) { try open(shop) }
        }
    }

    @Test(arguments: [
        ("", SectionBodyError.empty), ("<html>", .notJSON), ("[{}]", .missing(item: 0, key: "id")),
        (#"[{"id":"kiwi","name":"키위","count":"10"}]"#, .unreadable(item: 0, key: "count")),
        (#"[{"id":"kiwi","name":"키위","count":101}]"#, .unreadable(item: 0, key: "count")),
    ])
    func unusableFruitsAreNamedWithTheReason(_ content: String, _ reason: SectionBodyError) async throws {
        try await expect(reason, inFile: "fruits.json", content)
    }

    @Test(arguments: [
        (
            #"[{"id":"a","name":"쥬스","price":1,"needs":{"durian":1}}]"#,
            SectionBodyError.unreadable(item: 0, key: "needs")
        ),
        (#"[{"id":"a","name":"쥬스","price":"1","needs":{"kiwi":1}}]"#, .unreadable(item: 0, key: "price")),
        (#"[{"id":"a","name":"쥬스","price":1}]"#, .missing(item: 0, key: "needs")),
        (#"[{"id":"a","name":"쥬스","price":-1,"needs":{"kiwi":1}}]"#, .unreadable(item: 0, key: "price")),
    ])
    func unusableRecipesAreNamedWithTheReason(_ content: String, _ reason: SectionBodyError) async throws {
        try await expect(reason, inFile: "recipes.json", content)
    }

    private func expect(_ reason: SectionBodyError, inFile name: String, _ content: String) async throws {
        try await withShop(replacing: [:]) { shop in
            let folder = shop.appending(component: "juice")
            try Data(fruits.utf8).write(to: folder.appending(component: "fruits.json"))
            try Data(recipes.utf8).write(to: folder.appending(component: "recipes.json"))
            let file = folder.appending(component: name)
            try open(shop)
            try Data(content.utf8).write(to: file)
            #expect(throws: ShopServerError.unreadableResource(path: file.path(), why: reason)) { try open(shop) }
        }
    }

    private func open(_ resources: URL) throws {
        _ = try ShopServer(ShopServer.Configuration(resources: resources))
    }
}
