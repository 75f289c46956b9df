import Domain

extension Int {
    /// The number with commas between thousands: "1,000".
    var grouped: String { Won(self).grouped }
}
