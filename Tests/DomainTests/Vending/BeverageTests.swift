import Domain
import Foundation
import TerminalText
import Testing

@Suite struct BeverageTests {
    @Test func aBeverageSaysWhatItIsAndWhenItWasMade() {
        let milk = Drinks.strawberry(made: Drinks.day("20261103"))
        #expect(milk.description == "StrawberryMilk - 한들목장, 200mL, 1,500원, 딸기우유, 20261103")
        #expect("\(Drinks.cola())" == "Cola - 한들목장, 350mL, 2,000원, 콜라, 20261121")
    }

    @Test func theHierarchyHasThreeLevels() {
        let drinks: [Beverage] = Drinks.ofEveryClass()
        #expect(drinks.map { $0 is Milk } == [true, true, true, false, false, false, false, false, false])
        #expect(drinks.map { $0 is Soda } == [false, false, false, true, true, true, false, false, false])
        #expect(drinks.map { $0 is Coffee } == [false, false, false, false, false, false, true, true, true])
    }

    @Test func everyClassIsKnownByItsName() {
        #expect(Drinks.ofEveryClass().map(\.product.drinkClass) == DrinkClass.allCases)
        for drinkClass in DrinkClass.allCases { #expect(drinkClass.beverage.drinkClass == drinkClass) }
        #expect(
            DrinkClass.allCases.map(\.kind).map(\.rawValue).joined(separator: " ")
                == "milk milk milk soda soda soda coffee coffee coffee")
    }

    @Test func milkIsSoldForAsLongAsItIsGood() {
        let milk = Drinks.strawberry(made: Drinks.day("20261225"), shelfLife: 10)
        #expect(milk.shelfLife == 10)
        #expect(milk.expiresOn == Drinks.day("20270104"))
        #expect(!milk.isExpired(on: Drinks.day("20270104")))
        #expect(milk.isExpired(on: Drinks.day("20270105")))
        #expect(!milk.isExpired(on: Drinks.day("20261225")))
    }

    @Test func whatIsNoMilkKeeps() {
        for drink in Drinks.ofEveryClass() where !(drink is Milk) {
            #expect(drink.expiresOn == nil)
            #expect(!drink.isExpired(on: Drinks.day("99991231")))
        }
    }

    @Test(arguments: [0, 8]) func milkTellsWhetherItsFruitIsReal(_ share: Int) {
        let label = Drinks.label("우유")
        let strawberry = StrawberryMilk(label, manufacturedOn: Drinks.today, shelfLife: 1, strawberryShare: share)
        #expect(strawberry.hasRealStrawberries == (share > 0))
        let banana = BananaMilk(label, manufacturedOn: Drinks.today, shelfLife: 1, bananaShare: share)
        #expect(banana.hasRealBananas == (share > 0))
    }

    @Test(arguments: [(4, false), (5, true)]) func chocolateIsDarkFromFivePercentOn(_ share: Int, _ isDark: Bool) {
        let milk = ChocolateMilk(Drinks.label("우유"), manufacturedOn: Drinks.today, shelfLife: 1, cocoaShare: share)
        #expect(milk.isDark == isDark)
    }

    @Test func sodaTellsWhatIsInIt() {
        let (label, today) = (Drinks.label("탄산"), Drinks.today)
        #expect(Cola(label, manufacturedOn: today, sugar: 0, caffeine: 34).isSugarFree)
        #expect(!Drinks.cola().isSugarFree)
        #expect(Cola(label, manufacturedOn: today, sugar: 38, caffeine: 0).isCaffeineFree)
        #expect(!Drinks.cola().isCaffeineFree)
        #expect(Cider(label, manufacturedOn: today, sugar: 1, citrusShare: 1).hasRealCitrus)
        #expect(!Cider(label, manufacturedOn: today, sugar: 1, citrusShare: 0).hasRealCitrus)
        let fanta = Fanta(label, manufacturedOn: today, sugar: 41, fruit: "포도")
        #expect(fanta.tastes(of: "포도"))
        #expect(!fanta.tastes(of: "오렌지"))
    }

    @Test(arguments: [(59, false), (60, true), (4, false)])
    func coffeeIsHotFromSixtyDegreesOn(_ temperature: Int, _ isHot: Bool) {
        #expect(Drinks.georgia(temperature: temperature).isHot == isHot)
    }

    @Test func nothingButCoffeeIsHot() {
        #expect(Drinks.ofEveryClass().filter(\.isHot).map(\.label.name) == ["티오피", "조지아 블랙"])
    }

    @Test func coffeeTellsWhatIsInIt() {
        let (label, today) = (Drinks.label("커피"), Drinks.today)
        let top = Top(label, manufacturedOn: today, temperature: 4, caffeine: 0, beans: "브라질")
        #expect(top.isDecaffeinated)
        #expect(!Drinks.georgia().isDecaffeinated)
        #expect(top.isMade(from: "브라질"))
        #expect(!top.isMade(from: "콜롬비아"))
        #expect(Cantata(label, manufacturedOn: today, temperature: 4, caffeine: 1, milkShare: 0).isBlack)
        #expect(!Cantata(label, manufacturedOn: today, temperature: 4, caffeine: 1, milkShare: 1).isBlack)
        #expect(Drinks.georgia().isDarkRoast)
        let light = Georgia(label, manufacturedOn: today, temperature: 4, caffeine: 1, roast: .light)
        #expect(!light.isDarkRoast)
    }

    @Test func theSameProductIsTheSameClassBrandNameVolumeAndPrice() {
        let product = Drinks.strawberry().product
        #expect(product == Drinks.strawberry(made: Drinks.day("20200101"), shelfLife: 3).product)
        #expect(product != Drinks.strawberry(price: 1_600).product)
        let label = Drinks.strawberry().label
        #expect(product != ChocolateMilk(label, manufacturedOn: Drinks.today, shelfLife: 10, cocoaShare: 8).product)
        for other in [
            Label(brand: "다른목장", name: label.name, volume: label.volume, price: label.price),
            Label(brand: label.brand, name: "우유", volume: label.volume, price: label.price),
            Label(brand: label.brand, name: label.name, volume: 201, price: label.price),
        ] {
            let drink = Drinks.strawberry()
            drink.relabel(as: other)
            #expect(drink.product != product)
        }
    }

    @Test(arguments: [
        ("20261121", 0, "20261121"), ("20261130", 1, "20261201"), ("20261231", 1, "20270101"),
        ("20240228", 1, "20240229"), ("20250228", 1, "20250301"), ("20261121", -21, "20261031"),
        ("19000101", -1, "19000101"), ("99991231", 1, "99991231"), ("20261121", 3_650, "20361118"),
    ])
    func daysAreCountedAcrossMonthsAndYears(_ from: String, _ days: Int, _ to: String) {
        #expect(Drinks.day(from).adding(days: days) == Drinks.day(to))
        let isInTheCalendar = from != to || days == 0
        #expect(Drinks.day(from).days(until: Drinks.day(to)) == (isInTheCalendar ? days : 0))
    }
}
