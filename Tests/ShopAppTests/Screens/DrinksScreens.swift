import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText

@testable import ShopApp

/// Returns the shop at the drinks machine, after `machine` was received and `keys` were pressed.
private func drinksMachine(
    _ size: Size, _ colors: PictureColors, _ machine: DrinksMachine? = MachineFixture.machine,
    _ keys: Key...
) -> ShopState {
    var state = recordedShop(size, colors, at: .character("3"))
    if let machine { state.tell(.machine(.success(machine))) }
    for key in keys { state.press(key) }
    return state
}

/// Returns the screen of the machine's keeper, after `keeping` was received; not received yet if `nil`.
func adminScreen(
    _ size: Size, _ colors: PictureColors, _ keeping: DrinksOverview? = MachineFixture.keeping, _ keys: Key...
) -> ShopState {
    var state = drinksMachine(size, colors, MachineFixture.machine, .character("a"))
    if let keeping { state.tell(.admin(.success(keeping), zone: .gmt)) }
    for key in keys { state.press(key) }
    return state
}

extension ScreenFile {
    static let drinks = [
        ScreenFile("drinks") { drinksMachine($0, $1) },
        ScreenFile("drinks-unknown") { size, colors in
            var state = drinksMachine(size, colors, nil)
            state.tell(.machine(.failure(.timedOut)))
            return state
        },
        ScreenFile("drinks-nothing-bought") { size, colors in
            drinksMachine(size, colors, DrinksMachine(balance: Won(0), affordable: [], purchases: []), .character("t"))
        },
        ScreenFile("drinks-pictures") { size, colors in
            let pictured = MachineFixture.drinks.map(MachineFixture.pictured)
            var state = ShopState(
                size: size,
                sections: Fixture.sections + DrinkKind.allCases.map { MachineFixture.section($0, pictured) },
                connection: .connected, pictureColors: colors, now: Fixture.noon)
            state.press(.character("2"))
            let bought = [0, 4, 2, 0].enumerated().map { MachineFixture.bought($0 + 1, pictured[$1]) }
            state.tell(.machine(.success(DrinksMachine(balance: Won(0), affordable: [], purchases: bought))))
            state.showPictures()
            return state
        },
        ScreenFile("drinks-buy") { drinksMachine($0, $1, MachineFixture.machine, .enter) },
        ScreenFile("drinks-too-dear") { size, colors in
            var state = drinksMachine(size, colors, MachineFixture.machine, .enter, .enter)
            state.answer(.insufficientBalance(missing: Won(500)))
            return state
        },
        ScreenFile("drinks-sold-out") { size, colors in
            var state = drinksMachine(size, colors, MachineFixture.machine, .enter, .enter)
            state.answer(.unavailable(.soldOut))
            return state
        },
        ScreenFile("drinks-bought") { size, colors in
            var state = drinksMachine(size, colors, MachineFixture.machine, .enter, .enter)
            let drink = MachineFixture.bought(9, MachineFixture.strawberry)
            state.answer(.bought(SoldDrink(drink: drink, balance: Won(800))))
            return state
        },
        ScreenFile("drinks-leave") { drinksMachine($0, $1, MachineFixture.machine, .character("q")) },
        ScreenFile("drinks-leave-balance") { size, colors in
            var state = drinksMachine(size, colors, MachineFixture.machine, .character("q"), .enter)
            state.answer(.unanswered(.unreachable))
            return state
        },
    ]

    static let keeper = [
        ScreenFile("keeper-loading") { adminScreen($0, $1, nil) },
        ScreenFile("keeper-stock") { adminScreen($0, $1, MachineFixture.keeping, .down) },
        ScreenFile("keeper-expired") { adminScreen($0, $1, MachineFixture.keeping, .tab) },
        ScreenFile("keeper-remove-expired") { adminScreen($0, $1, MachineFixture.keeping, .tab, .character("x")) },
        ScreenFile("keeper-hot") { adminScreen($0, $1, MachineFixture.keeping, .tab, .tab) },
        ScreenFile("keeper-sales") { adminScreen($0, $1, MachineFixture.keeping, .backTab) },
        ScreenFile("keeper-nothing-sold") { size, colors in
            adminScreen(size, colors, DrinksOverview(drinks: [], history: MachineFixture.noHistory), .backTab)
        },
        ScreenFile("keeper-forbidden") { size, colors in
            var state = adminScreen(size, colors, nil)
            state.tell(.admin(.failure(.status(401)), zone: .gmt))
            return state
        },
        ScreenFile("keeper-failed") { size, colors in
            var state = adminScreen(size, colors)
            state.tell(.admin(.failure(.timedOut), zone: .gmt))
            return state
        },
        ScreenFile("keeper-stepper") { size, colors in
            adminScreen(size, colors, MachineFixture.keeping, .enter, .character("9"))
        },
        ScreenFile("keeper-stepper-refused") { size, colors in
            var state = adminScreen(size, colors, MachineFixture.keeping, .enter, .character("9"), .enter)
            state.answer(.changedMeanwhile)
            return state
        },
    ]
}
