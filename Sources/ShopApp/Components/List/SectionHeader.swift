import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

/// The header line of a section: title and subtitle on the left, state and row count on the right.
struct SectionHeader {
    let layout: ListLayout
    let words: Words

    /// Everything that a header depends on.
    struct Input: Hashable {
        let section: SectionID
        let heading: SectionHeading
        /// The number of rows as text; empty if it is unknown.
        let count: String
        /// The number of unreadable records as text; empty if there are none.
        let leftOut: String
        /// The number of rows that the server has and this list does not, as text; empty if there are none.
        let further: String
        /// The reason why the latest fetch failed, as text.
        let failure: String?
        /// The spinner's current phase while the section is being fetched.
        let spinnerPhase: Int?
        /// Whether the guest had it refetched a moment ago.
        let isConfirmed: Bool
        /// The age of the rows, if it is shown.
        let age: Age?
        /// Whether the header is all that is shown of the section,
        let isClosed: Bool
        /// because it was folded,
        let isFolded: Bool
        /// or because nothing is in it.
        let isEmpty: Bool
        /// What does not work, as possible texts, the longest first.
        let troubles: [String]

        /// `position` is the selected row, counted from 0, or `nil` unless the section is higher than the viewport.
        /// `isTop` says whether the header is the first line of the list on the screen.
        init(
            _ section: Section, isClosed: Bool, isFolded: Bool, isTop: Bool, _ context: ListContext, position: Int?,
            _ words: Words
        ) {
            self.section = section.id
            (self.isClosed, self.isFolded) = (isClosed, isFolded)
            isEmpty =
                isClosed && section.rows.isEmpty && section.confirmedAt != nil && section.failure == nil
            troubles = isTop ? context.counter.troubles(above: section.id, at: context.now, words) : []
            heading = context.counter.heading(of: section.id)[words.language]
            let all = section.total > 0 ? context.counter.texts.count(section.total, words) : ""
            count = position.map { "\(($0 + 1).grouped)/\(all)" } ?? all
            let leftOut = section.rows.leftOut.count
            self.leftOut = leftOut > 0 ? words.leftOut(leftOut) : ""
            further = words.further(section.rows.unfetched, of: context.counter)
            failure = context.failure(of: section).map {
                words.failure($0, row: context.counter.texts.row(in: section.id))
            }
            spinnerPhase = section.isFetching ? context.spinnerPhase : nil
            isConfirmed = context.confirmed.contains(section.id)
            age = section.showsAge ? section.confirmedAt.map { Age(of: $0, at: context.now) } : nil
        }
    }

    func line(_ input: Input) -> Line {
        let heading = input.heading
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        line.left(heading.title, input.isEmpty ? .dim : Style(.accent, .bold), gap: 2)
        if input.isEmpty { line.left(SectionHeader.empty[words.language], .dim, gap: 2) }
        line.right(input.count, .dim, gap: 2)
        line.right(input.leftOut, Style(.bad), gap: 2)
        line.right(input.further, .dim, gap: 2)
        if input.isFolded { line.right(SectionHeader.folded[words.language], Style(.accent), gap: 2) }
        if let phase = input.spinnerPhase { line.right(SectionHeader.spinner(phase), Style(.accent), gap: 2) }
        if input.isConfirmed { line.right(SectionHeader.confirmed[words.language], Style(.good), gap: 2) }
        addState(input, to: &line)
        if let longest = input.troubles.first(where: { $0.columns <= line.room }) ?? input.troubles.last {
            line.right(longest.truncated(columns: line.room), Style(.bad, .bold), gap: 2)
        }
        if heading.subtitle.columns <= line.room { line.left(heading.subtitle, .dim) }
        return line.line.clickable(.all(ShellTarget.header(input.section)))
    }

    private static let folded = LocalizedText("접힘", "folded")
    private static let confirmed = LocalizedText("최신", "up to date")
    private static let empty = LocalizedText("없음", "none")

    private func addState(_ input: Input, to line: inout LineBuilder) {
        if let reason = input.failure {
            // The reason only if there is room for it, the retry hint in any case.
            let target = ShellTarget.retry(input.section)
            if !line.right(
                [reason, words.retry].filter { !$0.isEmpty }.joined(separator: "  "), Style(.bad), gap: 2,
                target: target)
            {
                line.right(words.retry, Style(.bad), gap: 2, target: target)
            }
        }
        if let age = input.age { line.right(words.age(age), .dim, gap: 2) }
    }

    /// ASCII, since a spinner must be one column wide in every terminal.
    static func spinner(_ phase: Int) -> String { ["|", "/", "-", "\\"][phase % 4] }
}

extension Words {
    /// Returns the number of rows that the server has behind those of a list; empty if there are none.
    func further(_ rows: Int, of counter: any RegisteredCounter) -> String {
        guard rows > 0 else { return "" }
        let count = counter.texts.count(rows, self)
        return LocalizedText("\(count) 더 있음", "another \(count)")[language]
    }
}

/// The message shown in place of a list: why there is none, and what to do about it.
struct EmptyState {
    let reason: LocalizedText
    /// The text of the hint; it names keys as configured in the words.
    let hint: @Sendable (Words) -> String
    let isFailure: Bool

    /// The divisor that gives the part of the free lines placed above the text.
    private static let partAbove = 3

    /// Returns the panel in the middle of the screen, since nothing is selected that could be shown beside it. `header` is
    /// the number of lines that stand above it.
    func panel(layout: ListLayout, _ words: Words, below header: Int = 0) -> Panel {
        let height = max(1, layout.height - header)
        let width = max(1, layout.screen.width - 2 * layout.margin)
        func lines(_ text: String) -> [String] { text.wrapped(columns: width, limit: height) }
        let texts =
            lines(reason[words.language]).map { ($0, isFailure ? Style(.bad) : .bold) }
            + lines(hint(words)).map { ($0, Style.dim) }
        // Slightly above the middle, where users look first.
        let above = max(0, (height - texts.count) / EmptyState.partAbove)
        let lines =
            Array(repeating: Line.blank, count: above)
            + texts.map { text, style in
                var line = LineBuilder(
                    width: layout.screen.width, margin: layout.margin + max(0, width - text.columns) / 2)
                line.left(text, style)
                return line.line
            }
        return Panel(
            region: Region("empty"),
            place: Rectangle(
                column: layout.origin.column, row: layout.origin.row + header, width: layout.screen.width,
                height: height),
            lines: lines)
    }
}

extension Words {
    /// Proposes a title to whoever has found nothing, with the key that takes it.
    func nearest(_ title: String) -> String {
        let key = keyName(.takeNearest, in: .searchingNearest, at: .text)
        return say("가장 가까운 이름: \(title) (\(key) 키로 찾기)", "The nearest name: \(title) (\(key) to search)")
    }
}

extension EmptyState {
    /// The search found nothing; `nearest` is the title that is nearest to what was typed.
    static func noMatch(nearest: String?) -> EmptyState {
        EmptyState(
            reason: LocalizedText("검색 결과가 없습니다.", "Nothing found."),
            hint: { words in
                if let nearest { return words.nearest(nearest) }
                let key = words.keyName(.clearSearch, in: .searching, at: .text)
                return words.say("초성으로도 찾을 수 있습니다. \(key) 키를 누르면 모두 보입니다.", "Press \(key) to see everything again.")
            },
            isFailure: false)
    }
}
