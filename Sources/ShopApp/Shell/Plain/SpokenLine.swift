import Canvas
import TerminalText

/// A line for a screen reader. News stay until they had time to be heard; other news wait meanwhile. Then the line says
/// again where one is, as it is by then.
struct SpokenLine: Hashable, Sendable {
    struct News: Hashable, Sendable {
        let text: LocalizedText
        /// The counter where it matters; `nil` if it matters everywhere.
        let counter: Int?

        init(_ text: LocalizedText, counter: Int? = nil) { (self.text, self.counter) = (text, counter) }
    }

    /// Where one is. It is shown whenever there are no news.
    private(set) var place: LocalizedText
    private var shown: News?
    private var waiting: [News] = []
    /// Whether the current text's time has not passed yet.
    private var isStanding = false
    /// Whether the current news answer a key. They are not shown again after another key interrupts them.
    private var answersKey = true

    /// The greatest number of waiting texts. Beyond it the oldest is dropped, which would be stale news by then.
    static let maxWaiting = 8
    /// The time that a text stays: the minimum, the maximum, and the addition for each character.
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(4)
    private static let perCharacter = Duration.milliseconds(40)

    /// Creates a line that says where one is, after `welcome`.
    init(_ place: LocalizedText = LocalizedText("", ""), after welcome: LocalizedText? = nil) {
        self.place = place
        shown = welcome.map { News($0) }
    }

    var text: LocalizedText { shown?.text ?? place }

    /// Shows where one is and `news`, in order. What answers a key is shown at once, and news that it interrupts
    /// again after it. News that matter only at another counter than `counter` are dropped.
    mutating func say(
        _ news: [News], at place: LocalizedText, of counter: Int = 0, hasMoved: Bool = false, answersKey: Bool
    ) -> [Effect] {
        let isOutdated = place != self.place || hasMoved
        self.place = place
        waiting.removeAll { $0.counter != nil && $0.counter != counter }
        if answersKey, hasMoved || !news.isEmpty {
            if isStanding, !self.answersKey, let shown, shown.counter == nil || shown.counter == counter {
                waiting.insert(shown, at: 0)
            }
            waiting.insert(contentsOf: news.dropFirst(), at: 0)
            append([])
            return begin(news.first, answersKey: true)
        }
        append(news)
        if shown == nil, isOutdated { return begin(nil, answersKey: false) }
        return isStanding ? [] : goOn()
    }

    /// Ends the time of the current text and shows the next one.
    mutating func goOn() -> [Effect] {
        isStanding = false
        guard waiting.isEmpty else { return begin(waiting.removeFirst(), answersKey: false) }
        return shown == nil ? [] : begin(nil, answersKey: false)
    }

    private mutating func append(_ news: [News]) {
        for news in news where news != waiting.last { waiting.append(news) }
        waiting.removeFirst(max(0, waiting.count - SpokenLine.maxWaiting))
    }

    /// Shows `news`, or the place if it is `nil`.
    private mutating func begin(_ news: News?, answersKey: Bool) -> [Effect] {
        (shown, self.answersKey) = (news, answersKey)
        isStanding = true
        let characters = max(text[.korean].count, text[.english].count)
        let duration = min(SpokenLine.shortest + SpokenLine.perCharacter * characters, SpokenLine.longest)
        return [.startTimer(.spoken, duration)]
    }
}
