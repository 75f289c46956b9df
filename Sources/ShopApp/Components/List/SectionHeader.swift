import Canvas
import Domain
import Foundation
import ShopClient
import ShopHTTP
import TerminalText

/// The header of a section: title and subtitle, and at the right what state it is in and how many rows it has.
struct SectionHeader {
    let layout: ListLayout
    let words: Words

    /// What a header depends on.
    struct Input: Hashable {
        let section: SectionID
        let heading: SectionHeading
        /// How many rows there are, in words; empty where that is not known.
        let count: String
        /// How many records could not be read, in words; empty for none.
        let leftOut: String
        /// Why the latest fetch failed, in words.
        let failure: String?
        /// The spinner's present picture while the section is being fetched.
        let spinnerPhase: Int?
        /// How old the rows are, when that is told.
        let age: Age?
        let isFolded: Bool

        /// `position` is the row that is selected, counted from 0, of a section that is not in view as a whole.
        init(_ section: Section, isFolded: Bool, _ context: ListContext, position: Int?, _ words: Words) {
            self.section = section.id
            self.isFolded = isFolded
            heading = context.counter.heading(of: section.id)[words.language]
            let all = section.total > 0 ? context.counter.count(section.total, words) : ""
            count = position.map { "\(($0 + 1).grouped)/\(all)" } ?? all
            let leftOut = section.rows.leftOut.count
            self.leftOut = leftOut > 0 ? words.leftOut(leftOut) : ""
            failure = context.failure(of: section).map { words.rowFailure($0, context.counter.rowName(in: section.id)) }
            spinnerPhase = section.isFetching ? context.spinnerPhase : nil
            age = section.showsAge ? section.confirmedAt.map { Age(of: $0, at: context.now) } : nil
        }
    }

    func line(_ input: Input) -> Line {
        let heading = input.heading
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        line.left(heading.title, Style(.accent, .bold), gap: 2)
        line.right(input.count, .dim, gap: 2)
        line.right(input.leftOut, Style(.bad), gap: 2)
        if input.isFolded { line.right(SectionHeader.folded[words.language], Style(.accent), gap: 2) }
        if let phase = input.spinnerPhase { line.right(SectionHeader.spinner(phase), Style(.accent), gap: 2) }
        addState(input, to: &line)
        if heading.subtitle.columns <= line.room { line.left(heading.subtitle, .dim) }
        return line.line.clickable(.all(ShellTarget.header(input.section)))
    }

    private static let folded = LocalizedText("접힘", "folded")

    private func addState(_ input: Input, to line: inout LineBuilder) {
        if let reason = input.failure {
            // The reason where there is room for it; what to do about it always.
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

    /// ASCII, since a spinner must take one column in every terminal.
    static func spinner(_ phase: Int) -> String { ["|", "/", "-", "\\"][phase % 4] }
}
