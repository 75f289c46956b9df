import TerminalText

/// A text of the shop: its own words, and the same in English where the shop has it so.
public struct ShopText: Hashable, Sendable, ExpressibleByStringLiteral {
    public let own: PlainText
    public let english: PlainText?

    public init(_ own: PlainText, english: PlainText? = nil) {
        self.own = own
        self.english = english
    }

    public init(stringLiteral text: String) { self.init(PlainText(text)) }
}

extension KeyedDecodingContainer {
    /// As many texts in English as there are `own` ones; `nil` where that is not what is there.
    func decodeEnglish(of own: [PlainText], forKey key: Key) -> [PlainText]? {
        guard contains(key), let texts = try? decode([PlainText].self, forKey: key) else { return nil }
        return texts.count == own.count && !texts.contains(where: \.isEmpty) ? texts : nil
    }

    /// What the shop says in English; `nil` where it is absent, empty or no text: its own words tell the same.
    func decodeEnglish(forKey key: Key) -> PlainText? {
        guard contains(key), let text = try? decode(PlainText.self, forKey: key), !text.isEmpty else { return nil }
        return text
    }
}
