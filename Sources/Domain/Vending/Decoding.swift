import TerminalText

extension KeyedDecodingContainer {
    /// The number at `key`. Throws `DecodingError` for one outside of `range`.
    func decodeNumber(in range: ClosedRange<Int>, forKey key: Key) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard range.contains(number) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "out of range")
        }
        return number
    }

    /// The text at `key`. Throws `DecodingError` where nothing of it can be shown.
    func decodeText(forKey key: Key) throws -> PlainText {
        let text = try decode(PlainText.self, forKey: key)
        guard !text.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "empty")
        }
        return text
    }
}

/// What numbers of a beverage may be.
enum Bounds {
    static let percent = 0...100
    static let grams = 0...10_000
    static let milligrams = 0...10_000
    static let celsius = -100...100
    static let days = 0...3_650
}
