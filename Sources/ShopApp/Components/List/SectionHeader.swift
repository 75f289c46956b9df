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
        let heading: SectionHeading
        /// How many rows there are, in words; empty where that is not known.
        let count: String
        /// Why the latest fetch failed, in words.
        let failure: String?
        /// The spinner's present picture while the section is being fetched.
        let spinnerPhase: Int?
        /// How old the rows are, when that is told.
        let age: Age?

        /// `position` is the row that is selected, counted from 0, of a section that is not in view as a whole.
        init(_ section: Section, _ context: ListContext, position: Int?, _ words: Words) {
            heading = context.counter.heading(of: section.id)[words.language]
            let all = section.total > 0 ? context.counter.count(section.total, words) : ""
            count = position.map { "\(($0 + 1).grouped)/\(all)" } ?? all
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
        if let phase = input.spinnerPhase { line.right(SectionHeader.spinner(phase), Style(.accent), gap: 2) }
        addState(input, to: &line)
        if heading.subtitle.columns <= line.room { line.left(heading.subtitle, .dim) }
        return line.line
    }

    private func addState(_ input: Input, to line: inout LineBuilder) {
        if let reason = input.failure {
            // The reason where there is room for it; what to do about it always.
            if !line.right("\(reason)  \(words.retry)", Style(.bad), gap: 2) {
                line.right(words.retry, Style(.bad), gap: 2)
            }
        }
        if let age = input.age { line.right(words.age(age), .dim, gap: 2) }
    }

    /// ASCII, since a spinner must take one column in every terminal.
    static func spinner(_ phase: Int) -> String { ["|", "/", "-", "\\"][phase % 4] }
}
