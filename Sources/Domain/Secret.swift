/// A text that must not leak: printing, interpolating or dumping it or a value that contains it does not reveal it.
public struct Secret: Sendable {
    private let text: String

    public init(_ text: String) { self.text = text }

    /// Returns an unguessable secret that is valid in a header field. Used as the keeper's secret of a shop that runs
    /// in the same process.
    public static func random() -> Secret {
        var generator = SystemRandomNumberGenerator()
        var text = ""
        for number in 0..<4 { text += (number == 0 ? "" : "-") + String(generator.next() as UInt64, radix: 16) }
        return Secret(text)
    }

    /// The text itself, for the code that has to send it.
    public var revealed: String { text }

    /// Returns whether `other` is the same text. The running time does not depend on how much of it matches.
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
