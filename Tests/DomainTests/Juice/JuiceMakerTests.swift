import Domain
import TerminalText
import Testing

@Suite struct JuiceMakerTests {
    @Test(arguments: Bar.recipes) func aJuiceTakesExactlyWhatItsRecipeSays(_ recipe: Recipe) throws {
        var stock = try Bar.stock(of: 50)
        let change = try Bar.maker().make(recipe, from: &stock)
        for fruit in Bar.fruits { #expect(stock[fruit] == 50 - (recipe.needs[fruit] ?? 0)) }
        #expect(Set(change.counts.keys) == Set(recipe.needs.keys))
        #expect(change.after == stock)
    }

    @Test(arguments: Bar.recipes) func exactlyEnoughIsEnoughAndLeavesNothing(_ recipe: Recipe) throws {
        var stock = try Stock(recipe.needs)
        _ = try Bar.maker().make(recipe, from: &stock)
        for fruit in recipe.needs.keys { #expect(stock[fruit] == 0) }
    }

    @Test(arguments: Bar.recipes) func oneShortOfAnyFruitMakesNothingAndChangesNothing(_ recipe: Recipe) throws {
        for fruit in recipe.needs.keys {
            var counts = recipe.needs
            counts[fruit, default: 0] -= 1
            let before = try Stock(counts)
            var stock = before
            #expect(throws: Shortage(missing: [fruit: 1])) { try Bar.maker().make(recipe, from: &stock) }
            #expect(stock == before)
        }
    }

    @Test func whateverIsMissingIsNamedWithHowMuch() throws {
        let recipe = try #require(Bar.maker().recipe(for: JuiceID("strawberry-banana")))
        var stock = try Stock([FruitID("strawberry"): 4])
        let all = Shortage(missing: [FruitID("strawberry"): 6, FruitID("banana"): 1])
        #expect(throws: all) { try Bar.maker().make(recipe, from: &stock) }
    }

    @Test func aNewBarMakesStrawberryWithBananaOnceAndNoStrawberryAtAll() throws {
        let maker = try Bar.maker()
        var stock = maker.openingStock
        let strawberry = try #require(maker.recipe(for: JuiceID("strawberry")))
        #expect(throws: Shortage(missing: [FruitID("strawberry"): 6])) { try maker.make(strawberry, from: &stock) }
        let both = try #require(maker.recipe(for: JuiceID("strawberry-banana")))
        _ = try maker.make(both, from: &stock)
        #expect(throws: Shortage(missing: [FruitID("strawberry"): 10])) { try maker.make(both, from: &stock) }
        #expect(stock[FruitID("banana")] == 9)
    }

    @Test func theMenuTellsWhatCanBeMadeNow() throws {
        let maker = try Bar.maker()
        let names = maker.juices(from: maker.openingStock).filter(\.available).map(\.id.name)
        #expect(names == ["banana", "kiwi", "pineapple", "strawberry-banana", "mango", "mango-kiwi"])
        #expect(maker.juices(from: try Bar.stock(of: 0)).allSatisfy { !$0.available })
        #expect(maker.juices(from: try Bar.stock(of: 16)).allSatisfy(\.available))
    }

    @Test func onlySectionsThatLookDifferentCountAsChanged() throws {
        let maker = try Bar.maker()
        var stock = maker.openingStock
        let both = try #require(maker.recipe(for: JuiceID("strawberry-banana")))
        let sale = try maker.make(both, from: &stock)
        #expect(maker.sections(changedBy: sale) == [.juices, .fruits])
        let fewer = try stock.set([FruitID("banana"): 8])
        #expect(maker.sections(changedBy: fewer) == [.fruits])
        let same = try stock.set([FruitID("banana"): 8])
        #expect(maker.sections(changedBy: same).isEmpty)
    }

    @Test func aJuiceThatIsNotMadeHereHasNoRecipe() throws {
        #expect(try Bar.maker().recipe(for: JuiceID("durian")) == nil)
    }
}

@Suite struct JuiceBarDataTests {
    private let banana = FruitStock(id: FruitID("banana"), name: "바나나", count: 10)

    @Test(arguments: [
        ("", "바나나", 1, JuiceMakerError.Fault.id), ("kiwi", "", 1, .name), ("kiwi", "키위", -1, .count),
        ("kiwi", "키위", 101, .count), ("banana", "바나나", 1, .id),
    ])
    func aFruitThatCannotBeIsNamed(_ id: String, _ name: String, _ count: Int, _ fault: JuiceMakerError.Fault) {
        let odd = FruitStock(id: FruitID(id), name: .init(name), count: count)
        #expect(throws: JuiceMakerError.fruit(at: 1, fault)) { try JuiceMaker(fruits: [banana, odd], recipes: []) }
    }

    @Test(arguments: [
        ("", "쥬스", 1, ["banana": 1], JuiceMakerError.Fault.id), ("a", "", 1, ["banana": 1], .name),
        ("a", "쥬스", -1, ["banana": 1], .price), ("a", "쥬스", 1, [:], .needs), ("a", "쥬스", 1, ["banana": 0], .needs),
        ("a", "쥬스", 1, ["banana": -1], .needs), ("a", "쥬스", 1, ["banana": 101], .needs),
        ("a", "쥬스", 1, ["kiwi": 1], .needs), ("a  b", "쥬스", 1, ["banana": 1], .id), (" a", "쥬스", 1, ["banana": 1], .id),
    ])
    func aRecipeThatCannotBeFollowedIsNamed(
        _ id: String, _ name: String, _ price: Int, _ needs: [String: Int], _ fault: JuiceMakerError.Fault
    ) {
        let recipe = Recipe(
            id: JuiceID(id), name: .init(name), price: Won(price),
            needs: Dictionary(uniqueKeysWithValues: needs.map { (FruitID($0), $1) }))
        #expect(throws: JuiceMakerError.recipe(at: 0, fault)) {
            try JuiceMaker(fruits: [banana], recipes: [recipe])
        }
    }

    @Test func twoJuicesOfOneNameAreNoMenu() {
        let recipe = Recipe(id: JuiceID("a"), name: "쥬스", price: Won(1), needs: [FruitID("banana"): 1])
        #expect(throws: JuiceMakerError.recipe(at: 1, .id)) {
            try JuiceMaker(fruits: [banana], recipes: [recipe, recipe])
        }
    }
}
