import Foundation
import Testing

/// A property of a card as a reader understands it, decoded independently of the program.
struct DecodedProperty: Hashable, Comparable, CustomStringConvertible {
    /// In lower case; empty if there is none.
    var group: String
    /// In upper case.
    var name: String
    /// The values of each parameter, unquoted and without escapes (RFC 6868), as `NAME=value`, sorted.
    var parameters: [String]
    /// The parts of a structured value, or one text; without escapes and encodings.
    var value: [String]

    /// The property with every character that is not ASCII as its code: equal texts have equal characters.
    var description: String {
        "\(group).\(name) \(parameters) \(value)".unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }

    static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

/// The properties of one card of any version.
enum DecodedCard {
    static let structures: Set<String> = ["N", "ADR", "ORG"]
    static let files: Set<String> = ["PHOTO", "LOGO", "SOUND", "KEY"]

    /// Decodes the lines of a card with CRLF as line ends, without its BEGIN and END.
    static func properties(_ text: String, version: String) -> [DecodedProperty] {
        lines(text).filter { !["BEGIN:VCARD", "END:VCARD"].contains($0) }.map { property($0, version) }
    }

    /// Joins folded lines and those behind soft line breaks.
    private static func lines(_ text: String) -> [String] {
        text.components(separatedBy: "\r\n").reduce(into: []) { lines, line in
            if let last = lines.last, last.hasSuffix("="), last.contains("QUOTED-PRINTABLE") {
                lines[lines.count - 1] = String(last.dropLast()) + line.drop { $0 == " " }
            } else if line.utf8.first == UInt8(ascii: " "), !lines.isEmpty {
                lines[lines.count - 1].unicodeScalars += line.unicodeScalars.dropFirst()
            } else if !line.isEmpty {
                lines.append(line)
            }
        }
    }

    private static func property(_ line: String, _ version: String) -> DecodedProperty {
        let colon = splitHead(line, at: ":", limit: 1)
        let head = splitHead(colon[0], at: ";")
        let dot = head[0].lastIndex(of: ".")
        let name = (dot.map { String(head[0][head[0].index(after: $0)...]) } ?? head[0]).uppercased()
        var parameters: [(name: String, value: String)] = []
        for part in head.dropFirst() {
            let pair = splitHead(part, at: "=", limit: 1)
            let name = pair.count > 1 ? pair[0].uppercased() : ""
            // The types of a list may be in quotes together (RFC 6350, 5.6).
            let list = name == "TYPE" ? pair.last!.replacing("\"", with: "") : pair.last!
            parameters += splitHead(list, at: ",").map { (name, unquoted($0)) }
        }
        return DecodedProperty(
            group: dot.map { head[0][..<$0].lowercased() } ?? "", name: name,
            parameters: parameters.map { "\($0.name)=\($0.value)" }.sorted(),
            value: value(colon[1], of: name, parameters, version))
    }

    private static func value(
        _ raw: String, of name: String, _ parameters: [(name: String, value: String)], _ version: String
    ) -> [String] {
        func has(_ name: String, _ value: String) -> Bool {
            parameters.contains { ["", name].contains($0.name) && $0.value.uppercased() == value }
        }
        let isBase64 = has("ENCODING", "B") || has("ENCODING", "BASE64")
        if files.contains(name) {
            let unescaped = raw.replacing("\\;", with: ";").replacing("\\,", with: ",")
            let data =
                isBase64 ? unescaped : unescaped.hasPrefix("data:") ? String(unescaped.split(separator: ",")[1]) : nil
            guard let data else { return [raw] }
            return [Data(base64Encoded: data.replacing(" ", with: ""))!.base64EncodedString()]
        }
        if isBase64, structures.contains(name) || name == "NOTE" {
            return [String(decoding: Data(base64Encoded: raw)!, as: UTF8.self)]
        }
        let text = has("ENCODING", "QUOTED-PRINTABLE") ? quotedPrintable(raw) : raw
        let parts = structures.contains(name) ? splitValue(text) : [text]
        return parts.map { unescaped($0.replacing("\r\n", with: "\n"), isVersion2: version == "2.1") }
    }

    /// Version 2.1 has no escapes but `\;`; telephones write those of later versions all the same, and a backslash
    /// before any other character is one.
    private static func unescaped(_ text: String, isVersion2: Bool) -> String {
        var (result, rest) = (String.UnicodeScalarView(), text.unicodeScalars[...])
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let next = rest.first, !isVersion2 || "\\;,nN:".unicodeScalars.contains(next) else {
                result.append(scalar)
                continue
            }
            rest.removeFirst()
            result.append("nN".unicodeScalars.contains(next) ? "\n" : next)
        }
        return String(result)
    }

    private static func quotedPrintable(_ text: String) -> String {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "="), rest.count > 1,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// RFC 6868.
    private static func unquoted(_ value: String) -> String {
        var text = value
        if text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") { text = String(text.dropFirst().dropLast()) }
        var (result, rest) = ("", text[...])
        while let character = rest.popFirst() {
            switch (character, rest.first) {
            case ("^", "n"): result += "\n"
            case ("^", "'"): result += "\""
            case ("^", "^"): result += "^"
            default:
                result.append(character)
                continue
            }
            rest.removeFirst()
        }
        return result
    }

    /// Splits at a separator that is not in quotes.
    private static func splitHead(_ text: String, at separator: Unicode.Scalar, limit: Int = .max) -> [String] {
        var (parts, isQuoted) = ([String.UnicodeScalarView()], false)
        for scalar in text.unicodeScalars {
            if scalar == "\"" { isQuoted.toggle() }
            if scalar == separator, !isQuoted, parts.count <= limit {
                parts.append(String.UnicodeScalarView())
            } else {
                parts[parts.count - 1].append(scalar)
            }
        }
        return parts.map { String($0) }
    }

    /// Splits at semicolons that are not behind a backslash.
    private static func splitValue(_ text: String) -> [String] {
        var (parts, isEscaped) = ([String.UnicodeScalarView()], false)
        for scalar in text.unicodeScalars {
            if scalar == ";", !isEscaped {
                parts.append(String.UnicodeScalarView())
            } else {
                parts[parts.count - 1].append(scalar)
            }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return parts.map { String($0) }
    }
}

/// What version 4 writes otherwise. Everything else of a card is the same after decoding.
struct Version4Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Changes the decoded properties of a card of `version`, whose contact has `name` and `number`.
    let apply: @Sendable (inout [DecodedProperty], _ version: String, _ name: String, _ address: String) -> Void

    /// In the order in which they apply. The manual has the same table.
    static let all = [
        Version4Change(testDescription: "VERSION is 4.0") { properties, _, _, _ in
            properties.removeAll { $0.name == "VERSION" }
            properties.append(DecodedProperty(group: "", name: "VERSION", parameters: [], value: ["4.0"]))
        },
        Version4Change(testDescription: "there are no control characters but tabs and line ends") {
            properties, _, _, _ in
            each(&properties) { property in
                property.value = property.value.map { text in
                    let kept = text.unicodeScalars.filter {
                        $0.properties.generalCategory != .control || "\t\n".unicodeScalars.contains($0)
                    }
                    return String(String.UnicodeScalarView(kept))
                }
            }
        },
        Version4Change(testDescription: "a parameter without a name is TYPE or ENCODING") { properties, _, _, _ in
            each(&properties) { property in
                property.parameters = property.parameters.map { parameter in
                    guard parameter.hasPrefix("=") else { return parameter }
                    let value = parameter.dropFirst().uppercased()
                    let isEncoding = ["QUOTED-PRINTABLE", "BASE64", "B", "8BIT", "7BIT"].contains(value)
                    return (isEncoding ? "ENCODING=" : "TYPE=") + value.lowercased()
                }
            }
        },
        Version4Change(testDescription: "a file is a data: URI, whose media type was a TYPE") { properties, _, _, _ in
            each(&properties) { property in
                guard DecodedCard.files.contains(property.name),
                    property.parameters.contains(where: { ["ENCODING=B", "ENCODING=BASE64"].contains($0.uppercased()) })
                else { return }
                let types = ["TYPE=JPEG", "TYPE=PNG", "TYPE=GIF"]
                property.parameters.removeAll { types.contains($0.uppercased()) || $0.hasPrefix("VALUE=") }
            }
        },
        Version4Change(testDescription: "texts are UTF-8 without ENCODING and CHARSET") { properties, _, _, _ in
            each(&properties) { property in
                // The base64 of an unknown property stays.
                guard !property.name.hasPrefix("X-") || !property.parameters.contains("ENCODING=b") else { return }
                property.parameters.removeAll { $0.hasPrefix("ENCODING=") || $0.hasPrefix("CHARSET=") }
            }
        },
        Version4Change(testDescription: "the type pref is PREF=1") { properties, version, _, _ in
            guard version != "4.0" else { return }
            each(&properties) { property in
                let types = property.parameters.filter { $0.uppercased() == "TYPE=PREF" }
                guard !types.isEmpty else { return }
                property.parameters.removeAll { types.contains($0) }
                property.parameters.append("PREF=1")
            }
        },
        Version4Change(testDescription: "there is an FN, with the contact's name if it is empty") {
            properties, _, name, _ in
            guard let index = properties.firstIndex(where: { $0.name == "FN" }) else {
                return properties.append(DecodedProperty(group: "", name: "FN", parameters: [], value: [name]))
            }
            if properties[index].value == [""] { properties[index].value = [name] }
        },
        Version4Change(testDescription: "a UID that is no URI has VALUE=text") { properties, _, _, _ in
            each(&properties) { property in
                guard property.name == "UID" else { return }
                property.parameters.removeAll { $0.hasPrefix("VALUE=") }
                if !property.value[0].contains(":") { property.parameters.append("VALUE=text") }
            }
        },
        Version4Change(testDescription: "the number of a card that has only it and a name is a tel: URI") {
            properties, _, name, address in
            guard let index = properties.firstIndex(where: { $0.name == "TEL" }),
                properties.map(\.name).sorted() == ["FN", "TEL", "UID", "VERSION"], !address.isEmpty,
                properties.allSatisfy({ $0.group.isEmpty && $0.parameters.allSatisfy { $0.hasPrefix("VALUE=") } }),
                properties.contains(where: { $0.name == "FN" && $0.value[0].utf8.elementsEqual(name.utf8) })
            else { return }
            properties[index].parameters = ["VALUE=uri"]
            properties[index].value = [address]
        },
    ]

    private static func each(_ properties: inout [DecodedProperty], _ change: (inout DecodedProperty) -> Void) {
        for index in properties.indices {
            change(&properties[index])
            properties[index].parameters.sort()
        }
    }
}
