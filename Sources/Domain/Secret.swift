/// A text that must not be shown: neither printing it, nor interpolating it, nor dumping what holds it tells it.
public struct Secret: Sendable {
    private let text: String

    public init(_ text: String) { self.text = text }

    /// A secret that nobody can guess, and that may stand in a header: for the keeper of a shop of one process.
    public static func random() -> Secret {
        var generator = SystemRandomNumberGenerator()
        var text = ""
        for number in 0..<4 { text += (number == 0 ? "" : "-") + String(generator.next() as UInt64, radix: 16) }
        return Secret(text)
    }

    /// The text itself, for the one place that has to send it.
    public var revealed: String { text }

    /// Whether `other` is the same text. The time that this takes tells nothing of how much of it is right.
    public func matches(_ other: String) -> Bool {
        let expected = Array(text.utf8)
        let offered = Array(other.utf8)
        var difference = expected.count ^ offered.count
        for (index, byte) in offered.enumerated() {
            difference |= Int(byte ^ (expected.isEmpty ? 0 : expected[index % expected.count]))
        }
        return difference == 0
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(secret)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
