import Foundation

/// One line of a card: `group.NAME;PARAMETER=value:value`.
struct VCardProperty {
    /// In capitals, without its group.
    let name: String
    /// Values of all parameters by their names, both in capitals. Version 2's types, which have no name, are types.
    let parameters: [String: [String]]
    let value: String
    let isCut: Bool

    /// `nil` for what is no such line.
    init?(_ line: VCardLines.Line) {
        guard let colon = VCardProperty.colon(in: line.bytes) else { return nil }
        let parts = VCardProperty.split(line.bytes[..<colon], at: UInt8(ascii: ";"))
        guard let head = parts.first, !head.isEmpty else { return nil }
        let name = String(decoding: head, as: UTF8.self).uppercased()
        self.name = name.split(separator: ".").last.map(String.init) ?? name
        parameters = VCardProperty.parameters(parts.dropFirst())
        value = String(decoding: line.bytes[(colon + 1)...], as: UTF8.self)
        isCut = line.isCut
    }

    func parameter(_ name: String, is value: String) -> Bool { parameters[name]?.contains(value) ?? false }

    /// The first colon outside of quotes.
    private static func colon(in bytes: [UInt8]) -> Int? {
        var isQuoted = false
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ":"), !isQuoted { return index }
        }
        return nil
    }

    private static func split(_ bytes: ArraySlice<UInt8>, at separator: UInt8) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == separator, !isQuoted { parts.append([]) } else { parts[parts.count - 1].append(byte) }
        }
        return parts
    }

    private static func parameters(_ parts: ArraySlice<[UInt8]>) -> [String: [String]] {
        var parameters: [String: [String]] = [:]
        for part in parts {
            let text = String(decoding: part, as: UTF8.self).uppercased().replacing("\"", with: "")
            let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let (name, values) = pair.count == 2 ? (String(pair[0]), pair[1]) : ("TYPE", pair[0])
            parameters[name, default: []] += values.split(separator: ",").map(String.init)
        }
        return parameters
    }
}

/// Texts as they stand in cards.
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

    static func unescaped(_ text: String) -> String { parts(of: text, at: nil).joined() }

    /// The parts of a value of several, such as those of a name.
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

    /// Whether it is an address such as `urn:uuid:…`, which is written as it is.
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
