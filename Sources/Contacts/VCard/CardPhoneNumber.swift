import Foundation

extension PhoneNumber {
    /// A number as cards have it: as an address or as text, with a country in front, with anything between the digits.
    /// `nil` for what is none here.
    init?(card text: String) {
        let address = "tel:"
        var rest = text.trimmingCharacters(in: .whitespaces)[...]
        if rest.lowercased().hasPrefix(address) { rest = rest.dropFirst(address.count) }
        // A number of this country that says so has none in front, whatever it begins with (RFC 3966, 5.1.5).
        let isLocal = rest.lowercased().contains(PhoneNumber.localContext)
        // What follows are parameters, such as an extension.
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

    /// What is dialled within the country, likeliest first: the zero before an area code is left out behind a country's.
    private static func local(_ digits: Substring) -> [String] {
        digits.hasPrefix("0") ? [String(digits)] : [String(digits), "0" + digits]
    }

    private static let localContext = ";phone-context=+82"

    /// As an address: behind that of the country, where it can be dialled from elsewhere. Of two zeros at the beginning,
    /// nobody could tell whether one was left out.
    var address: String {
        let isDialled = digits.hasPrefix("0") && !digits.hasPrefix("00")
        return isDialled ? "tel:+82-\(description.dropFirst())" : "tel:\(description)\(PhoneNumber.localContext)"
    }
}
