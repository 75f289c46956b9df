import TerminalText

/// One line of text that a person edits: the text, and a caret between two of its graphemes.
///
/// A letter may come in pieces (jamo, accents, joined pictures); a piece joins what stands before the caret, and the
/// caret never stands within a grapheme.
struct TextField: Hashable, Sendable {
    enum Edit: Hashable, Sendable {
        case left, right, first, last
        case deleteBackward, deleteForward
        /// From the caret back to the beginning of a word.
        case deleteWord
        case deleteToFirst
    }

    private(set) var text: String
    /// Graphemes before the caret.
    private(set) var caret: Int

    /// Scalars that this text has at most.
    private let limit: Int

    /// Scalars that any text has at most: more than anyone types, less than anyone can flood.
    static let mostScalars = 256

    /// A field with `text` in it and the caret at its end, which takes up to `limit` scalars.
    init(_ text: PlainText = "", limit: Int = TextField.mostScalars) {
        self.limit = min(max(0, limit), TextField.mostScalars)
        self.text = String(String.UnicodeScalarView(text.string.unicodeScalars.prefix(self.limit)))
        caret = self.text.count
    }

    /// The text as everything else takes it: harmless, without blanks at its ends.
    var value: PlainText { PlainText(text) }

    /// Types `character`, or a piece of one. What cannot be shown, and what does not fit any more, is not taken.
    mutating func insert(_ character: Character) {
        let kept = character.unicodeScalars.compactMap(TextField.typed)
        guard !kept.isEmpty, text.unicodeScalars.count + kept.count <= limit else { return }
        var scalars = Array(text.unicodeScalars)
        let place = scalarsBeforeCaret
        scalars.insert(contentsOf: kept, at: place)
        var changed = self
        changed.set(scalars, caretAfter: place + kept.count)
        let index = changed.text.index(changed.text.startIndex, offsetBy: changed.caret - 1)
        guard !TextField.shown(changed.text[index]).isEmpty else { return }
        self = changed
    }

    /// Puts `pasted` at the caret: as much of it as fits, in whole graphemes. Its lines become one line, and the blanks
    /// around it go.
    mutating func paste(_ pasted: String) {
        // Nobody pastes more blanks than this before a name; anybody could paste megabytes of them.
        let text = pasted.prefix(2 * TextField.mostScalars).drop(while: \.isWhitespace)
        let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.startIndex
        var isAfterBlank = false
        for character in text[..<end] {
            let isBlank = character.isWhitespace
            defer { isAfterBlank = isBlank }
            if isBlank, isAfterBlank { continue }
            guard self.text.unicodeScalars.count + character.unicodeScalars.count <= limit else { return }
            insert(isBlank ? " " : character)
        }
    }

    /// Puts `text` in place of all there is, with so many graphemes before the caret.
    mutating func replace(with text: String, caret: Int) {
        let scalars = text.unicodeScalars.compactMap(TextField.typed).prefix(limit)
        self.text = String(String.UnicodeScalarView(scalars))
        self.caret = min(max(0, caret), self.text.count)
    }

    mutating func perform(_ edit: Edit) {
        switch edit {
        case .left: caret = max(0, caret - 1)
        case .right: caret = min(text.count, caret + 1)
        case .first: caret = 0
        case .last: caret = text.count
        case .deleteBackward: delete(from: max(0, caret - 1), to: caret)
        case .deleteForward: delete(from: caret, to: min(text.count, caret + 1))
        case .deleteWord: delete(from: wordStart, to: caret)
        case .deleteToFirst: delete(from: 0, to: caret)
        }
    }

    private mutating func delete(from first: Int, to end: Int) {
        let graphemes = Array(text)
        let before = graphemes[..<first].reduce(0) { $0 + $1.unicodeScalars.count }
        let left = graphemes[..<first] + graphemes[end...]
        set(left.flatMap { Array($0.unicodeScalars) }, caretAfter: before)
    }

    /// Takes new scalars over. What was apart may be one grapheme now: the caret goes behind it.
    private mutating func set(_ scalars: [Unicode.Scalar], caretAfter place: Int) {
        text = String(String.UnicodeScalarView(scalars))
        var passed = 0
        caret =
            text.prefix { character in
                defer { passed += character.unicodeScalars.count }
                return passed < place
            }.count
    }

    private var scalarsBeforeCaret: Int { text.prefix(caret).unicodeScalars.count }

    private var wordStart: Int {
        let before = Array(text.prefix(caret))
        let words = before.reversed().drop { $0 == " " }
        return words.drop { $0 != " " }.count
    }

    /// What a typed scalar becomes: blanks are spaces, and what is invisible or steers the terminal is nothing. Joiners
    /// stay, since they are pieces of pictures.
    private static func typed(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.properties.isWhitespace { return " " }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: return nil
        case .format: return scalar.value == 0x200D ? scalar : nil
        default: return scalar
        }
    }

    /// What a grapheme looks like, made harmless.
    static func shown(_ grapheme: Character) -> String {
        grapheme == " " ? " " : PlainText(String(grapheme)).string
    }
}

extension TextField {
    /// The part of the text that fits `width` columns around the caret, and the caret's column in it. Where there is more
    /// text on both sides, some of what follows the caret is seen as well.
    func visible(columns width: Int) -> (text: String, caret: Int) {
        let shown = text.map(TextField.shown)
        let (graphemes, caretColumn) = visibleGraphemes(shown.map(\.columns), columns: width)
        return (shown[graphemes].joined(), caretColumn)
    }

    /// Puts the caret before the grapheme at `column` of what is visible; behind all of it, at its end.
    mutating func placeCaret(at column: Int, in width: Int) {
        let widths = text.map { TextField.shown($0).columns }
        let graphemes = visibleGraphemes(widths, columns: width).graphemes
        var end = 0
        caret =
            graphemes.first { grapheme in
                end += widths[grapheme]
                return column < end
            } ?? graphemes.upperBound
    }

    /// The numbers of those graphemes, and the caret's column.
    private func visibleGraphemes(_ widths: [Int], columns width: Int) -> (graphemes: Range<Int>, caret: Int) {
        var start = caret
        var caretColumn = 0
        // The caret itself takes a column, if need be one that is free.
        let room = width - max(1, min(widths[caret...].reduce(0, +), width / TextField.partAhead))
        while start > 0, caretColumn + widths[start - 1] <= room {
            start -= 1
            caretColumn += widths[start]
        }
        var end = caret
        var used = caretColumn
        while end < widths.count, used + widths[end] <= width {
            used += widths[end]
            end += 1
        }
        return (start..<end, caretColumn)
    }

    /// What part of a field is kept for the text after the caret.
    private static let partAhead = 4
}
