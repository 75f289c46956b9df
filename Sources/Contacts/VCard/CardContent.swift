import Foundation
import TerminalText

/// The properties of a card except UID and picture data, as version 4 writes them. Properties that the program does not
/// display are included, so that nothing is lost between import and export.
struct CardContent: Hashable, Sendable {
    /// The first FN is the contact's name, and the preferred TEL its number. A PHOTO without a value holds the
    /// parameters of the contact's own picture.
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
        properties = [
            CardProperty("FN", value: VCardText.escaped(name.string)),
            CardProperty("TEL", parameters: [.init(name: "VALUE", value: "uri")], value: number.address),
        ]
    }

    /// Whether there is anything besides the name and the number.
    var saysMore: Bool { properties.count != 2 || !properties.allSatisfy(\.isBare) }
}

// Edits in the form are applied here; all other properties stay unchanged.
extension CardContent {
    mutating func apply(_ draft: ContactDraft, from seen: Contact) {
        if draft.name != seen.name { rename(draft.name) }
        if draft.number != seen.number { renumber(seen.number, draft.number) }
        if draft.picture != .keep { properties.removeAll { $0.isPicturePlaceholder } }
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
            properties.append(
                CardProperty("TEL", parameters: [.init(name: "VALUE", value: "uri")], value: number.address))
            return
        }
        properties[index].value = properties[index].has("VALUE", "URI") ? number.address : number.description
    }
}

extension CardProperty {
    /// Whether it is a name or number without further information.
    fileprivate var isBare: Bool {
        guard group == nil else { return false }
        return switch name {
        case "FN": parameters.isEmpty
        case "TEL": parameters.allSatisfy { $0.name == "VALUE" } && PhoneNumberText(card: text)?.rest.isEmpty ?? true
        default: false
        }
    }

    /// Whether it only holds the parameters of the contact's own picture, without its data.
    var isPicturePlaceholder: Bool { name == "PHOTO" && value.isEmpty }

    /// The embedded picture; `nil` if there is none or its format is not supported.
    var picture: ContactPicture? {
        guard name == "PHOTO", value.prefix(5).lowercased() == "data:", let comma = value.firstIndex(of: ","),
            value[..<comma].lowercased().hasSuffix(";base64")
        else { return nil }
        return CardEncoding.base64(Array(value[value.index(after: comma)...].utf8)).flatMap(ContactPicture.init)
    }
}

/// The numbers of a card in order of preference.
struct CardNumbers {
    /// The index of each number among the card's properties, and the parsed text; `nil` if it is not a Korean number.
    let all: [(index: Int, text: PhoneNumberText?)]

    init(_ properties: [CardProperty]) {
        let numbers = properties.enumerated().filter { $0.element.name == "TEL" }
        let ranked = numbers.map { (index: $0.offset, rank: CardNumbers.rank($0.element), property: $0.element) }
        all = ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
            .map { ($0.index, PhoneNumberText(card: $0.property.text)) }
    }

    /// The preferred number among the valid ones.
    var first: PhoneNumber? { all.lazy.compactMap(\.text?.number).first }

    func index(of number: PhoneNumber) -> Int? { all.first { $0.text?.number == number }?.index }

    private static func rank(_ property: CardProperty) -> Int {
        if property.parameters.contains(where: { $0.name == "PREF" }) || property.has("TYPE", "PREF") { return 0 }
        return property.has("TYPE", "CELL") ? 1 : 2
    }
}

// Numbers as cards write them.
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
