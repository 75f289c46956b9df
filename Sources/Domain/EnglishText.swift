import TerminalText

/// A text in the shop's own language, with an English version if the shop provides one.
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
    /// Decodes the English versions of `own`. Returns `nil` unless there is exactly one non-empty text for each.
    func decodeEnglish(of own: [PlainText], forKey key: Key) -> [PlainText]? {
        guard contains(key), let texts = try? decode([PlainText].self, forKey: key) else { return nil }
        return texts.count == own.count && !texts.contains(where: \.isEmpty) ? texts : nil
    }

    /// Decodes an English text. Returns `nil` if it is absent, empty or not text: the shop's own text is used instead.
    func decodeEnglish(forKey key: Key) -> PlainText? {
        guard contains(key), let text = try? decode(PlainText.self, forKey: key), !text.isEmpty else { return nil }
        return text
    }
}
