import Domain
import TerminalText

/// An editable line of text with a caret between graphemes.
///
/// Input may arrive in pieces (jamo, accents, joined emoji); a piece combines with the text before the caret, and the
/// caret is never within a grapheme.
struct TextField: Hashable, Sendable {
    enum Edit: Hashable, Sendable {
        case left, right, first, last
        case deleteBackward, deleteForward
        /// Deletes from the caret back to the beginning of a word.
        case deleteWord
        case deleteToFirst
    }

    private(set) var text: String
    /// The number of graphemes before the caret.
    private(set) var caret: Int

    /// The maximum number of scalars of this field.
    private let limit: Int

    /// The upper bound of `limit` for all fields: more than anyone types, but small enough to prevent flooding.
    static let maxScalars = 256

    /// Creates a field with `text` and the caret at its end that accepts up to `limit` scalars.
    init(_ text: PlainText = "", limit: Int = TextField.maxScalars) {
        self.limit = min(max(0, limit), TextField.maxScalars)
        self.text = String(String.UnicodeScalarView(text.string.unicodeScalars.prefix(self.limit)))
        caret = self.text.count
    }

    /// The sanitised text, without leading and trailing blanks.
    var value: PlainText { PlainText(text) }

    /// Inserts `character`, which may be a part of a grapheme. Ignores it if it cannot be displayed or does not fit.
    mutating func insert(_ character: Character) {
        let kept = character.unicodeScalars.compactMap(TextField.typed)
        guard !kept.isEmpty, text.unicodeScalars.count + kept.count <= limit else { return }
        var scalars = Array(text.unicodeScalars)
        let offset = scalarsBeforeCaret
        scalars.insert(contentsOf: kept, at: offset)
        var changed = self
        changed.set(scalars, caretAfter: offset + kept.count)
        let index = changed.text.index(changed.text.startIndex, offsetBy: changed.caret - 1)
        guard !TextField.shown(changed.text[index]).isEmpty else { return }
        self = changed
    }

    /// Inserts `pasted` at the caret: as many whole graphemes as fit. Line breaks and repeated blanks become one space,
    /// and surrounding blanks are removed.
    mutating func paste(_ pasted: String) {
        // Limits the work for megabytes of blanks; no real text has more than this before it.
        let text = pasted.prefix(2 * TextField.maxScalars).drop(while: \.isWhitespace)
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

    /// Replaces the whole text, with `caret` graphemes before the caret.
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

    /// Sets the scalars. Formerly separate scalars may form one grapheme now: the caret then goes after it.
    private mutating func set(_ scalars: [Unicode.Scalar], caretAfter offset: Int) {
        text = String(String.UnicodeScalarView(scalars))
        var passed = 0
        caret =
            text.prefix { character in
                defer { passed += character.unicodeScalars.count }
                return passed < offset
            }.count
    }

    private var scalarsBeforeCaret: Int { text.prefix(caret).unicodeScalars.count }

    private var wordStart: Int {
        let before = Array(text.prefix(caret))
        let words = before.reversed().drop { $0 == " " }
        return words.drop { $0 != " " }.count
    }

    /// Converts a typed scalar: whitespace becomes a space, and invisible or control characters become `nil`.
    /// Zero-width joiners are kept, since joined emoji need them.
    private static func typed(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.properties.isWhitespace { return " " }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: return nil
        case .format: return scalar.value == 0x200D ? scalar : nil
        default: return scalar
        }
    }

    /// Returns the displayed form of a grapheme, sanitised.
    static func shown(_ grapheme: Character) -> String {
        grapheme == " " ? " " : PlainText(String(grapheme)).string
    }
}

extension TextField {
    /// Returns the part of the text around the caret that fits in `width` columns, and the caret's column in it. If
    /// there is more text on both sides, some of the text after the caret is visible too.
    func visible(columns width: Int) -> (text: String, caret: Int) {
        let shown = text.map(TextField.shown)
        let (graphemes, caretColumn) = visibleGraphemes(shown.map(\.columns), columns: width)
        return (shown[graphemes].joined(), caretColumn)
    }

    /// Puts the caret before the grapheme at `column` of the visible part, or at its end if `column` is after all of
    /// it.
    mutating func moveCaret(at column: Int, in width: Int) {
        let widths = text.map { TextField.shown($0).columns }
        let graphemes = visibleGraphemes(widths, columns: width).graphemes
        var end = 0
        caret =
            graphemes.first { grapheme in
                end += widths[grapheme]
                return column < end
            } ?? graphemes.upperBound
    }

    private func visibleGraphemes(_ widths: [Int], columns width: Int) -> (graphemes: Range<Int>, caret: Int) {
        var start = caret
        var caretColumn = 0
        // The caret itself needs a column, if necessary a blank one.
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

    /// The fraction of a field, as a divisor, that is reserved for text after the caret.
    private static let partAhead = 4
}

/// An input field for a number. It accepts as many digits as the largest valid number has, and at least three, so that
/// an error can be shown for a number that is too large.
struct QuantityField: Hashable, Sendable {
    private(set) var text: String
    /// Whether the next digit replaces the number, as after focusing the field.
    private var isUntouched = true

    private static let minDigits = 3
    /// The longest text that may be pasted, in bytes.
    private static let maxPasteLength = 32

    /// The valid numbers.
    private let range: ClosedRange<Int>
    /// The amount by which a key changes the number.
    private let step: Int

    /// Creates a field with that number; an empty one for `nil`.
    init(_ quantity: Int? = 1, in range: ClosedRange<Int>, step: Int = 1) {
        text = quantity.map(String.init) ?? ""
        self.range = range
        self.step = step
    }

    /// The maximum number of digits.
    var maxDigits: Int { max(QuantityField.minDigits, String(range.upperBound).count) }

    var isEmpty: Bool { text.isEmpty }

    /// The number; `nil` if it is missing or out of range.
    var value: Int? { Int(text).flatMap { range.contains($0) ? $0 : nil } }

    mutating func enter() { isUntouched = true }

    mutating func type(_ character: Character) {
        guard character.isASCII, character.isNumber else { return }
        if isUntouched { text = "" }
        isUntouched = false
        guard text.count < maxDigits else { return }
        text.append(character)
    }

    /// Types a pasted number: digits, or a price as the menu has it. Ignores anything else.
    mutating func paste(_ text: String) {
        guard text.utf8.count <= QuantityField.maxPasteLength, let amount = Won(menuText: text) else { return }
        String(amount.amount).forEach { type($0) }
    }

    mutating func deleteBackward() {
        isUntouched = false
        _ = text.popLast()
    }

    /// Changes the number by `count` steps, clamped to the range.
    mutating func step(by count: Int) {
        guard let value = Int(text) else { return text = String(range.lowerBound) }
        text = String(min(max(range.lowerBound, value + count * step), range.upperBound))
        isUntouched = true
    }
}
