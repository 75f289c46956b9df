import Domain

extension Day {
    /// The business day of orders for which it does not matter: 1,800,000,000 seconds after 1970.
    public static let ofTests = Day(year: 2_027, month: 1, day: 15)!
}
