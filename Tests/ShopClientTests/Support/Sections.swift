import Domain
import Foundation
import ShopClient

extension SectionDefinition {
    static let main = SectionDefinition(.main, rows: Dish.self)
    static let soup = SectionDefinition(.soup, rows: Dish.self)
    static let side = SectionDefinition(.side, rows: Dish.self)
    static let juices = SectionDefinition(.juices, rows: Juice.self)
    static let fruits = SectionDefinition(.fruits, rows: FruitStock.self)

    static let menu = [main, soup, side]
    static let juiceBar = [juices, fruits]
}

extension Section {
    var dishes: [Dish] { rows.array(of: Dish.self) }
}

extension Snapshot {
    init(dishes: [Dish], validator: String?, confirmedAt: Date) {
        self.init(rows: SectionRows(dishes), validator: validator, confirmedAt: confirmedAt)
    }

    var dishes: [Dish] { rows.array(of: Dish.self) }
}
