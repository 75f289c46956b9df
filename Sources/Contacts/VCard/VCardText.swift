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

    static func unescaped(_ text: String) -> String { parts(of: text, at: nil).joined() }

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
