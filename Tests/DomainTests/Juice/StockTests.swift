import Domain
import Testing

@Suite struct StockTests {
    private let kiwi = FruitID("kiwi")
    private let mango = FruitID("mango")

    @Test(arguments: [0, 1, 99, 100]) func aCountWithinTheBoundsCanBeSet(_ count: Int) throws {
        var stock = try Bar.stock(of: 10)
        let change = try stock.set([kiwi: count])
        #expect(stock[kiwi] == count)
        #expect(stock[mango] == 10)
        #expect(change.counts == [kiwi: count])
    }

    @Test(arguments: [-1, 101, .max, .min]) func aCountOutsideOfThemSetsNothing(_ count: Int) throws {
        let before = try Bar.stock(of: 10)
        var stock = before
        #expect(throws: StockError.noSuchCount(kiwi, count)) { try stock.set([mango: 5, kiwi: count]) }
        #expect(stock == before)
        #expect(throws: StockError.noSuchCount(kiwi, count)) { try Stock([kiwi: count]) }
    }

    @Test func aFruitThatTheBarDoesNotKnowSetsNothing() throws {
        let before = try Bar.stock(of: 10)
        var stock = before
        let durian = FruitID("durian")
        #expect(throws: StockError.unknownFruit(durian)) { try stock.set([mango: 5, durian: 1]) }
        #expect(stock == before)
        #expect(stock[durian] == 0)
    }

    @Test func aChangeNamesOnlyTheFruitsThatChanged() throws {
        var stock = try Bar.stock(of: 10)
        let change = try stock.set([kiwi: 10, mango: 9])
        #expect(change.counts == [mango: 9])
        let none = try stock.set([:])
        #expect(none.counts.isEmpty)
    }

    @Test func aFruitThatIsNewInTheBarBeginsWithItsOpeningStock() throws {
        var stock = try Stock([kiwi: 0])
        let change = stock.open(with: try Stock([kiwi: 10, mango: 7]))
        #expect(change.counts == [mango: 7])
        #expect(stock[kiwi] == 0)
        #expect(stock[mango] == 7)
    }
}
