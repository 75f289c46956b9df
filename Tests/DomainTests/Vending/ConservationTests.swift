import Domain
import TestPeers
import Testing

/// No sequence of operations on the machine creates or loses money or bottles.
@Suite struct ConservationTests {
    @Test(arguments: 0..<50 as Range<UInt64>) func moneyAndBottlesAreConserved(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (machine, books) = (VendingMachine(), Books())
        for _ in 0..<400 {
            try books.note(somethingHappening(to: &machine, books.day, &random))
            #expect(books.inserted == books.spent + machine.balance.amount + books.returned, "seed \(seed)")
            #expect(books.putIn == machine.batches.beverages + machine.purchases.count + books.takenOut, "seed \(seed)")
            #expect((0...DrinksMachine.maxBalance.amount).contains(machine.balance.amount), "seed \(seed)")
        }
        #expect(books.spent == machine.purchases.reduce(0) { $0 + $1.label.price.amount })
        #expect(books.spent > 0)
        #expect(books.returned > 0)
        #expect(books.takenOut > 0)
    }

    /// The totals of money and bottles as seen from outside the machine.
    private struct Books {
        var inserted = 0
        var spent = 0
        var returned = 0
        var putIn = 0
        var takenOut = 0
        var day = Drinks.today

        mutating func note(_ event: Event) {
            switch event {
            case .inserted(let amount): inserted += amount
            case .spent(let amount): spent += amount
            case .returned(let amount): returned += amount
            case .putIn(let count): putIn += count
            case .takenOut(let count): takenOut += count
            case .refused: break
            case .nextDay: day = day.adding(days: 1)
            }
        }
    }

    private enum Event {
        case inserted(Int)
        case spent(Int)
        case returned(Int)
        case putIn(Int)
        case takenOut(Int)
        case refused
        case nextDay
    }

    private func somethingHappening(
        to machine: inout VendingMachine, _ day: Day, _ random: inout SeededGenerator
    ) throws -> Event {
        let drinks = Drinks.ofEveryClass()
        let drink = drinks[Int.random(in: drinks.indices, using: &random)]
        do throws(VendingError) {
            switch Int.random(in: 0..<12, using: &random) {
            case 0...3:
                let amount = [1_000, 5_000, 500, -1_000, 5_000][Int.random(in: 0..<5, using: &random)]
                try machine.insert(Won(amount))
                return .inserted(amount)
            case 4...7:
                let bought = try machine.buy(drink.product, on: day)
                #expect(!bought.isExpired(on: day))
                return .spent(bought.label.price.amount)
            case 8: return .returned(machine.giveChange().amount)
            case 9:
                let before = machine.batches.beverages
                try machine.restock(drink, to: Int.random(in: 0...6, using: &random), on: day)
                return .putIn(machine.batches.beverages - before)
            case 10: return .takenOut(machine.removeExpired(drink.product, on: day).beverages)
            default: return .nextDay
            }
        } catch {
            return .refused
        }
    }
}
