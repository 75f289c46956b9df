import Foundation
import TerminalText

/// Collects the lines of a card until it is complete. Its memory is limited, whatever the file contains.
struct VCardBuilder {
    let line: Int
    private var lines: [VCardLines.Line] = []
    private var bytes = 0
    private var leftOut = 0

    /// The maximum number of a card's lines and of their bytes, above those of any real card.
    private static let maxLines = 2_000
    private static let maxBytes = 4 << 20
    /// The maximum length of a UID in bytes; a longer one is ignored.
    private static let maxUIDLength = 512

    init(line: Int) { self.line = line }

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

    /// Whether the line continues the base64 value before it, which some telephones split without folding.
    private func isRestOfFile(_ line: VCardLines.Line) -> Bool {
        guard let last = lines.last, !line.isCut, !line.bytes.contains(UInt8(ascii: ":")),
            bytes + line.bytes.count <= VCardBuilder.maxBytes, let parts = CardLineParts(last.bytes[...])
        else { return false }
        return parts.head.contains {
            ["ENCODING=BASE64", "ENCODING=B", "BASE64"].contains(String(decoding: $0, as: UTF8.self).uppercased())
        }
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
        if !properties.contains(where: { $0.name == "FN" }) {
            properties.insert(CardProperty("FN", value: VCardText.escaped(draft.name.string)), at: 0)
        }
        let content = CardContent(properties)
        return VCard(
            line: line, uid: uid, draft: draft, content: content.saysMore ? content : nil, leftOut: leftOut)
    }

    private var version: String? {
        let name = Array("VERSION:".utf8)
        let line = lines.first { $0.bytes.count < 32 && $0.bytes.prefix(name.count).map(\.capital) == name }
        return line.map { String(decoding: $0.bytes.dropFirst(name.count), as: UTF8.self) }?
            .trimmingCharacters(in: .whitespaces)
    }

    private func isName(_ line: VCardLines.Line) -> Bool {
        guard let head = CardLineParts(line.bytes[...])?.head.first else { return false }
        return ["FN", "N"].contains(String(decoding: head, as: UTF8.self).uppercased().split(separator: ".").last)
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
    private static func removeUID(of properties: inout [CardProperty]) -> String? {
        guard let property = properties.first(where: { $0.name == "UID" }) else { return nil }
        properties.removeAll { $0.name == "UID" }
        let raw = property.value.trimmingCharacters(in: .whitespaces)
        let uid = VCardText.isAddress(raw) ? raw : VCardText.unescaped(raw)
        return uid.isEmpty || uid.utf8.count > maxUIDLength ? nil : uid
    }

    private static func removePicture(of properties: inout [CardProperty]) -> ContactPicture? {
        properties.removeAll { $0.isPicturePlaceholder }
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
        let names = [
            properties.first { $0.name == "FN" }?.text,
            properties.first { $0.name == "N" }.map { VCardBuilder.name($0.value) },
        ]
        // The replacement character: whoever wrote the file could not decode the name.
        guard !names.contains(where: { $0?.unicodeScalars.contains("\u{FFFD}") ?? false }) else { throw .encoding }
        // One scalar more than the limit, so that a long name is rejected instead of truncated.
        let name: PlainText =
            names.map { PlainText($0 ?? "", limit: ContactDraft.maxNameLength + 1) }.first { !$0.isEmpty } ?? ""
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

    /// Joins the family and the given name: without a space for Korean names, otherwise the given name first with a
    /// space between.
    private static func name(_ value: String) -> String {
        let parts = VCardText.parts(of: value)
        let (family, given) = (parts[0], parts.count > 1 ? parts[1] : "")
        let isKorean = !family.isEmpty && family.unicodeScalars.allSatisfy { TextUnit.syllable($0.value) != nil }
        return isKorean ? family + given : [given, family].filter { !$0.isEmpty }.joined(separator: " ")
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

extension UInt8 {
    fileprivate var capital: UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self - 32 : self }
}
