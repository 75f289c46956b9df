import Domain
import TerminalText
import Testing

@Suite struct VendingMachineTests {
    private let today = Drinks.today

    @Test func itTakesNotesAndKeepsTheBalance() throws {
        var machine = VendingMachine()
        #expect(machine.balance == Won(0))
        try machine.insert(Won(1_000))
        try machine.insert(Won(5_000))
        #expect(machine.balance == Won(6_000))
    }

    @Test(arguments: [-1_000, 0, 1, 500, 999, 1_001, 10_000, Int.max])
    func itTakesNothingElse(_ amount: Int) throws {
        var machine = VendingMachine()
        #expect(throws: VendingError.notANote(Won(amount))) { try machine.insert(Won(amount)) }
        #expect(machine.balance == Won(0))
    }

    @Test func itDoesNotTakeMoreThanItHolds() throws {
        var machine = VendingMachine(balance: Won(99_000))
        #expect(throws: VendingError.tooMuchMoney(balance: Won(99_000))) { try machine.insert(Won(5_000)) }
        try machine.insert(Won(1_000))
        #expect(machine.balance == DrinksMachine.maxBalance)
    }

    @Test func theChangeIsAllThatIsLeft() throws {
        var machine = VendingMachine()
        let nothing = machine.giveChange()
        #expect(nothing == Won(0))
        try machine.insert(Won(5_000))
        try machine.add(Drinks.cola())
        _ = try machine.buy(Drinks.cola().product, on: today)
        let change = machine.giveChange()
        #expect(change == Won(3_000))
        #expect(machine.balance == Won(0))
    }

    @Test func whatIsPutInIsThereByKind() throws {
        var machine = VendingMachine()
        #expect(machine.stock.isEmpty)
        try machine.add(Drinks.strawberry())
        try machine.add(Drinks.cola(), count: 3)
        try machine.add(Drinks.strawberry(made: Drinks.day("20261120")))
        #expect(machine.stock.mapValues(\.beverages) == [.milk: 2, .soda: 3])
        #expect(machine.stock[.soda]?.first?.beverage is Cola)
    }

    @Test(arguments: [-1, 101, Int.max, Int.min]) func noMoreIsPutInThanFits(_ count: Int) throws {
        var machine = VendingMachine()
        #expect(throws: VendingError.noSuchCount(count)) { try machine.add(Drinks.cola(), count: count) }
        #expect(machine.batches.isEmpty)
    }

    @Test func whatTheBalanceSufficesForCanBeBought() throws {
        var machine = VendingMachine()
        for drink in [Drinks.strawberry(), Drinks.cola(), Drinks.georgia()] as [any Sellable] { try machine.add(drink) }
        #expect(machine.affordable(on: today).isEmpty)
        try machine.insert(Won(1_000))
        #expect(machine.affordable(on: today).isEmpty)
        try machine.insert(Won(1_000))
        #expect(machine.affordable(on: today).map(\.label.name) == ["딸기우유", "콜라", "조지아 블랙"])
        _ = try machine.buy(Drinks.georgia().product, on: today)
        #expect(machine.affordable(on: today).isEmpty)
    }

    @Test func whatIsGoneOrHasGoneBadCannotBeBoughtForAnyMoney() throws {
        var machine = VendingMachine(balance: Won(50_000))
        try machine.add(Drinks.strawberry(made: Drinks.day("20261101")), count: 5)
        try machine.add(Drinks.cola())
        _ = try machine.buy(Drinks.cola().product, on: today)
        #expect(machine.affordable(on: today).isEmpty)
        let (cola, milk) = (Drinks.cola().product, Drinks.strawberry().product)
        #expect(throws: VendingError.soldOut(cola)) { try machine.buy(cola, on: today) }
        #expect(throws: VendingError.onlyExpired(milk)) { try machine.buy(milk, on: today) }
        #expect(machine.balance == Won(48_000))
        #expect(machine.purchases.count == 1)
        #expect(machine.stock.mapValues(\.beverages) == [.milk: 5])
    }

    @Test func withTooLittleMoneyNothingChanges() throws {
        var machine = VendingMachine(balance: Won(1_000))
        try machine.add(Drinks.cola())
        #expect(throws: VendingError.tooLittleMoney(price: Won(2_000), balance: Won(1_000))) {
            try machine.buy(Drinks.cola().product, on: today)
        }
        #expect(machine.balance == Won(1_000))
        #expect(machine.purchases.isEmpty)
        #expect(machine.batches.beverages == 1)
    }

    @Test func whatGoesBadFirstIsSoldFirstAndWhatWentBadIsLeft() throws {
        var machine = VendingMachine(balance: Won(50_000))
        let days = ["20261120", "20261101", "20261115", "20261118"].map(Drinks.day)
        for day in days { try machine.add(Drinks.strawberry(made: day)) }
        let product = Drinks.strawberry().product
        let sold = try (0..<3).map { _ in try machine.buy(product, on: today).manufacturedOn.text }
        #expect(sold == ["20261115", "20261118", "20261120"])
        #expect(throws: VendingError.onlyExpired(product)) { try machine.buy(product, on: today) }
        #expect(machine.batches.map(\.beverage.manufacturedOn.text) == ["20261101"])
    }

    @Test func whatKeepsIsSoldInTheOrderInWhichItWasMade() throws {
        var machine = VendingMachine(balance: Won(50_000))
        for day in ["20261120", "20260101"] { try machine.add(Drinks.cola(made: Drinks.day(day))) }
        let sold = try machine.buy(Drinks.cola().product, on: today)
        #expect(sold.manufacturedOn == Drinks.day("20260101"))
    }

    @Test func theBottleThatIsSoldIsTheOneThatWasPutIn() throws {
        var machine = VendingMachine(balance: Won(5_000))
        let milk = Drinks.strawberry()
        try machine.add(milk)
        let sold = try machine.buy(milk.product, on: today)
        #expect(sold === milk)
    }

    @Test func onlyWhatHasExpiredIsListedAsThat() throws {
        var machine = VendingMachine()
        for drink in Drinks.ofEveryClass() { try machine.add(drink) }
        #expect(machine.expired(on: today).isEmpty)
        let later = today.adding(days: 13)
        #expect(machine.expired(on: later).map(\.beverage.label.name) == ["딸기우유", "초코우유"])
        #expect(machine.expired(on: today.adding(days: 3_000)).map(\.beverage.kind) == [.milk, .milk, .milk])
    }

    @Test func onlyWhatIsHotIsListedAsThat() throws {
        var machine = VendingMachine()
        for drink in Drinks.ofEveryClass() { try machine.add(drink) }
        try machine.add(Drinks.georgia(temperature: 4))
        #expect(machine.hot.map(\.beverage.label.name) == ["티오피", "조지아 블랙"])
    }

    @Test func theHistoryHasWhatWasBoughtInItsOrder() throws {
        var machine = VendingMachine(balance: Won(10_000))
        for drink in [Drinks.cola(), Drinks.strawberry(), Drinks.georgia()] as [any Sellable] {
            try machine.add(drink, count: 2)
        }
        for product in [Drinks.georgia().product, Drinks.cola().product, Drinks.georgia().product] {
            _ = try machine.buy(product, on: today)
        }
        #expect(machine.purchases.map(\.label.name) == ["조지아 블랙", "콜라", "조지아 블랙"])
    }

    @Test func theKeeperSetsHowManyCanBeSold() throws {
        var machine = VendingMachine()
        try machine.add(Drinks.strawberry(made: Drinks.day("20261101")), count: 3)
        let product = Drinks.strawberry().product
        try machine.restock(Drinks.strawberry(), to: 10, on: today)
        #expect(machine.count(of: product, on: today) == 10)
        #expect(machine.batches.beverages == 13)
        try machine.restock(Drinks.strawberry(made: Drinks.day("20261122")), to: 12, on: today)
        try machine.restock(Drinks.strawberry(), to: 1, on: today)
        // The oldest beverages were removed first, and expired ones were not touched.
        #expect(machine.batches.map(\.beverage.manufacturedOn.text) == ["20261101", "20261122"])
        #expect(machine.batches.map(\.count) == [3, 1])
        #expect(throws: VendingError.noSuchCount(101)) {
            try machine.restock(Drinks.strawberry(), to: 101, on: today)
        }
    }

    @Test func theKeeperTakesOutWhatHasExpired() throws {
        var machine = VendingMachine()
        try machine.add(Drinks.strawberry(made: Drinks.day("20261101")), count: 3)
        try machine.add(Drinks.strawberry(), count: 2)
        let out = machine.removeExpired(Drinks.strawberry().product, on: today)
        #expect(out.beverages == 3)
        #expect(machine.emptied.map(\.beverage.manufacturedOn.text) == ["20261101"])
        #expect(machine.batches.beverages == 2)
        let none = machine.removeExpired(Drinks.cola().product, on: today)
        #expect(none.isEmpty)
    }

    @Test func aWholeDayAtTheMachine() throws {
        var machine = VendingMachine()
        for drink in Drinks.ofEveryClass() { try machine.add(drink, count: 2) }
        try machine.add(Drinks.strawberry(made: Drinks.day("20261001")))
        #expect(machine.stock.mapValues(\.beverages) == [.milk: 7, .soda: 6, .coffee: 6])
        #expect(machine.expired(on: today).map(\.beverage.manufacturedOn.text) == ["20261001"])
        #expect(machine.hot.beverages == 4)

        try machine.insert(Won(1_000))
        #expect(machine.affordable(on: today).isEmpty)
        try machine.insert(Won(1_000))
        #expect(machine.affordable(on: today).count == 9)
        let milk = try machine.buy(Drinks.strawberry().product, on: today)
        #expect(milk.manufacturedOn == today)
        #expect(machine.balance == Won(500))
        #expect(throws: VendingError.self) { try machine.buy(Drinks.cola().product, on: today) }

        try machine.insert(Won(5_000))
        _ = try machine.buy(Drinks.cola().product, on: today)
        _ = try machine.buy(Drinks.strawberry().product, on: today)
        #expect(throws: VendingError.onlyExpired(Drinks.strawberry().product)) {
            try machine.buy(Drinks.strawberry().product, on: today)
        }
        #expect(machine.purchases.map(\.kind) == [.milk, .soda, .milk])
        #expect(machine.stock.mapValues(\.beverages) == [.milk: 5, .soda: 5, .coffee: 6])
        let change = machine.giveChange()
        #expect(change == Won(2_000))
        #expect(machine.balance == Won(0))
    }
}
