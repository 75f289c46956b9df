import Foundation

extension PhoneNumber {
    /// Parses a number in the forms that cards use: a `tel:` URI or text, with or without a country code, with any
    /// separators. Returns `nil` if it is not a Korean number.
    init?(card text: String) {
        let address = "tel:"
        var rest = text.trimmingCharacters(in: .whitespaces)[...]
        if rest.lowercased().hasPrefix(address) { rest = rest.dropFirst(address.count) }
        // A number with a Korean `phone-context` has no country code, whatever it begins with (RFC 3966, 5.1.5).
        let isLocal = rest.lowercased().contains(PhoneNumber.localContext)
        // Parameters follow, such as an extension.
        rest = rest.prefix { $0 != ";" }
        guard rest.allSatisfy({ "0123456789+-.()/ \u{A0}\u{2010}\u{2011}\u{2012}\u{2013}".contains($0) }) else {
            return nil
        }
        let digits = rest.filter { "0123456789+".contains($0) }
        let country = isLocal ? nil : ["+82", "0082"].first { digits.hasPrefix($0) }
        let candidates =
            country.map { PhoneNumber.local(digits.dropFirst($0.count)) }
            ?? [digits] + (digits.hasPrefix("82") ? PhoneNumber.local(digits.dropFirst(2)) : [])
        guard let number = candidates.lazy.compactMap({ try? PhoneNumber($0) }).first else { return nil }
        self = number
    }

    /// Returns the possible domestic numbers, the most likely first: the 0 of an area code is omitted after a country
    /// code.
    private static func local(_ digits: Substring) -> [String] {
        digits.hasPrefix("0") ? [String(digits)] : [String(digits), "0" + digits]
    }

    private static let localContext = ";phone-context=+82"

    /// The `tel:` URI, with the country code if the number can be dialled from abroad. With two leading zeros it would
    /// be ambiguous whether one was omitted, so those numbers get a `phone-context`.
    var address: String {
        let isDialled = digits.hasPrefix("0") && !digits.hasPrefix("00")
        return isDialled ? "tel:+82-\(description.dropFirst())" : "tel:\(description)\(PhoneNumber.localContext)"
    }
}
