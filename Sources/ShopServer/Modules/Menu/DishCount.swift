import Domain

/// How many of a dish are left, as the store has it.
struct DishCount: Hashable, Sendable, Codable {
    var left: Int
    /// The count of the menu's file that was applied last: it is applied again when its number changes, not at every
    /// save.
    var file: Int?
    /// The daily count that was applied last.
    var daily: Int?
    /// The business day on which the number was last set as a whole.
    var day: Day
    /// Whether the keeper set it, so that it stays without a count in the file.
    var isKeepers = false

    /// The values that a count may have.
    static let values = Dish.counts

    /// Returns the count on the business day `day`, of a dish whose file has these counts; `nil` if it is not counted.
    static func current(_ stored: DishCount?, count: Int?, daily: Int?, on day: Day) -> DishCount? {
        guard var current = stored else {
            return (count ?? daily).map { DishCount(left: $0, file: count, daily: daily, day: day) }
        }
        if current.file != count {
            current.file = count
            if let count {
                (current.left, current.day, current.isKeepers) = (count, day, false)
            } else if daily == nil, !current.isKeepers {
                return nil
            }
        }
        guard let daily else {
            // A daily count that is gone leaves what is left of the day. On the next one it would be sold out for ever.
            current.daily = nil
            let isOver = count == nil && !current.isKeepers && current.day < day
            return isOver ? nil : current
        }
        guard current.daily != daily || current.day < day else { return current }
        (current.left, current.daily, current.day, current.isKeepers) = (daily, daily, day, false)
        return current
    }
}

/// Fewer of a dish are left than an order asks for.
struct TooFewLeft: Error, Hashable {
    let left: Int
}
