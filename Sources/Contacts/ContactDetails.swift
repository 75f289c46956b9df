import TerminalText

/// The displayed contents of a contact's card besides name, number and picture.
public struct ContactDetails: Hashable, Sendable {
    public enum Label: Hashable, Sendable {
        case mobile, home, work, fax
        case own(PlainText)
    }

    public struct Entry: Hashable, Sendable {
        public let label: Label?
        public let text: PlainText
        /// Whether it is a phone number of another country.
        public let isForeign: Bool

        public init(label: Label? = nil, text: PlainText, isForeign: Bool = false) {
            self.label = label
            self.text = text
            self.isForeign = isForeign
        }
    }

    /// The numbers besides the contact's main number, and the whole text of one that is more than a number.
    public let numbers: [Entry]
    public let mails: [Entry]
    public let notes: [PlainText]
    /// The first postal address in one line, which the card does not display; `nil` if there is none.
    public let address: PlainText?

    public init(
        numbers: [Entry] = [], mails: [Entry] = [], notes: [PlainText] = [], address: PlainText? = nil
    ) {
        self.numbers = numbers
        self.mails = mails
        self.notes = notes
        self.address = address
    }

    public static let none = ContactDetails()
    /// Whether there is nothing to display.
    public var isEmpty: Bool { numbers.isEmpty && mails.isEmpty && notes.isEmpty }
}

extension ContactDetails {
    /// The maximum number of displayed entries of one kind, and the maximum length of a note in scalars.
    fileprivate static let limit = 8
    private static let maxNoteLength = 2_000

    init(_ content: CardContent, number: PhoneNumber) {
        let properties = content.properties
        let labels = CardLabels(properties)
        let numbers = CardNumbers(properties).all.filter { $0.text?.number != number || $0.text?.rest.isEmpty == false }
        self.init(
            numbers: numbers.map { found in
                let property = properties[found.index]
                return Entry(
                    label: Label(property, among: labels),
                    text: PlainText(found.text?.wholeNumber?.description ?? property.text.withoutScheme("tel:")),
                    isForeign: found.text?.number.isForeign ?? false)
            }.shown,
            mails: properties.filter { $0.name == "EMAIL" }.map { property in
                Entry(
                    label: Label(property, among: labels), text: PlainText(property.text.withoutScheme("mailto:")))
            }.shown,
            notes: properties.filter { $0.name == "NOTE" }.map {
                PlainText($0.text, limit: ContactDetails.maxNoteLength)
            }
            .filter { !$0.isEmpty },
            address: properties.lazy.filter { $0.name == "ADR" }.compactMap(\.address).first)
    }
}

extension CardProperty {
    /// A postal address from its parts, in the order of a Korean one: the largest first. Country, code and post office
    /// box are left out.
    fileprivate var address: PlainText? {
        let parts = VCardText.parts(of: value)
        let text = [4, 3, 2, 1].filter(parts.indices.contains).map { PlainText(parts[$0]).string.trimmedOfSpaces }
            .filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? nil : PlainText(text)
    }
}

extension ContactDetails.Label {
    private static let types: [(String, ContactDetails.Label)] = [
        ("FAX", .fax), ("HOMEFAX", .fax), ("WORKFAX", .fax), ("OTHERFAX", .fax), ("팩스", .fax), ("CELL", .mobile),
        ("MOBILE", .mobile), ("휴대전화", .mobile), ("휴대폰", .mobile), ("WORK", .work), ("HOME", .home),
    ]

    /// Creates the label from the property itself or from that of its group. Returns `nil` if there is none.
    init?(_ property: CardProperty, among labels: CardLabels) {
        let own = labels.text(of: property)
        // Some telephones enclose their built-in labels in markers: _$!<Mobile>!$_
        let text = own.map { PlainText($0.replacing("_$!<", with: "").replacing(">!$_", with: ""), limit: 40) }
        let names = text.map { [$0.string.uppercased()] } ?? property.values(of: "TYPE")
        if let known = ContactDetails.Label.types.first(where: { names.contains($0.0) })?.1 {
            self = known
        } else if let text, !text.isEmpty {
            self = .own(text)
        } else {
            return nil
        }
    }
}

/// The texts of a card's `X-ABLABEL` properties by their groups.
struct CardLabels {
    private let texts: [String: String]

    init(_ properties: [CardProperty]) {
        let labels = properties.lazy.filter { $0.name == "X-ABLABEL" }
            .compactMap { label in label.group.map { ($0.lowercased(), label.text) } }
        texts = Dictionary(labels) { first, _ in first }
    }

    func text(of property: CardProperty) -> String? {
        texts.isEmpty ? nil : property.group.flatMap { texts[$0.lowercased()] }
    }
}

extension [ContactDetails.Entry] {
    /// The entries without empty ones and duplicates, limited in number.
    fileprivate var shown: [ContactDetails.Entry] {
        var seen: Set<PlainText> = []
        return Array(filter { !$0.text.isEmpty && seen.insert($0.text).inserted }.prefix(ContactDetails.limit))
    }
}

extension String {
    fileprivate func withoutScheme(_ scheme: String) -> String {
        lowercased().hasPrefix(scheme) ? String(dropFirst(scheme.count).prefix { $0 != ";" }) : self
    }
}
