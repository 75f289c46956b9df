import TerminalText

extension KeyedDecodingContainer {
    /// What the shop says in English; `nil` where it is absent, empty or no text: its own words tell the same.
    func decodeEnglish(forKey key: Key) -> PlainText? {
        guard contains(key), let text = try? decode(PlainText.self, forKey: key), !text.isEmpty else { return nil }
        return text
    }
}
