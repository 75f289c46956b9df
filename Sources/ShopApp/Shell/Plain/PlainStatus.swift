import Canvas
import Domain
import ShopClient
import TerminalText

/// The status line of a plain screen, which says in words what changed, one change after the other.
struct PlainStatus: Hashable, Sendable {
    var text: LocalizedText { line.text }
    fileprivate var line = SpokenLine()
    fileprivate var facts = Facts()

    /// The facts whose changes are reported.
    fileprivate struct Facts: Hashable {
        var toast: Toast?
        var connection = Connection.connecting
        var counter = 0
        var layer: Int?
        /// The row of the layer's cursor.
        var focus: Int?
        var selection: ListPosition?
        var section: SectionID?
        var sections: [SectionID: SectionFacts] = [:]
        var search = ""
    }

    fileprivate struct SectionFacts: Hashable {
        let isFetching: Bool
        let failure: FetchFailure?
        let contentVersion: Int

        init(_ section: Section) {
            (isFetching, failure) = (section.isFetching, section.failure)
            contentVersion = section.contentVersion
        }
    }
}

extension ShopState {
    /// Initialises the status line with the window's title and the key of the help page.
    mutating func startPlainStatus() {
        plainStatus.facts = plainFacts
        let help = keyTable.label(of: .help)
        plainStatus.line = SpokenLine(
            Localized {
                "\(title($0))." + (help.isEmpty ? "" : " \(help) \(Command.help.help[$0.language])")
            })
    }

    /// Reports what changed since the previous call: at once if it answers a key, otherwise after the previous texts
    /// had time to be heard.
    mutating func updatePlainStatus(answersKey: Bool) -> [Effect] {
        let (before, now) = (plainStatus.facts, plainFacts)
        guard now != before else { return [] }
        plainStatus.facts = now
        let texts = Localized { PlainSentences(state: self, words: $0).texts(before, now) }
        return plainStatus.line.say(
            zip(texts.korean, texts.english).map { LocalizedText($0, $1) }, answersKey: answersKey)
    }

    /// Shows the next text after the current one had time to be heard.
    mutating func advancePlainStatus() -> [Effect] { plainStatus.line.goOn() }

    private var plainFacts: PlainStatus.Facts {
        let sections = list.allSections.map { ($0.id, PlainStatus.SectionFacts($0)) }
        return PlainStatus.Facts(
            toast: toast.current, connection: connection, counter: shownNumber, layer: layers.topNumber,
            focus: PlainSentences(state: self, words: words).layer?.cursor?.row, selection: list.cursor.selection,
            section: list.selectedSection?.id, sections: Dictionary(sections) { first, _ in first },
            search: searchCount(words))
    }
}

/// Describes changes in words.
private struct PlainSentences {
    let state: ShopState
    let words: Words

    var layer: LayerPicture? { state.layers.top.map { $0.draw(LayerContext($0, in: state), words) } }

    /// Returns the sentences to report, the most urgent first.
    func texts(_ before: PlainStatus.Facts, _ now: PlainStatus.Facts) -> [String] {
        let toast = now.toast != before.toast ? now.toast?.text[words.language].joined(separator: " ") : nil
        let connection = now.connection != before.connection ? ConnectionStatus(state).texts(words).first : nil
        return [toast, connection, position(before, now), arrivals(before, now)].compactMap(\.self)
    }

    /// Returns the current place if it has changed; `nil` otherwise.
    private func position(_ before: PlainStatus.Facts, _ now: PlainStatus.Facts) -> String? {
        if now.counter != before.counter {
            return "\(state.tabNames[now.counter][words.language]): \(selection(before: nil))"
        }
        if now.layer != before.layer { return layer?.titleAndFocus ?? selection(before: nil) }
        if now.focus != before.focus, let text = layer?.focusText { return text }
        if now.search != before.search, !now.search.isEmpty {
            return "\(state.searchCount(words)). \(selection(before: nil))"
        }
        let isElsewhere = now.selection != before.selection || now.section != before.section
        return now.layer == nil && isElsewhere ? selection(before: before.section) : nil
    }

    /// Returns the selected row and its position, with the title of the section unless it is `before`.
    private func selection(before: SectionID?) -> String {
        let (list, counter) = (state.list, state.shown)
        guard let section = list.selectedSection else {
            return list.nearest.map(words.nearest) ?? counter.emptyState?.reason[words.language] ?? ""
        }
        let heading = section.id == before ? "" : "\(title(of: section)): "
        let row = list.cursor.selection.row
        guard !list.isSelectionFolded, !section.rows.isEmpty else { return heading + content(of: section) }
        let texts = counter.rowStyle(of: section.id, in: list).texts(ofRow: row, in: section.rows, words)
        return "\(heading)\(row + 1)/\(section.rows.count) \(texts.joined(separator: ", "))"
    }

    private func title(of section: Section) -> String { state.shown.heading(of: section.id)[words.language].title }

    private func content(of section: Section) -> String {
        if let failure = section.failure { return words.failure(failure, row: state.shown.texts.row(in: section.id)) }
        return section.isFetching ? words.loading : state.shown.texts.count(section.total, words)
    }

    /// Returns the sections that have arrived or failed since; `nil` if there are none.
    private func arrivals(_ before: PlainStatus.Facts, _ now: PlainStatus.Facts) -> String? {
        guard now.counter == before.counter else { return nil }
        let others = state.list.allSections.filter { section in
            !section.isFetching && now.sections[section.id] != before.sections[section.id]
        }
        guard !others.isEmpty else { return nil }
        let counter = state.tabNames[now.counter][words.language]
        return "\(counter): " + others.map { "\(title(of: $0)) \(content(of: $0))" }.joined(separator: ", ")
    }
}

extension LayerPicture {
    private var lines: [(row: Int, text: String)] {
        panels.flatMap { panel in
            panel.lines.enumerated().map { (panel.origin.row + $0, PlainView.text(of: $1)) }
        }
    }

    /// The text in the row of the cursor.
    fileprivate var focusText: String? {
        guard let cursor else { return nil }
        return lines.last { $0.row == cursor.row && !$0.text.isEmpty }?.text
    }

    /// The first line, and the text in the row of the cursor.
    fileprivate var titleAndFocus: String {
        let title = lines.first { !$0.text.isEmpty }?.text ?? ""
        let focus = focusText ?? ""
        return focus.isEmpty || focus == title ? title : "\(title): \(focus)"
    }
}

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
