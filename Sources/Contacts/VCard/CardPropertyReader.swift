import Foundation
import TerminalText

/// Converts lines of any card version to version 4 properties.
struct CardPropertyReader {
    /// The card's version; if it names none, it is treated as version 3.
    let isVersion2: Bool
    let isVersion4: Bool
    /// The encoding of texts that do not name one.
    let charset: TextCharset

    static let files: Set<String> = ["PHOTO", "LOGO", "SOUND", "KEY"]
    /// The properties with a single text, and those with several texts separated by semicolons.
    private static let texts: Set<String> = ["FN", "NOTE", "TITLE", "ROLE", "LABEL", "NICKNAME"]
    private static let structures: Set<String> = ["N", "ADR", "ORG"]
    /// The properties of other types whose values are text as well.
    private static let values: Set<String> = ["TEL", "EMAIL", "URL", "BDAY", "UID", "REV", "GEO", "TZ", "CATEGORIES"]

    /// Returns the property of a line, or `nil` if the line is malformed or its encoding is not supported.
    func property(of line: VCardLines.Line) -> CardProperty? {
        guard !line.isCut, let parts = CardLineParts(line.bytes[...]) else { return nil }
        let head = parts.head.compactMap { charset.text(of: $0)?.withoutControls }
        guard head.count == parts.head.count, let raw = CardProperty(head: head, value: "") else { return nil }
        return property(raw, value: parts.value)
    }

    private func property(_ raw: CardProperty, value: ArraySlice<UInt8>) -> CardProperty? {
        let encodings = raw.values(of: "ENCODING")
        let isEncoded = encodings.contains("QUOTED-PRINTABLE")
        let value = isEncoded ? CardEncoding.quotedPrintable(value)[...] : value
        let isFile = CardPropertyReader.files.contains(raw.name)
        if isFile, let file = unnamedFile(raw, value) { return file }
        guard !isEncoded, encodings.contains("B") || encodings.contains("BASE64") else {
            return text(raw, value, isEncoded: isEncoded)
        }
        let base64 = value.filter { !$0.isSpace }
        if isFile { return file(raw, base64) }
        let isText =
            CardPropertyReader.texts.contains(raw.name) || CardPropertyReader.structures.contains(raw.name)
            || CardPropertyReader.values.contains(raw.name)
        guard isText else { return CardEncoding.base64(base64) == nil ? nil : unknown(raw, base64) }
        return CardEncoding.base64(base64).flatMap { text(raw, Array($0)[...], isEncoded: true) }
    }

    private func text(_ raw: CardProperty, _ bytes: ArraySlice<UInt8>, isEncoded: Bool) -> CardProperty? {
        let named = raw.values(of: "CHARSET").first
        guard let charset = named.map({ TextCharset(named: $0) }) ?? charset, let text = charset.text(of: bytes) else {
            return nil
        }
        let isAgent = raw.name == "AGENT"
        let value = (isVersion2 || isEncoded || isAgent ? modern(text, raw.name) : text).withoutControls
        // It would be the begin of a card for whoever reads it.
        guard !isAgent || !value.isBeginOfCard else { return nil }
        return CardProperty(
            raw.name, group: raw.group, parameters: parameters(of: raw, without: ["CHARSET", "ENCODING"]), value: value)
    }

    /// Escapes what version 2 writes unescaped and later versions with backslashes.
    private func modern(_ text: String, _ name: String) -> String {
        // A card of several lines within a card has escapes of its own.
        if name == "AGENT" {
            return text.utf8.contains(UInt8(ascii: "\n")) ? VCardText.escaped(text) : text
        }
        if CardPropertyReader.texts.contains(name) { return VCardText.escapedOnce(text, also: ",;") }
        return VCardText.escapedOnce(text, also: CardPropertyReader.structures.contains(name) ? "," : "")
    }

    private func file(_ raw: CardProperty, _ base64: [UInt8]) -> CardProperty? {
        guard CardEncoding.base64(base64) != nil else { return nil }
        let kinds = raw.values(of: "TYPE").compactMap { CardEncoding.mediaTypes[$0] }
        let kept = parameters(of: raw, without: ["CHARSET", "ENCODING", "VALUE"]).filter { parameter in
            parameter.name != "TYPE" || CardEncoding.mediaTypes[parameter.value.uppercased()] == nil
        }
        let kind = kinds.first ?? raw.values(of: "MEDIATYPE").first?.lowercased() ?? "application/octet-stream"
        return CardProperty(
            raw.name, group: raw.group, parameters: kept,
            value: "data:\(kind);base64," + String(decoding: base64, as: UTF8.self))
    }

    /// Creates a property from a value that is base64 although no parameter says so: that of a `data:` URI, or of a
    /// picture. Returns `nil` if it is something else.
    private func unnamedFile(_ raw: CardProperty, _ value: ArraySlice<UInt8>) -> CardProperty? {
        guard let data = CardDataURI(value) else {
            return CardEncoding.beginsPicture(value) && CardEncoding.isBase64(value)
                ? file(raw, value.filter { !$0.isSpace }) : nil
        }
        let base64 = data.base64.filter { !$0.isSpace }
        guard CardEncoding.base64(base64) != nil else { return nil }
        return CardProperty(
            raw.name, group: raw.group, parameters: parameters(of: raw, without: ["CHARSET", "ENCODING"]),
            value: "data:\(data.mediaType);base64," + String(decoding: base64, as: UTF8.self))
    }

    /// Creates a property with an unknown name whose value stays in base64.
    private func unknown(_ raw: CardProperty, _ base64: [UInt8]) -> CardProperty {
        let parameters = parameters(of: raw, without: ["ENCODING"]) + [.init(name: "ENCODING", value: "b")]
        return CardProperty(
            raw.name, group: raw.group, parameters: parameters, value: String(decoding: base64, as: UTF8.self))
    }

    /// Returns the parameters, with the type PREF of earlier versions replaced by version 4's PREF parameter.
    private func parameters(of raw: CardProperty, without gone: Set<String>) -> [CardProperty.Parameter] {
        let kept = raw.parameters.filter { !gone.contains($0.name) }
        guard !isVersion4, raw.has("TYPE", "PREF") else { return kept }
        let others = kept.compactMap { parameter -> CardProperty.Parameter? in
            guard parameter.name == "TYPE" else { return parameter }
            let types = parameter.value.replacing("\"", with: "").split(separator: ",").filter {
                $0.uppercased() != "PREF"
            }
            return types.isEmpty ? nil : .init(name: "TYPE", value: CardProperty.quoted(types.joined(separator: ",")))
        }
        return others + (raw.values(of: "PREF").isEmpty ? [.init(name: "PREF", value: "1")] : [])
    }
}

extension CardProperty {
    /// Returns the parameter's value, quoted if necessary.
    fileprivate static func quoted(_ text: String) -> String {
        text.contains { ",;:".contains($0) } && text.contains(where: { ";:".contains($0) }) ? "\"\(text)\"" : text
    }
}

/// The binary encodings used in cards.
enum CardEncoding {
    /// The version 4 media types for the file types of earlier versions.
    static let mediaTypes = [
        "JPEG": "image/jpeg", "JPG": "image/jpeg", "PNG": "image/png", "GIF": "image/gif", "BMP": "image/bmp",
        "WEBP": "image/webp", "HEIC": "image/heic", "IMAGE/JPEG": "image/jpeg", "IMAGE/PNG": "image/png",
        "WAVE": "audio/wav", "WAV": "audio/wav", "BASIC": "audio/basic", "PCM": "audio/L16", "AAC": "audio/aac",
        "PGP": "application/pgp-keys", "X509": "application/pkix-cert",
    ]

    /// Decodes base64. Returns `nil` if it is malformed or empty.
    static func base64(_ bytes: [UInt8]) -> Data? {
        let data = Data(base64Encoded: Data(bytes)) ?? Data(base64Encoded: Data(bytes + padding(bytes.count)))
        return data?.isEmpty == false ? data : nil
    }

    /// Returns the padding that some programs omit.
    private static func padding(_ count: Int) -> [UInt8] {
        Array(repeating: UInt8(ascii: "="), count: (4 - count % 4) % 4)
    }

    /// Whether all bytes are letters of base64 or blanks.
    static func isBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"),
                UInt8(ascii: "/"), UInt8(ascii: "="):
                true
            default: byte.isDigit || byte.isSpace
            }
        }
    }

    /// Whether the value begins like the base64 of a PNG or JPEG file.
    static func beginsPicture(_ value: ArraySlice<UInt8>) -> Bool {
        guard let first = value.first(where: { !$0.isSpace }), "i/".utf8.contains(first) else { return false }
        let beginning = value.lazy.filter { !$0.isSpace }
        return beginning.starts(with: "iVBORw0KGgo".utf8) || beginning.starts(with: "/9j/".utf8)
    }

    /// Decodes quoted-printable. Malformed escapes stay unchanged, and a trailing `=` is removed.
    static func quotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let next = index + 1
            if bytes[index] == UInt8(ascii: "="), next + 1 < bytes.endIndex,
                let high = bytes[next].hexadecimal, let low = bytes[next + 1].hexadecimal
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                if bytes[index] != UInt8(ascii: "=") || next < bytes.endIndex { decoded.append(bytes[index]) }
                index = next
            }
        }
        return decoded
    }
}

/// A value `data:image/jpeg;base64,…`, whose separators some programs escape.
struct CardDataURI {
    let mediaType: String
    /// The rest of the value, which may have blanks.
    let base64: ArraySlice<UInt8>

    /// The maximum length of what precedes the base64.
    private static let maxHead = 200

    /// Returns `nil` if the value is something else.
    init?(_ value: ArraySlice<UInt8>) {
        guard let first = value.first(where: { !$0.isSpace }), "dD".utf8.contains(first),
            let comma = value.prefix(CardDataURI.maxHead).firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let head = String(decoding: value[..<comma].filter { !$0.isSpace }, as: UTF8.self)
            .replacing("\\", with: "").split(separator: ";")
        guard let first = head.first, first.lowercased().hasPrefix("data:"), head.last?.lowercased() == "base64" else {
            return nil
        }
        let mediaType = (first.dropFirst("data:".count) + head.dropFirst().dropLast().map { ";" + $0 }.joined())
        self.mediaType = mediaType.isEmpty ? "application/octet-stream" : String(mediaType)
        base64 = value[(comma + 1)...]
    }
}

extension CardLineParts {
    /// Whether a parameter says that the value has one of these encodings, which are in upper case.
    func hasEncoding(_ names: Set<String>) -> Bool {
        head.dropFirst().contains { part in
            guard !part.isEmpty else { return false }
            let parameter = CardProperty.Parameter(String(decoding: part, as: UTF8.self).withoutControls)
            return parameter.name == "ENCODING" && parameter.values.contains(where: names.contains)
        }
    }

    /// Whether the value is in base64, as a parameter or its beginning says.
    var isBase64: Bool {
        if hasEncoding(["BASE64", "B"]) { return true }
        return self.isNamed(CardPropertyReader.files)
            && (CardEncoding.beginsPicture(value) || CardDataURI(value) != nil)
    }
}

extension UInt8 {
    /// Whether it is a blank or a control character.
    fileprivate var isSpace: Bool { self <= UInt8(ascii: " ") || self == 0x7F }

    fileprivate var hexadecimal: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension String {
    /// The first byte of U+0080 to U+009F, and of characters that are none.
    private static let mayBeginControl: UInt8 = 0xC2

    /// The text without control characters except tabs: they would end a line or a text in the database, or act on the
    /// terminal that an export is printed on.
    fileprivate var withoutControls: String {
        guard utf8.contains(where: { $0.isSpace && $0 != 0x09 && $0 != 0x20 || $0 == String.mayBeginControl }) else {
            return self
        }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.filter { $0 == "\t" || $0.properties.generalCategory != .control }))
    }
}
