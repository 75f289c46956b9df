import Domain
import TerminalText

/// Sample drinks: one of every class.
enum Drinks {
    static let today = day("20261121")

    static func day(_ text: String) -> Day {
        guard let day = Day(text: text) else { fatalError("no day: \(text)") }
        return day
    }

    static func label(_ name: PlainText, volume: Int = 200, price: Int = 1_500) -> Label {
        Label(brand: "한들목장", name: name, volume: volume, price: Won(price))
    }

    static func strawberry(made: Day = today, shelfLife: Int = 10, price: Int = 1_500) -> StrawberryMilk {
        StrawberryMilk(label("딸기우유", price: price), manufacturedOn: made, shelfLife: shelfLife, strawberryShare: 8)
    }

    static func cola(made: Day = today, price: Int = 2_000) -> Cola {
        Cola(label("콜라", volume: 350, price: price), manufacturedOn: made, sugar: 38, caffeine: 34)
    }

    static func georgia(temperature: Int = 65, price: Int = 1_200) -> Georgia {
        Georgia(
            label("조지아 블랙", volume: 240, price: price), manufacturedOn: today, temperature: temperature, caffeine: 120,
            roast: .dark)
    }

    static func ofEveryClass() -> [any Sellable] {
        [
            strawberry(),
            ChocolateMilk(label("초코우유"), manufacturedOn: today, shelfLife: 12, cocoaShare: 3),
            BananaMilk(label("바나나우유"), manufacturedOn: today, shelfLife: 14, bananaShare: 4),
            cola(),
            Cider(label("사이다"), manufacturedOn: today, sugar: 30, citrusShare: 2),
            Fanta(label("환타"), manufacturedOn: today, sugar: 41, fruit: "오렌지"),
            Top(label("티오피"), manufacturedOn: today, temperature: 62, caffeine: 96, beans: "콜롬비아"),
            Cantata(label("칸타타"), manufacturedOn: today, temperature: 4, caffeine: 88, milkShare: 15),
            georgia(),
        ]
    }
}
