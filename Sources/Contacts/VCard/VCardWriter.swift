import Foundation

/// Writes contacts as cards of version 4.
public enum VCardWriter {
    /// The maximum length of a line in bytes, without its line end.
    private static let maxLineLength = 75

    /// Returns the card of `contact` with folded lines, including all properties that were imported with it.
    public static func card(of contact: WholeContact) -> Data {
        let content = contact.content ?? CardContent(name: contact.contact.name, number: contact.contact.number)
        var properties = [uid(contact.uid, like: content.placeholder("UID"))]
        properties += content.properties.filter { !$0.isPlaceholder }
        if let picture = contact.picture {
            var photo = content.placeholder("PHOTO")
            photo.value = "data:image/\(picture.kind.rawValue);base64,\(picture.bytes.base64EncodedString())"
            // Readers use the first PHOTO as the contact's picture.
            properties.insert(photo, at: properties.firstIndex { $0.name == "PHOTO" } ?? properties.endIndex)
        }
        let lines = ["BEGIN:VCARD", "VERSION:4.0"] + properties.map(\.line) + ["END:VCARD"]
        return lines.reduce(into: Data()) { $0.append(folded($1)) }
    }

    private static func uid(_ uid: String, like placeholder: CardProperty) -> CardProperty {
        var property = placeholder
        let isAddress = VCardText.isAddress(uid)
        property.value = isAddress ? uid : VCardText.escaped(uid)
        if !isAddress { property.parameters.insert(.init(name: "VALUE", value: "text"), at: 0) }
        return property
    }

    /// Returns the line with its line end, folded if it is too long, but never within a character.
    private static func folded(_ line: String) -> Data {
        var rest = Array(line.utf8)[...]
        var data = Data()
        var room = maxLineLength
        while rest.count > room {
            var end = rest.startIndex + room
            while end > rest.startIndex + 1, rest[end] & 0xC0 == 0x80 { end -= 1 }
            data.append(contentsOf: rest[..<end])
            data.append(contentsOf: "\r\n ".utf8)
            rest = rest[end...]
            // The leading space counts towards the length of the next line.
            room = maxLineLength - 1
        }
        data.append(contentsOf: rest)
        data.append(contentsOf: "\r\n".utf8)
        return data
    }
}

extension CardContent {
    /// Returns the property that holds the parameters of the contact's UID or picture; a bare one if there is none.
    fileprivate func placeholder(_ name: String) -> CardProperty {
        properties.first { $0.isPlaceholder && $0.name == name } ?? CardProperty(name, value: "")
    }
}

/// Escaping and parsing of texts in cards.
enum VCardText {
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ",", ";":
                escaped.unicodeScalars.append("\\")
                escaped.unicodeScalars.append(scalar)
            case "\n": escaped += "\\n"
            case "\r": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Escapes a text that may be partly escaped already, as later versions require: a line end becomes `\n`, and each
    /// of `others` gets a backslash unless it has one.
    static func escapedOnce(_ text: String, also others: String) -> String {
        var escaped = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\":
                guard let next = rest.first, "\\;,nN:".unicodeScalars.contains(next) else {
                    escaped += "\\\\".unicodeScalars
                    continue
                }
                rest = rest.dropFirst()
                escaped += next == ":" ? ":".unicodeScalars : ("\\" + String(next)).unicodeScalars
            case "\r":
                if rest.first != "\n" { escaped += "\\n".unicodeScalars }
            case "\n": escaped += "\\n".unicodeScalars
            default:
                if others.unicodeScalars.contains(scalar) { escaped.append("\\") }
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    static func unescaped(_ text: String) -> String {
        text.utf8.contains(UInt8(ascii: "\\")) ? parts(of: text, at: nil).joined() : text
    }

    /// Returns the unescaped values of a list, such as one of nicknames.
    static func values(of text: String) -> [String] { parts(of: text, at: ",") }

    /// Returns the unescaped parts of a structured value, such as a name.
    static func parts(of text: String) -> [String] { parts(of: text, at: ";") }

    private static func parts(of text: String, at separator: Unicode.Scalar?) -> [String] {
        var parts = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                parts[parts.count - 1].append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == separator {
                parts.append(String.UnicodeScalarView())
            } else {
                parts[parts.count - 1].append(scalar)
            }
        }
        return parts.map { String($0) }
    }

    /// Returns whether the text is a URI such as `urn:uuid:…`, which is written without escapes.
    static func isAddress(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else { return false }
        let isScheme = text[..<colon].utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return isScheme && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    }
}
