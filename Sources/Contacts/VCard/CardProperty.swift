/// One line of a card as version 4 writes it: `group.NAME;PARAMETER=value:value`.
struct CardProperty: Hashable, Sendable {
    struct Parameter: Hashable, Sendable {
        /// In capitals.
        let name: String
        /// As it stands in the line, with its quotes.
        let value: String
    }

    /// What holds it together with others, such as a label; `nil` where it stands alone.
    var group: String?
    /// In capitals.
    let name: String
    var parameters: [Parameter]
    /// As it stands in the line.
    var value: String

    init(_ name: String, group: String? = nil, parameters: [Parameter] = [], value: String) {
        self.group = group
        self.name = name
        self.parameters = parameters
        self.value = value
    }

    /// The line, not folded.
    var line: String {
        let head = (group.map { $0 + "." } ?? "") + name
        return parameters.reduce(into: head) { $0 += ";\($1.name)=\($1.value)" } + ":" + value
    }

    /// The values of all parameters of that name, in capitals and without quotes.
    func values(of parameter: String) -> [String] {
        parameters.filter { $0.name == parameter }.flatMap { parameter in
            parameter.value.uppercased().replacing("\"", with: "").split(separator: ",").map(String.init)
        }
    }

    func has(_ parameter: String, _ value: String) -> Bool { values(of: parameter).contains(value) }

    /// What it says as text.
    var text: String { VCardText.unescaped(value) }
}

extension CardProperty {
    /// A line that was kept; `nil` for what is no such line.
    init?(line: String) {
        let bytes = Array(line.utf8)
        guard let parts = CardLineParts(bytes[...]) else { return nil }
        let head = parts.head.map { String(decoding: $0, as: UTF8.self) }
        self.init(head: head, value: String(decoding: parts.value, as: UTF8.self))
    }

    /// A property of which the parts before the value are `head`. Version 2's types, which have no name, become types.
    init?(head: [String], value: String) {
        guard let first = head.first else { return nil }
        let dot = first.lastIndex(of: ".")
        let name = String(dot.map { first[first.index(after: $0)...] } ?? first[...]).uppercased().trimmed
        let group = String(dot.map { first[..<$0] } ?? "").trimmed
        guard !name.isEmpty, name.utf8.allSatisfy(\.isOfPropertyName) else { return nil }
        self.init(
            name, group: group.isEmpty ? nil : group,
            parameters: head.dropFirst().compactMap { $0.isEmpty ? nil : Parameter($0) }, value: value)
    }
}

extension CardProperty.Parameter {
    /// `NAME=value`, or a value alone.
    init(_ text: String) {
        let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if pair.count == 2 {
            self.init(name: pair[0].uppercased().trimmed, value: String(pair[1]))
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
    /// Without white space around it.
    fileprivate var trimmed: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return String(self[start..<end])
    }
}

/// A line that is parted at its colon, and what is before it at semicolons, quoted ones excepted.
struct CardLineParts {
    let head: [ArraySlice<UInt8>]
    let value: ArraySlice<UInt8>

    /// `nil` where there is no colon, or nothing before it.
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
