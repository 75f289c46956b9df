/// A search as typed: words in any order, all of which have to match.
///
/// A word is a case-insensitive part of a text, initial consonants (`ㄱㅂ` finds 갈비 and 김밥), or a mix of both. The last
/// syllable may still lack its final consonant. Hyphens, commas and the blanks of the text are ignored, but initial
/// consonants find the beginning of the next word only if a blank was typed. `12900` also finds that price, `<5000` and
/// `>5000` find lower and higher ones, `@` a brand and `#` a badge.
public struct SearchPattern: Hashable, Sendable {
    /// The maximum number of characters used; nobody types more.
    private static let longest = 64

    let words: [SearchWord]

    public init(_ text: String = "") {
        let typed = text.prefix(SearchPattern.longest).split(whereSeparator: \.isWhitespace)
        var words: [SearchWord] = []
        var comparison = ""
        for (number, word) in typed.enumerated() {
            let whole = comparison + word
            comparison = SearchWord.isComparison(whole) ? whole : ""
            if let word = SearchWord(whole, isLast: number == typed.count - 1) { words.append(word) }
        }
        self.words = words
    }

    public var isEmpty: Bool { words.isEmpty }
}

extension SearchPattern {
    /// Whether one text matches, which has neither brand nor badge nor price.
    public func matches(_ text: String) -> Bool {
        isEmpty || !SearchIndex(CollectionOfOne(SearchEntry(titles: [text]))).hits(matching: self).isEmpty
    }

    /// Returns the offset of the first word's match in `text` among its letters and digits, 0 if the text begins with
    /// it; `nil` if a word is missing.
    public func firstMatch(in text: String) -> Int? {
        guard let word = words.first, matches(text) else { return nil }
        let text = FoldedText(text)
        return text.withView { $0.first(word.units, in: 0..<text.count) }
    }

    /// Returns the ranges of all matches in `text`, extended to whole graphemes, in their order and none within
    /// another. Returns an empty array if the pattern is empty.
    public func ranges(in text: String) -> [Range<String.Index>] {
        guard !isEmpty else { return [] }
        let all = FoldedText(text)
        let found = all.withView { view in words.flatMap { SearchPattern.all($0.units, in: view, all.count) } }
        guard !found.isEmpty else { return [] }
        let owners = SearchPattern.owners(of: text)
        guard owners.count == all.count else { return [] }
        // Joined as graphemes: two matches may lie in one that folds to several letters, like the dots of `…`.
        return SearchPattern.joined(
            found.map { owners[$0.lowerBound]..<text.index(after: owners[$0.upperBound - 1]) })
    }

    private static func all(_ word: [SearchWord.Unit], in view: FoldedTextView, _ count: Int) -> [Range<Int>] {
        guard !word.isEmpty else { return [] }
        var found: [Range<Int>] = []
        while let start = view.first(word, in: (found.last?.upperBound ?? 0)..<count) {
            found.append(start..<(start + word.count))
        }
        return found
    }

    /// Returns the ranges in their order, with those joined that overlap.
    private static func joined(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
            if let last = joined.last, range.lowerBound < last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
    }

    /// Returns for each unit of `text` the index of its grapheme.
    private static func owners(of text: String) -> [String.Index] {
        text.indices.flatMap { index in repeatElement(index, count: FoldedText(String(text[index])).count) }
    }

    /// Returns whether a row matches and, if so, whether all its words are in the title. Returns `nil` if it does not
    /// match. `price` is -1 if it has none.
    func match(in view: FoldedTextView, _ row: Range<Int>, price: Int) -> Bool? {
        var isInTitle = true
        for word in words {
            switch word.match(in: view, row, price: price) {
            case nil: return nil
            case .title?: break
            case .elsewhere?: isInTitle = false
            }
        }
        return isInTitle
    }
}
