import Foundation
import TerminalText

/// The properties of a card except UID and picture data, as version 4 writes them. Properties that the program does not
/// display are included, so that nothing is lost between import and export.
struct CardContent: Hashable, Sendable {
    /// The first FN is the contact's name, and the preferred TEL its number. A PHOTO without a value holds the
    /// parameters of the contact's own picture, and a UID those of its UID.
    private(set) var properties: [CardProperty]

    init(_ properties: [CardProperty]) { self.properties = properties }

    /// Parses the stored form in the database.
    init(kept text: String) {
        properties = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { CardProperty(line: String($0) ?? "") }
    }

    /// The stored form: one unfolded line for each property.
    var kept: String { properties.map(\.line).joined(separator: "\n") }

    /// Creates the content of a contact that only has a name and a number.
    init(name: PlainText, number: PhoneNumber) {
        properties = [CardProperty("FN", value: VCardText.escaped(name.string)), CardProperty(number)]
    }

    /// Whether there is anything besides the name and the number of `draft`, or the name is written differently.
    func saysMore(than draft: ContactDraft) -> Bool {
        properties.count != 2 || !properties.allSatisfy { $0.isBare(draft) }
    }
}

// Edits in the form are applied here; all other properties stay unchanged.
extension CardContent {
    mutating func apply(_ draft: ContactDraft, from seen: Contact) {
        if draft.name != seen.name { rename(draft.name) }
        if draft.number != seen.number { renumber(seen.number, draft.number) }
        if draft.picture != .keep { properties.removeAll { $0.isPlaceholder && $0.name == "PHOTO" } }
        // The revision time refers to the earlier state.
        properties.removeAll { $0.name == "REV" }
    }

    /// The structured name is removed: it belongs to the old name and cannot be derived from the new one.
    private mutating func rename(_ name: PlainText) {
        properties.removeAll { ["N", "SORT-STRING"].contains($0.name) }
        let value = VCardText.escaped(name.string)
        if let index = properties.firstIndex(where: { $0.name == "FN" }) {
            properties[index].value = value
        } else {
            properties.insert(CardProperty("FN", value: value), at: 0)
        }
    }

    private mutating func renumber(_ seen: PhoneNumber, _ number: PhoneNumber) {
        guard let index = CardNumbers(properties).index(of: seen) else {
            return properties.append(CardProperty(number))
        }
        let isAddress = properties[index].has("VALUE", "URI")
        properties[index].value = isAddress ? number.address : VCardText.escaped(number.description)
    }
}

extension CardProperty {
    /// Creates a number: a Korean one as a URI, a foreign one as it was written.
    fileprivate init(_ number: PhoneNumber) {
        guard !number.isForeign else {
            self.init("TEL", value: VCardText.escaped(number.description))
            return
        }
        self.init("TEL", parameters: [.init(name: "VALUE", value: "uri")], value: number.address)
    }

    /// Whether it is the name or the number of `draft` without further information.
    fileprivate func isBare(_ draft: ContactDraft) -> Bool {
        guard group == nil else { return false }
        switch name {
        case "FN": return parameters.isEmpty && text.utf8.elementsEqual(draft.name.string.utf8)
        case "TEL":
            guard !draft.number.isForeign, parameters.allSatisfy({ $0.name == "VALUE" }) else { return false }
            return value == draft.number.digits || PhoneNumberText(card: text)?.rest.isEmpty ?? true
        default: return false
        }
    }

    /// Whether it only holds the parameters of the contact's UID or own picture, whose value is stored elsewhere.
    var isPlaceholder: Bool { value.isEmpty && (name == "PHOTO" || name == "UID") }

    /// The embedded picture; `nil` if there is none or its format is not supported.
    var picture: ContactPicture? {
        guard name == "PHOTO", value.prefix(5).lowercased() == "data:", let comma = value.firstIndex(of: ","),
            value[..<comma].lowercased().hasSuffix(";base64")
        else { return nil }
        return CardEncoding.base64(Array(value[value.index(after: comma)...].utf8)).flatMap(ContactPicture.init)
    }
}

/// The numbers of a card, the preferred one first, then mobile ones before others, and those of faxes last. Without a
/// preference, Korean numbers precede foreign ones.
struct CardNumbers {
    /// The index of each number among the card's properties, and the parsed text; `nil` if it is not a number.
    let all: [(index: Int, text: PhoneNumberText?)]

    /// The ranks behind those of PREF, which are 1 to 100 (RFC 6350, 5.3).
    private static let (mobile, other, fax, foreign) = (101, 102, 103, 100)

    init(_ properties: [CardProperty]) {
        let numbers = properties.enumerated().filter { $0.element.name == "TEL" }
            .map { (index: $0.offset, text: PhoneNumberText(card: $0.element.text)) }
        guard numbers.count > 1 else {
            all = numbers
            return
        }
        let labels = CardLabels(properties)
        let ranked = numbers.map { found in
            (rank: CardNumbers.rank(properties[found.index], found.text, among: labels), found: found)
        }
        all = ranked.sorted { ($0.rank, $0.found.index) < ($1.rank, $1.found.index) }.map(\.found)
    }

    /// The preferred number among the valid ones.
    var first: PhoneNumber? { all.lazy.compactMap(\.text?.number).first }

    func index(of number: PhoneNumber) -> Int? { all.first { $0.text?.number == number }?.index }

    private static func rank(
        _ property: CardProperty, _ text: PhoneNumberText?, among labels: CardLabels
    ) -> Int {
        if let preference = property.values(of: "PREF").first { return min(max(1, Int(preference) ?? 1), 100) }
        let types = property.values(of: "TYPE")
        if types.contains("PREF") { return 1 }
        let label = ContactDetails.Label(property, among: labels)
        let isFax = label == .fax || types.contains("FAX")
        let isMobile = label == .mobile || types.contains("CELL")
        return (isFax ? fax : isMobile ? mobile : other) + (text?.number.isForeign == true ? foreign : 0)
    }
}

// Numbers as cards write them.
extension PhoneNumber {
    /// Parses a number as cards write it, whatever follows it. Returns `nil` if the text does not begin with one.
    init?(card text: String) {
        guard let number = PhoneNumberText(card: text)?.number else { return nil }
        self = number
    }

    private static let localContext = ";phone-context=+82"

    /// The `tel:` URI, with the country code if the number can be dialled from abroad. With two leading zeros it would
    /// be ambiguous whether one was omitted, so those numbers get a `phone-context`. Blanks of a foreign number become
    /// hyphens.
    var address: String {
        let isDialled = digits.hasPrefix("0") && !digits.hasPrefix("00")
        let named = extensionDigits.map { ";ext=\($0)" } ?? ""
        guard !isForeign else {
            let text = String(mainNumber.map { $0.isDecimalDigit || "+-.()".contains($0) ? $0 : "-" })
            return "tel:\(text)\(named)" + (text.contains("+") ? "" : PhoneNumber.localContext)
        }
        return isDialled
            ? "tel:+82-\(mainNumber.dropFirst())\(named)" : "tel:\(mainNumber)\(named)\(PhoneNumber.localContext)"
    }
}
