import Foundation
import TerminalText

/// Collects the lines of a card until it is complete. Its memory is limited, whatever the file contains.
struct VCardBuilder {
    let line: Int
    /// Whether the card is the value of a property of the card around it.
    let isAgent: Bool
    private var lines: [VCardLines.Line] = []
    private var bytes = 0
    private var leftOut = 0

    /// The maximum number of a card's lines and of their bytes, above those of any real card.
    private static let maxLines = 2_000
    private static let maxBytes = 4 << 20
    /// The maximum size of the card of an AGENT in bytes, which becomes one line.
    private static let maxAgentBytes = 1 << 19
    /// The maximum length of a UID in bytes; a longer one is ignored.
    private static let maxUIDLength = 512

    init(line: Int, isAgent: Bool = false) {
        self.line = line
        self.isAgent = isAgent
    }

    mutating func add(_ line: VCardLines.Line) {
        if isRestOfFile(line), let last = lines.indices.last {
            lines[last].bytes += line.bytes
        } else if !line.isCut, lines.count < VCardBuilder.maxLines, bytes + line.bytes.count <= VCardBuilder.maxBytes {
            lines.append(line)
        } else {
            leftOut += 1
            return
        }
        bytes += line.bytes.count
    }

    /// Whether the last line is that of an AGENT without a value, whose card is to follow.
    var awaitsAgent: Bool {
        guard let last = lines.last, last.bytes.last == UInt8(ascii: ":"), let parts = CardLineParts(last.bytes[...])
        else { return false }
        return parts.value.isEmpty && parts.isNamed(["AGENT"])
    }

    /// Adds the line of an AGENT without the begin of a card, which is its value.
    mutating func addAgent(_ line: VCardLines.Line) {
        let head = line.bytes.prefix { $0 != UInt8(ascii: ":") }
        add(VCardLines.Line(lineNumber: line.lineNumber, bytes: head + [UInt8(ascii: ":")], isCut: false))
    }

    /// Adds the whole card of an AGENT to its line, as text of several lines.
    mutating func end(agent: VCardBuilder) {
        let feed = [UInt8(ascii: "\n")]
        let all = [Array("BEGIN:VCARD".utf8)] + agent.lines.map(\.bytes) + [Array("END:VCARD".utf8)]
        let text = Array(all.joined(separator: feed))
        leftOut += agent.leftOut
        guard awaitsAgent, text.count <= VCardBuilder.maxAgentBytes, let last = lines.indices.last else {
            leftOut += 1
            return
        }
        lines[last].bytes += text
        bytes += text.count
    }

    /// Whether the line continues the base64 value before it, which some telephones split without folding.
    private func isRestOfFile(_ line: VCardLines.Line) -> Bool {
        guard let last = lines.last, !line.isCut, !line.bytes.contains(UInt8(ascii: ":")),
            bytes + line.bytes.count <= VCardBuilder.maxBytes, let parts = CardLineParts(last.bytes[...])
        else { return false }
        return parts.isBase64 && CardEncoding.isBase64(line.bytes[...])
    }

    /// Parses the collected lines. `isKorean`: whether the file's texts are probably in CP949.
    func entry(isKorean: Bool) -> VCardEntry {
        do throws(VCardProblem) {
            return .card(try card(isKorean))
        } catch {
            return .bad(line: line, error)
        }
    }

    private func card(_ isKorean: Bool) throws(VCardProblem) -> VCard {
        let version = self.version
        let reader = CardPropertyReader(
            isVersion2: version == "2.1", isVersion4: version == "4.0", charset: charset(isKorean))
        var leftOut = leftOut
        var properties: [CardProperty] = []
        for line in lines {
            if let property = reader.property(of: line) {
                if property.name != "VERSION" { properties.append(property) }
            } else if isName(line) {
                throw .encoding
            } else {
                leftOut += 1
            }
        }
        let uid = VCardBuilder.removeUID(of: &properties)
        let picture = VCardBuilder.removePicture(of: &properties)
        let draft = try VCardBuilder.draft(of: properties, picture)
        VCardBuilder.name(draft.name, in: &properties)
        let content = CardContent(properties)
        return VCard(
            line: line, uid: uid, draft: draft, content: content.saysMore(than: draft) ? content : nil,
            leftOut: leftOut)
    }

    /// Version 4 requires an FN: a card without one, or with an empty one, gets the contact's name.
    private static func name(_ name: PlainText, in properties: inout [CardProperty]) {
        guard let index = properties.firstIndex(where: { $0.name == "FN" }) else {
            return properties.insert(CardProperty("FN", value: VCardText.escaped(name.string)), at: 0)
        }
        if PlainText(properties[index].text).isEmpty { properties[index].value = VCardText.escaped(name.string) }
    }

    private var version: String? {
        let name = Array("VERSION:".utf8)
        let line = lines.first { $0.bytes.count < 32 && $0.bytes.prefix(name.count).map(\.capital) == name }
        return line.map { String(decoding: $0.bytes.dropFirst(name.count), as: UTF8.self) }?
            .trimmingCharacters(in: .whitespaces)
    }

    private func isName(_ line: VCardLines.Line) -> Bool {
        CardLineParts(line.bytes[...])?.isNamed(["FN", "N"]) ?? false
    }
}

// Detection of the encoding of lines that name none.
extension VCardBuilder {
    /// Returns CP949 if the lines are invalid or doubtful as UTF-8 but valid as CP949, and contain a Korean syllable
    /// unless the file is known to be Korean. Otherwise returns UTF-8.
    private func charset(_ isKorean: Bool) -> TextCharset {
        let texts = lines.map { TextCharset.utf8.text(of: $0.bytes[...]) }
        guard isKorean || texts.contains(nil) else { return .utf8 }
        let plain = zip(lines, texts).filter { !VCardBuilder.namesCharset($0.0) }
        // Two bytes of CP949 may be valid UTF-8 for a letter that does not occur in Korean names.
        let isDoubtful = isKorean && plain.allSatisfy { $0.1?.unicodeScalars.allSatisfy { $0.value < 0x800 } ?? true }
        guard isDoubtful || plain.contains(where: { $0.1 == nil }) else { return .utf8 }
        let korean = plain.map { TextCharset.korean.text(of: $0.0.bytes[...]) }
        let isIt = !korean.contains(nil) && (isKorean || korean.contains { $0?.hasHangul ?? false })
        return isIt ? .korean : .utf8
    }

    private static func namesCharset(_ line: VCardLines.Line) -> Bool {
        let head = line.bytes.prefix { $0 != UInt8(ascii: ":") }
        return String(decoding: head, as: UTF8.self).uppercased().contains("CHARSET=")
    }
}

// The contact's values.
extension VCardBuilder {
    /// Removes the first UID, which is stored beside the properties; its group and parameters stay. Others are dropped.
    private static func removeUID(of properties: inout [CardProperty]) -> String? {
        guard let index = properties.firstIndex(where: { $0.name == "UID" }) else { return nil }
        var property = properties[index]
        let raw = property.value.trimmingCharacters(in: .whitespaces)
        property.value = ""
        property.parameters.removeAll { $0.name == "VALUE" }
        let isBare = property.group == nil && property.parameters.isEmpty
        properties.removeAll { $0.name == "UID" }
        if !isBare { properties.insert(property, at: min(index, properties.count)) }
        let uid = VCardText.isAddress(raw) ? raw : VCardText.unescaped(raw)
        return uid.isEmpty || uid.utf8.count > maxUIDLength ? nil : uid
    }

    private static func removePicture(of properties: inout [CardProperty]) -> ContactPicture? {
        properties.removeAll { $0.isPlaceholder && $0.name == "PHOTO" }
        for (place, property) in properties.enumerated() {
            guard let picture = property.picture else { continue }
            properties[place].value = ""
            let isBare = property.group == nil && property.parameters.isEmpty
            if isBare { properties.remove(at: place) }
            return picture
        }
        return nil
    }

    private static func draft(
        of properties: [CardProperty], _ picture: ContactPicture?
    ) throws(VCardProblem) -> ContactDraft {
        let number = try VCardBuilder.phoneNumber(of: properties)
        let name = try VCardBuilder.name(of: properties)
        do throws(ContactNameError) {
            return try ContactDraft(name: name, number: number, picture: picture.map { .replace($0) } ?? .keep)
        } catch {
            throw VCardProblem(error)
        }
    }

    private static func phoneNumber(of properties: [CardProperty]) throws(VCardProblem) -> PhoneNumber {
        let numbers = CardNumbers(properties)
        if let number = numbers.first { return number }
        guard let first = numbers.all.first else { throw .noNumber }
        throw .number(PlainText(properties[first.index].text).string)
    }

    /// The properties with a name, the best first.
    private static let names = ["FN", "N", "NICKNAME", "ORG"]

    /// Returns the name of the first property that has something to display; empty if none has.
    private static func name(of properties: [CardProperty]) throws(VCardProblem) -> PlainText {
        for name in names {
            for property in properties where property.name == name {
                let text = text(of: property)
                // The replacement character: whoever wrote the file could not decode the name.
                guard !text.unicodeScalars.contains("\u{FFFD}") else { throw .encoding }
                // One scalar more than the limit, so that a long name is rejected instead of truncated.
                let name = PlainText(text, limit: ContactDraft.maxNameLength + 1)
                if !name.isEmpty { return name }
            }
        }
        return ""
    }

    private static func text(of property: CardProperty) -> String {
        switch property.name {
        case "N": name(property.value)
        case "NICKNAME": VCardText.values(of: property.value).first { !PlainText($0).isEmpty } ?? ""
        case "ORG": joined(parts(of: property.value))
        default: property.text
        }
    }

    /// Joins the family and the given name: without a space for Korean names, otherwise the given name first with a
    /// space between. A name without both consists of what else it has.
    private static func name(_ value: String) -> String {
        let parts = parts(of: value)
        func part(_ index: Int) -> String { parts.indices.contains(index) ? parts[index] : "" }
        let (family, given) = (part(0), part(1))
        guard !family.isEmpty || !given.isEmpty else { return joined([part(3), part(2), part(4)]) }
        let isKorean = !family.isEmpty && family.unicodeScalars.allSatisfy { TextUnit.syllable($0.value) != nil }
        return isKorean ? family + given : joined([given, family])
    }

    /// Returns the parts of a structured value without what is invisible, but with what could not be decoded.
    private static func parts(of value: String) -> [String] {
        VCardText.parts(of: value).map { $0.unicodeScalars.contains("\u{FFFD}") ? $0 : PlainText($0).string }
    }

    private static func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: " ") }
}

extension VCardProblem {
    fileprivate init(_ error: ContactNameError) {
        switch error {
        case .missing: self = .noName
        case .tooLong(let limit): self = .longName(limit: limit)
        }
    }
}

extension UInt8 {
    fileprivate var capital: UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self - 32 : self }
}
