/// Finds YAML anchors and aliases before parsing: the parser expands them, and a few lines of them can stand for more
/// values than any machine has memory for.
struct AliasScan {
    /// The nesting depth of open flow lists and mappings (in brackets).
    private var depth = 0

    /// Returns the first line with an anchor or alias, counted from 1, or `nil` if there is none.
    static func firstLine(in text: String) -> Int? {
        var scan = AliasScan()
        let lines = text.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
        // A CRLF ends two lines in the split above, so newlines are counted separately.
        guard let index = lines.firstIndex(where: { scan.hasAlias($0) }) else { return nil }
        return text.utf8[..<lines[index].startIndex].count { $0 == UInt8(ascii: "\n") } + 1
    }

    private mutating func hasAlias(_ line: Substring.UTF8View) -> Bool {
        var rest = line[...]
        var beginsValue = true
        while let byte = rest.popFirst() {
            let next = rest.first
            let endsWord = next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\t")
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                if next == UInt8(ascii: "#") { return false }
            case UInt8(ascii: "#") where beginsValue: return false
            case UInt8(ascii: "&") where beginsValue && !endsWord, UInt8(ascii: "*") where beginsValue && !endsWord:
                return true
            case UInt8(ascii: "\"") where beginsValue, UInt8(ascii: "'") where beginsValue:
                AliasScan.skipQuoted(byte, &rest)
                beginsValue = false
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if beginsValue { depth += 1 }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth = max(0, depth - 1)
                beginsValue = false
            case UInt8(ascii: ","): beginsValue = beginsValue || depth > 0
            case UInt8(ascii: ":"): beginsValue = beginsValue || endsWord || depth > 0
            case UInt8(ascii: "-"), UInt8(ascii: "?"): beginsValue = beginsValue && endsWord
            default: beginsValue = false
            }
        }
        return false
    }

    private static func skipQuoted(_ quote: UInt8, _ rest: inout Substring.UTF8View) {
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { _ = rest.popFirst() }
            guard byte == quote else { continue }
            guard quote == UInt8(ascii: "'"), rest.first == quote else { return }
            _ = rest.popFirst()
        }
    }
}
