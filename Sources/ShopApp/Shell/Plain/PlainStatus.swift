import Canvas
import Domain
import ShopClient
import TerminalText

/// The status line of a plain screen. It says where one is, which stays true while it stands there, and in between what
/// changed, one change after the other.
struct PlainStatus: Hashable, Sendable {
    var text: LocalizedText { line.text }
    fileprivate var line = SpokenLine()
    fileprivate var facts = Facts()
    fileprivate var parts = PlaceParts()

    /// The facts whose changes are reported.
    fileprivate struct Facts: Hashable {
        var toast: Toast?
        var connection = Connection.connecting
        var place = Place()
        var sections: [SectionID: SectionFacts] = [:]
    }

    /// Where one is.
    fileprivate struct Place: Hashable {
        var counter = 0
        var layer: Int?
        /// The row of the layer's cursor.
        var focus: Int?
        var selection: ListPosition?
        var section: SectionID?
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

    /// The parts of the place that are said besides the row: those that were new when one came there.
    fileprivate struct PlaceParts: Hashable {
        var counter = true
        var layer = true
        var section = true
        var search = false

        init() {}

        init(_ before: Place, _ now: Place) {
            counter = before.counter != now.counter
            layer = before.layer != now.layer
            section = counter || layer || before.section != now.section
            search = before.search != now.search && !now.search.isEmpty
        }
    }
}

extension ShopState {
    /// Initialises the status line, which first says the window's title and the key of the help page.
    mutating func startPlainStatus() {
        plainStatus.facts = plainFacts
        let help = keyTable.label(of: .help)
        let parts = plainStatus.parts
        plainStatus.line = SpokenLine(
            Localized { PlainSentences(state: self, words: $0).place(parts) },
            after: Localized {
                "\(title($0))." + (help.isEmpty ? "" : " \(help) \(Command.help.help[$0.language])")
            })
    }

    /// Says where one is now and what changed since the previous call.
    mutating func updatePlainStatus(answersKey: Bool) -> [Effect] {
        let (before, now) = (plainStatus.facts, plainFacts)
        guard now != before else { return [] }
        plainStatus.facts = now
        let hasMoved = now.place != before.place
        if hasMoved { plainStatus.parts = PlainStatus.PlaceParts(before.place, now.place) }
        let parts = plainStatus.parts
        let place = Localized { PlainSentences(state: self, words: $0).place(parts) }
        // What the place says of the selected section need not be said twice.
        let known = place == plainStatus.line.place ? nil : list.selectedSection?.id
        let news = Localized { PlainSentences(state: self, words: $0).news(before, now, except: known) }
        return plainStatus.line.say(
            zip(news.korean, news.english).map { korean, english in
                SpokenLine.News(LocalizedText(korean.text, english.text), counter: korean.counter)
            }, at: place, of: shownNumber, hasMoved: hasMoved, answersKey: answersKey)
    }

    /// Shows the next text after the current one had time to be heard.
    mutating func advancePlainStatus() -> [Effect] { plainStatus.line.goOn() }

    private var plainFacts: PlainStatus.Facts {
        let sections = list.allSections.map { ($0.id, PlainStatus.SectionFacts($0)) }
        return PlainStatus.Facts(
            toast: toast.current, connection: connection,
            place: PlainStatus.Place(
                counter: shownNumber, layer: layers.topNumber,
                focus: PlainSentences(state: self, words: words).layer?.cursor?.row, selection: list.cursor.selection,
                section: list.selectedSection?.id, search: searchCount(words)),
            sections: Dictionary(sections) { first, _ in first })
    }
}

/// Says in words where one is, and what changed.
private struct PlainSentences {
    let state: ShopState
    let words: Words

    var layer: LayerPicture? { state.layers.top.map { $0.draw(LayerContext($0, in: state), words) } }

    /// Returns the news, the most urgent first, with the counter of those that matter only there. They say nothing of
    /// the section `known`, unless it failed.
    func news(
        _ before: PlainStatus.Facts, _ now: PlainStatus.Facts, except known: SectionID?
    ) -> [(text: String, counter: Int?)] {
        let toast = now.toast != before.toast ? now.toast?.text[words.language].joined(separator: " ") : nil
        let connection = now.connection != before.connection ? ConnectionStatus(state).texts(words).first : nil
        return [
            toast.map { ($0, nil) }, connection.map { ($0, nil) },
            arrivals(before, now, except: known).map { ($0, now.place.counter) },
        ].compactMap(\.self)
    }

    /// Returns the place: the row of the cursor, and those of the other parts that are to be said.
    func place(_ parts: PlainStatus.PlaceParts) -> String {
        if let layer {
            let text = parts.layer ? layer.titleAndFocus : layer.focusText ?? layer.titleAndFocus
            if !text.isEmpty { return text }
        }
        let count = parts.search ? state.searchCount(words) : ""
        let selection = selection(withSection: parts.section)
        guard parts.counter, !selection.hasPrefix(counter) else {
            return [count, selection].filter { !$0.isEmpty }.joined(separator: ". ")
        }
        return "\(counter): \(selection)"
    }

    private var counter: String { state.tabNames[state.shownNumber][words.language] }

    /// Returns the selected row and its position, after its section if that is to be said.
    private func selection(withSection: Bool) -> String {
        let (list, counter) = (state.list, state.shown)
        guard let section = list.selectedSection else {
            return list.nearest.map(words.nearest) ?? counter.emptyState?.reason[words.language] ?? ""
        }
        let row = list.cursor.selection.row
        guard !list.isSelectionFolded, !section.rows.isEmpty else {
            return "\(title(of: section)) \(content(of: section))"
        }
        let texts = counter.rowStyle(of: section.id, in: list).spokenTexts(ofRow: row, in: section.rows, words)
        let heading = withSection ? "\(title(of: section)) \(counter.texts.count(section.total, words)), " : ""
        return "\(heading)\(row + 1)/\(section.rows.count) \(texts.joined(separator: ", "))"
    }

    private func title(of section: Section) -> String { state.shown.heading(of: section.id)[words.language].title }

    private func content(of section: Section) -> String {
        if let failure = section.failure { return words.failure(failure, row: state.shown.texts.row(in: section.id)) }
        let isKnown = !section.isFetching && section.confirmedAt != nil
        guard !isKnown, section.rows.isEmpty else { return state.shown.texts.count(section.total, words) }
        return state.connection == .disconnected ? words.notFetched : words.loading
    }

    /// Returns the sections that have arrived or failed since; `nil` if there are none.
    private func arrivals(
        _ before: PlainStatus.Facts, _ now: PlainStatus.Facts, except known: SectionID?
    ) -> String? {
        guard now.place.counter == before.place.counter else { return nil }
        let others = state.list.allSections.filter { section in
            !section.isFetching && now.sections[section.id] != before.sections[section.id]
                && (section.id != known || section.failure != nil)
        }
        guard !others.isEmpty else { return nil }
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
