import Domain
import Foundation

extension JuiceBarModule {
    static func check(_ check: inout ResourceCheck) {
        guard check.exists("juice") else { return }
        let fruits = check.items(in: "juice/fruits.json", .fruits) {
            try JSONDecoder().decode([FruitStock].self, from: $0)
        }
        let recipes = check.items(in: "juice/recipes.json", .recipes) {
            try JSONDecoder().decode([Recipe].self, from: $0)
        }
        let known = fruits.flatMap { checkFruits($0, &check) }
        if let recipes { checkRecipes(recipes, known, &check) }
    }

    /// Checks the fruits and returns them; `nil` unless all are valid.
    private static func checkFruits(
        _ fruits: ResourceCheck.Items<FruitStock>, _ check: inout ResourceCheck
    ) -> [FruitStock]? {
        var known: [FruitStock] = []
        for (fruit, node) in fruits.all {
            check.expectEnglish(FileDescription.fruits.fields, of: node, in: fruits.file)
            if known.contains(where: { $0.id == fruit.id }) {
                check.add(.problem, .sameID(fruit.id.name), in: fruits.file, at: node["id"])
            } else if let fault = fault(of: [fruit]) {
                check.addInvalid(node[fault.rawValue] ?? node, of: node, in: fruits.file, FileDescription.fruits.shape)
            } else {
                known.append(fruit)
            }
        }
        return known.count == fruits.file.root.items.count ? known : nil
    }

    /// Checks the recipes. If there are invalid fruits, the recipes' ingredients are not checked, because most findings
    /// would only follow from those.
    private static func checkRecipes(
        _ recipes: ResourceCheck.Items<Recipe>, _ known: [FruitStock]?, _ check: inout ResourceCheck
    ) {
        var ids: Set<JuiceID> = []
        for (recipe, node) in recipes.all {
            check.expectEnglish(FileDescription.recipes.fields, of: node, in: recipes.file)
            if !ids.insert(recipe.id).inserted {
                check.add(.problem, .sameID(recipe.id.name), in: recipes.file, at: node["id"])
            }
            guard let known else { continue }
            let unknown = recipe.needs.keys.filter { fruit in !known.contains { $0.id == fruit } }
            for fruit in unknown.map(\.name).sorted() {
                check.add(.problem, .unknownFruit(fruit), in: recipes.file, at: node["needs"]?[fruit] ?? node)
            }
            guard unknown.isEmpty else { continue }
            if let fault = fault(of: known, [recipe]) {
                check.addInvalid(
                    node[fault.rawValue] ?? node, of: node, in: recipes.file, FileDescription.recipes.shape)
            }
        }
    }

    private static func fault(of fruits: [FruitStock], _ recipes: [Recipe] = []) -> JuiceMakerError.Fault? {
        do throws(JuiceMakerError) {
            _ = try JuiceMaker(fruits: fruits, recipes: recipes)
            return nil
        } catch {
            switch error {
            case .fruit(_, let fault), .recipe(_, let fault): return fault
            }
        }
    }
}

extension FindingText {
    fileprivate static func unknownFruit(_ fruit: String) -> FindingText {
        FindingText(
            korean: "juice/fruits.json에 없는 과일입니다: \(fruit)", english: "This fruit is not in juice/fruits.json: \(fruit)"
        )
    }
}
