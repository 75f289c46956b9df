/// A line that is heard: what it says stands until it could be heard, and what comes meanwhile waits. Nothing takes the
/// place of what nobody could hear yet.
struct SpokenLine: Hashable, Sendable {
    private(set) var text: LocalizedText
    private var waiting: [LocalizedText] = []
    /// Whether the text has not stood its time.
    private var isStanding = false
    /// Whether the text answers a key: whoever presses the next one has heard enough of it.
    private var answersKey = true

    /// More than this many never wait: the oldest of them would be stale news by then.
    static let mostWaiting = 8
    /// How long a text stands at least and at most, and for each of its characters.
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(4)
    private static let perCharacter = Duration.milliseconds(40)

    init(_ text: LocalizedText = LocalizedText("", "")) { self.text = text }

    /// Says all of `texts` in their order. What answers a key is said at once, before what waits: news that it interrupts
    /// is said again after it.
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

    /// The text has stood its time.
    mutating func goOn() -> [Effect] {
        isStanding = false
        guard !waiting.isEmpty else { return [] }
        answersKey = false
        return begin(waiting.removeFirst())
    }

    private mutating func append(_ texts: [LocalizedText]) {
        for text in texts where text != waiting.last { waiting.append(text) }
        waiting.removeFirst(max(0, waiting.count - SpokenLine.mostWaiting))
    }

    private mutating func begin(_ text: LocalizedText) -> [Effect] {
        self.text = text
        isStanding = true
        let characters = max(text[.korean].count, text[.english].count)
        let duration = min(SpokenLine.shortest + SpokenLine.perCharacter * characters, SpokenLine.longest)
        return [.startTimer(.spoken, duration)]
    }
}
