/// A line for a screen reader. A text stays until it had time to be heard; new texts wait meanwhile and do not replace
/// it.
struct SpokenLine: Hashable, Sendable {
    private(set) var text: LocalizedText
    private var waiting: [LocalizedText] = []
    /// Whether the current text's time has not passed yet.
    private var isStanding = false
    /// Whether the current text answers a key. Such a text is not shown again after another key interrupts it.
    private var answersKey = true

    /// The greatest number of waiting texts. Beyond it the oldest is dropped, which would be stale news by then.
    static let maxWaiting = 8
    /// The time that a text stays: the minimum, the maximum, and the addition for each character.
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(4)
    private static let perCharacter = Duration.milliseconds(40)

    init(_ text: LocalizedText = LocalizedText("", "")) { self.text = text }

    /// Shows all of `texts` in order. An answer to a key is shown at once, before what waits; news that it interrupts
    /// is shown again after it.
    mutating func say(_ texts: [LocalizedText], answersKey: Bool) -> [Effect] {
        guard let first = texts.first else { return [] }
        guard answersKey || !isStanding else {
            append(texts)
            return []
        }
        let interrupted = isStanding && !self.answersKey ? [text] : []
        waiting.insert(contentsOf: texts.dropFirst() + interrupted, at: 0)
        append([])
        self.answersKey = answersKey
        return begin(first)
    }

    /// Ends the time of the current text and shows the next one.
    mutating func goOn() -> [Effect] {
        isStanding = false
        guard !waiting.isEmpty else { return [] }
        answersKey = false
        return begin(waiting.removeFirst())
    }

    private mutating func append(_ texts: [LocalizedText]) {
        for text in texts where text != waiting.last { waiting.append(text) }
        waiting.removeFirst(max(0, waiting.count - SpokenLine.maxWaiting))
    }

    private mutating func begin(_ text: LocalizedText) -> [Effect] {
        self.text = text
        isStanding = true
        let characters = max(text[.korean].count, text[.english].count)
        let duration = min(SpokenLine.shortest + SpokenLine.perCharacter * characters, SpokenLine.longest)
        return [.startTimer(.spoken, duration)]
    }
}
