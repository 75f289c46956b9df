import Foundation
import TerminalText

/// All that a card says of a contact beside identity and picture, as version 4 writes it: what the program shows and
/// what it does not, so that nothing is lost on the way through it.
struct CardContent: Hashable, Sendable {
    /// The first name is the contact's, and so is the number that is meant first. A picture without a value says what
    /// stands beside the contact's own.
    private(set) var properties: [CardProperty]

    init(_ properties: [CardProperty]) { self.properties = properties }

    /// As it is kept in the database.
    init(kept text: String) {
        properties = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { CardProperty(line: String($0) ?? "") }
    }

    /// One line each, not folded.
    var kept: String { properties.map(\.line).joined(separator: "\n") }

    /// What a contact says of which nothing else is known.
    init(name: PlainText, number: PhoneNumber) {
        properties = [
            CardProperty("FN", value: VCardText.escaped(name.string)),
            CardProperty("TEL", parameters: [.init(name: "VALUE", value: "uri")], value: number.address),
        ]
    }

    /// Whether it says more than name and number.
    var saysMore: Bool { properties.count != 2 || !properties.allSatisfy(\.isBare) }
}

// What is changed in the form is changed here, and everything else stays.
extension CardContent {
    /// Makes it the card of a contact that was `seen` and is what `draft` says now.
    mutating func take(_ draft: ContactDraft, from seen: Contact) {
        if draft.name != seen.name { rename(draft.name) }
        if draft.number != seen.number { renumber(seen.number, draft.number) }
        if draft.picture != .keep { properties.removeAll { $0.isPlaceOfPicture } }
        // The time of a state that is no more.
        properties.removeAll { $0.name == "REV" }
    }

    /// The name in parts is that of before, and cannot be told from the new one.
    private mutating func rename(_ name: PlainText) {
        properties.removeAll { ["N", "SORT-STRING"].contains($0.name) }
        let value = VCardText.escaped(name.string)
        if let place = properties.firstIndex(where: { $0.name == "FN" }) {
            properties[place].value = value
        } else {
            properties.insert(CardProperty("FN", value: value), at: 0)
        }
    }

    private mutating func renumber(_ seen: PhoneNumber, _ number: PhoneNumber) {
        guard let place = CardNumbers(properties).place(of: seen) else {
            properties.append(
                CardProperty("TEL", parameters: [.init(name: "VALUE", value: "uri")], value: number.address))
            return
        }
        properties[place].value = properties[place].has("VALUE", "URI") ? number.address : number.description
    }
}

extension CardProperty {
    /// Whether it is a name or a number and says nothing of it.
    fileprivate var isBare: Bool {
        guard group == nil else { return false }
        return switch name {
        case "FN": parameters.isEmpty
        case "TEL": parameters.allSatisfy { $0.name == "VALUE" } && !value.contains(";ext")
        default: false
        }
    }

    /// Whether it says only what stands beside the contact's own picture.
    var isPlaceOfPicture: Bool { name == "PHOTO" && value.isEmpty }

    /// The picture that it has in it; `nil` where it has none, or one that is not shown here.
    var picture: ContactPicture? {
        guard name == "PHOTO", value.prefix(5).lowercased() == "data:", let comma = value.firstIndex(of: ","),
            value[..<comma].lowercased().hasSuffix(";base64")
        else { return nil }
        return CardEncoding.base64(Array(value[value.index(after: comma)...].utf8)).flatMap(ContactPicture.init)
    }
}

/// The numbers of a card in the order in which they are meant.
struct CardNumbers {
    /// Where each stands among the card's properties, and what it is here; `nil` for a number of elsewhere.
    let all: [(place: Int, number: PhoneNumber?)]

    init(_ properties: [CardProperty]) {
        let numbers = properties.enumerated().filter { $0.element.name == "TEL" }
        let ranked = numbers.map { (place: $0.offset, rank: CardNumbers.rank($0.element), property: $0.element) }
        all = ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
            .map { ($0.place, PhoneNumber(card: $0.property.text)) }
    }

    /// The number that is meant first and is one here.
    var first: PhoneNumber? { all.lazy.compactMap(\.number).first }

    func place(of number: PhoneNumber) -> Int? { all.first { $0.number == number }?.place }

    private static func rank(_ property: CardProperty) -> Int {
        if property.parameters.contains(where: { $0.name == "PREF" }) || property.has("TYPE", "PREF") { return 0 }
        return property.has("TYPE", "CELL") ? 1 : 2
    }
}
