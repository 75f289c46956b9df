/// A line of a card in version 4 syntax: `group.NAME;PARAMETER=value:value`.
struct CardProperty: Hashable, Sendable {
    struct Parameter: Hashable, Sendable {
        /// In upper case.
        let name: String
        /// The raw value, including its quotes.
        let value: String
    }

    /// The group that connects it with other properties, such as a label; `nil` if there is none.
    var group: String?
    /// In upper case.
    let name: String
    var parameters: [Parameter]
    /// The raw value, with its escapes.
    var value: String

    init(_ name: String, group: String? = nil, parameters: [Parameter] = [], value: String) {
        self.group = group
        self.name = name
        self.parameters = parameters
        self.value = value
    }

    var line: String {
        let head = (group.map { $0 + "." } ?? "") + name
        return parameters.reduce(into: head) { $0 += ";\($1.name)=\($1.value)" } + ":" + value
    }

    /// Returns the values of all parameters with that name, in upper case and without quotes.
    func values(of parameter: String) -> [String] {
        guard !parameters.isEmpty else { return [] }
        return parameters.filter { $0.name == parameter }.flatMap(\.values)
    }

    func has(_ parameter: String, _ value: String) -> Bool { values(of: parameter).contains(value) }

    var text: String { VCardText.unescaped(value) }
}

extension CardProperty {
    /// Parses a stored line. Returns `nil` if it is malformed.
    init?(line: String) {
        let bytes = Array(line.utf8)
        guard let parts = CardLineParts(bytes[...]) else { return nil }
        let head = parts.head.map { String(decoding: $0, as: UTF8.self) }
        self.init(head: head, value: String(decoding: parts.value, as: UTF8.self))
    }

    /// Creates a property from the parts before its value. Parameters without a name, as in version 2, become `TYPE` or
    /// `ENCODING`. Returns `nil` if the name is invalid, or marks a card.
    init?(head: [String], value: String) {
        guard let first = head.first else { return nil }
        let dot = first.lastIndex(of: ".")
        let name = String(dot.map { first[first.index(after: $0)...] } ?? first[...]).uppercased().trimmed
        let group = String(dot.map { first[..<$0] } ?? "").trimmed
        guard !name.isEmpty, name.utf8.allSatisfy(\.isOfPropertyName), name != "BEGIN", name != "END" else {
            return nil
        }
        self.init(
            name, group: group.isEmpty ? nil : group,
            parameters: head.dropFirst().compactMap { $0.isEmpty ? nil : Parameter($0) }, value: value)
    }
}

extension CardProperty.Parameter {
    /// The values of a list, in upper case and without quotes.
    var values: [String] {
        value.uppercased().replacing("\"", with: "").split(separator: ",").map(String.init)
    }

    /// Parses `NAME=value`, or a value without a name.
    init(_ text: String) {
        if let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
            self.init(name: text[..<sign].uppercased().trimmed, value: String(text[text.utf8.index(after: sign)...]))
        } else {
            let isEncoding = ["QUOTED-PRINTABLE", "BASE64", "B", "8BIT", "7BIT"].contains(text.uppercased())
            self.init(name: isEncoding ? "ENCODING" : "TYPE", value: text.lowercased())
        }
    }
}

extension UInt8 {
    fileprivate var isOfPropertyName: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || isDigit || self == UInt8(ascii: "-")
            || self == UInt8(ascii: "_")
    }
}

extension String {
    /// The text without surrounding white space.
    fileprivate var trimmed: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return String(self[start..<end])
    }
}

/// A line split at its colon, and the part before it split at semicolons. Quoted separators are ignored.
struct CardLineParts {
    let head: [ArraySlice<UInt8>]
    let value: ArraySlice<UInt8>

    /// Returns `nil` if there is no colon or nothing before it.
    init?(_ line: ArraySlice<UInt8>) {
        var head: [ArraySlice<UInt8>] = []
        var start = line.startIndex
        var isQuoted = false
        for place in line.indices {
            switch line[place] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted:
                head.append(line[start..<place])
                start = place + 1
            case UInt8(ascii: ":") where !isQuoted:
                head.append(line[start..<place])
                guard head.first?.isEmpty == false else { return nil }
                self.head = head
                value = line[(place + 1)...]
                return
            default: break
            }
        }
        return nil
    }
}

extension CardLineParts {
    /// Whether the name of the property, without its group, is one of `names`, which are in upper case.
    func isNamed(_ names: Set<String>) -> Bool {
        guard let first = head.first else { return false }
        let name = first.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last ?? []
        return names.contains(String(decoding: name, as: UTF8.self).uppercased())
    }
}
