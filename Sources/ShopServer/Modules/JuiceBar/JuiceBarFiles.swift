import Domain
import Foundation

/// Reads the juice bar's files in the resources.
enum JuiceBarFiles {
    /// Reads `juice/fruits.json` and `juice/recipes.json` below `resources`. Returns `nil` if there is no such
    /// directory, in which case the shop has no juice bar.
    static func maker(resources: URL) throws(ShopServerError) -> JuiceMaker? {
        let directory = resources.appending(component: "juice", directoryHint: .isDirectory)
        guard FileManager.default.fileExists(atPath: directory.path(percentEncoded: false)) else { return nil }
        let fruits = path("fruits.json", in: directory)
        let recipes = path("recipes.json", in: directory)
        let (kinds, book): ([FruitStock], [Recipe]) = (
            try ResourceFile.list(in: fruits), try ResourceFile.list(in: recipes)
        )
        do throws(JuiceMakerError) {
            return try JuiceMaker(fruits: kinds, recipes: book)
        } catch {
            throw .unreadableJuiceBar(error, fruits: fruits, recipes: recipes)
        }
    }

    private static func path(_ name: String, in directory: URL) -> String {
        directory.appending(component: name, directoryHint: .notDirectory).path(percentEncoded: false)
    }
}

extension ShopServerError {
    /// Returns an error that names the invalid file and key.
    fileprivate static func unreadableJuiceBar(_ error: JuiceMakerError, fruits: String, recipes: String) -> Self {
        switch error {
        case .fruit(let item, let fault):
            .unreadableResource(path: fruits, why: .unreadable(item: item, key: fault.rawValue))
        case .recipe(let item, let fault):
            .unreadableResource(path: recipes, why: .unreadable(item: item, key: fault.rawValue))
        }
    }
}
