import Foundation
import TerminalText

/// Reads cards of version 4, and of version 3 as phones write them, from a file that comes in pieces. Whatever the file
/// is, it costs no more memory than one card.
public struct VCardReader {
    private var lines = VCardLines()
    private var card: VCardBuilder?
    /// Whether the lines that are no card were told of.
    private var isOutside = false

    public init() {}

    /// Takes the next bytes of the file; what is whole now.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [VCardEntry] { lines.take(bytes).flatMap { take($0) } }

    /// What is left at the end of the file.
    public mutating func finish() -> [VCardEntry] {
        let entries = lines.finish().flatMap { take($0) }
        return entries + [card].compactMap { $0 }.map { .bad(line: $0.line, .unfinished) }
    }

    private mutating func take(_ line: VCardLines.Line) -> [VCardEntry] {
        let property = VCardProperty(line)
        let isCard = property?.value.uppercased().trimmingCharacters(in: .whitespaces) == "VCARD"
        switch (property?.name, isCard) {
        case ("BEGIN", true):
            defer { card = VCardBuilder(line: line.number) }
            isOutside = false
            return card.map { [.bad(line: $0.line, .unfinished)] } ?? []
        case ("END", true) where card != nil:
            defer { card = nil }
            return card.map { [$0.entry] } ?? []
        default: return takeOther(property, line: line.number)
        }
    }

    /// A line within a card, or one that is outside of all: of several of these only the first is told.
    private mutating func takeOther(_ property: VCardProperty?, line: Int) -> [VCardEntry] {
        guard card == nil else {
            if let property { card?.take(property) }
            return []
        }
        defer { isOutside = true }
        return isOutside ? [] : [.bad(line: line, .noCard)]
    }
}

/// A card of which not all lines have come.
private struct VCardBuilder {
    let line: Int
    private var formattedName: String?
    private var structuredName: String?
    private var uid: String?
    private var numbers: [(rank: Int, text: String)] = []
    private var picture: ContactPicture?
    private var isEncoded = false
    private var leftOut = VCardLeftOut()

    /// Numbers of one card that are looked at.
    private static let mostNumbers = 32
    /// Bytes of an identity; a longer one is nobody's.
    private static let longestUID = 512

    init(line: Int) { self.line = line }

    mutating func take(_ property: VCardProperty) {
        switch property.name {
        case "FN", "N", "TEL", "UID": isEncoded = isEncoded || property.parameter("ENCODING", is: "QUOTED-PRINTABLE")
        default: break
        }
        switch property.name {
        case "FN": formattedName = formattedName ?? VCardText.unescaped(property.value)
        case "N": structuredName = structuredName ?? VCardBuilder.name(property.value)
        case "UID": uid = VCardBuilder.uid(property.value)
        case "TEL": takeNumber(property)
        case "PHOTO": takePicture(property)
        default: break
        }
    }

    private mutating func takeNumber(_ property: VCardProperty) {
        guard numbers.count < VCardBuilder.mostNumbers else {
            leftOut.numbers += 1
            return
        }
        let isPreferred = property.parameters["PREF"] != nil || property.parameter("TYPE", is: "PREF")
        let rank = isPreferred ? 0 : property.parameter("TYPE", is: "CELL") ? 1 : 2
        numbers.append((rank, property.value))
    }

    private mutating func takePicture(_ property: VCardProperty) {
        guard picture == nil else { return }
        picture = property.isCut ? nil : VCardBuilder.bytes(property).flatMap(ContactPicture.init)
        leftOut.picture = picture == nil
    }

    var entry: VCardEntry {
        do throws(VCardProblem) {
            return .card(try whole())
        } catch {
            return .bad(line: line, error)
        }
    }

    private func whole() throws(VCardProblem) -> VCard {
        guard !isEncoded else { throw .encoding }
        let (number, others) = try number()
        var leftOut = leftOut
        leftOut.numbers += others
        // One scalar more than fits, so that a name is refused rather than cut.
        let names = [formattedName, structuredName].map { PlainText($0 ?? "", limit: ContactDraft.longestName + 1) }
        let draft: ContactDraft
        do throws(ContactNameError) {
            draft = try ContactDraft(
                name: names.first { !$0.isEmpty } ?? "", number: number,
                picture: picture.map { .replace($0) } ?? .keep)
        } catch {
            throw VCardProblem(error)
        }
        return VCard(line: line, uid: uid, draft: draft, leftOut: leftOut)
    }

    /// The number that is meant first and is one here, and how many others there are.
    private func number() throws(VCardProblem) -> (PhoneNumber, others: Int) {
        let texts = numbers.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        let found = texts.map { PhoneNumber(card: $0.element.text) }
        if let number = found.lazy.compactMap({ $0 }).first {
            return (number, Set(found).subtracting([number]).count)
        }
        guard let first = texts.first else { throw .noNumber }
        throw .number(PlainText(first.element.text).string)
    }

    /// The family's name and the given one: joined in Korea, the other way round with a space between elsewhere.
    private static func name(_ value: String) -> String {
        let parts = VCardText.parts(of: value)
        let (family, given) = (parts[0], parts.count > 1 ? parts[1] : "")
        let isKorean = !family.isEmpty && family.unicodeScalars.allSatisfy { TextUnit.syllable($0.value) != nil }
        return isKorean ? family + given : [given, family].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func uid(_ value: String) -> String? {
        let raw = value.trimmingCharacters(in: .whitespaces)
        let uid = VCardText.isAddress(raw) ? raw : VCardText.unescaped(raw)
        return uid.isEmpty || uid.utf8.count > longestUID ? nil : uid
    }

    /// What a picture's line has itself: an address with the data in it, or base64 as in version 3.
    private static func bytes(_ property: VCardProperty) -> Data? {
        var text = property.value[...]
        if text.lowercased().hasPrefix("data:") {
            guard let comma = text.firstIndex(of: ","), text[..<comma].lowercased().hasSuffix(";base64") else {
                return nil
            }
            text = text[text.index(after: comma)...]
        } else {
            guard property.parameter("ENCODING", is: "B") || property.parameter("ENCODING", is: "BASE64") else {
                return nil
            }
        }
        return Data(base64Encoded: String(text), options: .ignoreUnknownCharacters)
    }
}

extension VCardProblem {
    fileprivate init(_ error: ContactNameError) {
        switch error {
        case .missing: self = .noName
        case .tooLong(let limit): self = .longName(limit: limit)
        }
    }
}

extension PhoneNumber {
    /// A number as cards have it: as an address or as text, with a country in front, with anything between the digits.
    /// `nil` for what is none here.
    init?(card text: String) {
        let address = "tel:"
        var rest = text.trimmingCharacters(in: .whitespaces)[...]
        if rest.lowercased().hasPrefix(address) { rest = rest.dropFirst(address.count) }
        // What follows are parameters, such as an extension.
        rest = rest.prefix { $0 != ";" }
        guard rest.allSatisfy({ "0123456789+-.()/ \u{A0}".contains($0) }) else { return nil }
        var digits = rest.filter { "0123456789+".contains($0) }
        for country in ["+82", "0082"] where digits.hasPrefix(country) {
            let local = digits.dropFirst(country.count)
            digits = local.hasPrefix("0") ? String(local) : "0" + local
        }
        guard let number = try? PhoneNumber(digits) else { return nil }
        self = number
    }
}
