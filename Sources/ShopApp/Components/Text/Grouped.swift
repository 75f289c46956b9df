import Domain

extension Int {
    /// With a comma between thousands: "1,000".
    var grouped: String { Won(self).grouped }
}
