extension PhoneNumber {
    /// Parses a number as cards write it, whatever follows it. Returns `nil` if the text does not begin with a Korean
    /// number.
    init?(card text: String) {
        guard let number = PhoneNumberText(card: text)?.number else { return nil }
        self = number
    }

    private static let localContext = ";phone-context=+82"

    /// The `tel:` URI, with the country code if the number can be dialled from abroad. With two leading zeros it would
    /// be ambiguous whether one was omitted, so those numbers get a `phone-context`.
    var address: String {
        let isDialled = digits.hasPrefix("0") && !digits.hasPrefix("00")
        let named = extensionDigits.map { ";ext=\($0)" } ?? ""
        return isDialled
            ? "tel:+82-\(mainNumber.dropFirst())\(named)" : "tel:\(mainNumber)\(named)\(PhoneNumber.localContext)"
    }
}
