/// An index of the folded texts of many rows that is searched in one pass.
public struct SearchIndex: Hashable, Sendable {
    /// The field that a text belongs to. Its unit stands before each text; nothing that can be typed matches it.
    enum Field: UInt16 {
        case title = 1, brand, badge, detail
    }

    /// For each row its texts, titles first.
    private(set) var texts = FoldedText()
    /// For each row the end index of its units.
    private(set) var ends: [Int] = []
    /// The price of each row, -1 if it has none; empty if no row has one.
    private var prices: [Int] = []

    public init() {}

    public init(_ entries: some Sequence<SearchEntry>) { for entry in entries { append(entry) } }

    public var count: Int { ends.count }

    public mutating func reserve(_ rows: Int) { ends.reserveCapacity(rows) }

    public mutating func append(_ entry: SearchEntry) {
        for text in entry.titles { append(text, .title) }
        for text in entry.brands { append(text, .brand) }
        for text in entry.badges { append(text, .badge) }
        for text in entry.details { append(text, .detail) }
        if let price = entry.price {
            prices += repeatElement(-1, count: ends.count - prices.count)
            prices.append(price)
        }
        ends.append(texts.count)
    }

    /// Appends a row with one title and one further text.
    public mutating func append(title: String, detail: String) {
        append(title, .title)
        append(detail, .detail)
        ends.append(texts.count)
    }

    private mutating func append(_ text: String, _ field: Field) {
        texts.append(separator: field.rawValue)
        texts.append(text)
    }

    /// Returns the rows that match `pattern`, in ascending order.
    public func hits(matching pattern: SearchPattern) -> [SearchHit] {
        var found: [SearchHit] = []
        texts.withView { view in
            var start = 0
            for (row, end) in ends.enumerated() {
                let price = row < prices.count ? prices[row] : -1
                if let isInTitle = pattern.match(in: view, start..<end, price: price) {
                    found.append(SearchHit(row: row, isInTitle: isInTitle))
                }
                start = end
            }
        }
        return found
    }
}

/// Texts in the units that are significant for searching, and where their words begin.
struct FoldedText: Hashable, Sendable {
    private(set) var units: [UInt16] = []
    /// Whether there is a blank before each unit.
    private var startsWord: [Bool] = []

    init() {}

    init(_ text: String) {
        units.reserveCapacity(text.utf8.count)
        append(text)
    }

    var count: Int { units.count }

    mutating func append(separator: UInt16) {
        units.append(separator)
        startsWord.append(true)
    }

    mutating func append(_ text: String) {
        let start = units.count
        TextFolding.append(text, to: &units)
        var kept = start
        var isAfterBlank = true
        for place in start..<units.count {
            let unit = units[place]
            guard !FoldedText.isIgnored(unit) else { continue }
            guard unit != TextFolding.blank else {
                isAfterBlank = true
                continue
            }
            units[kept] = unit
            startsWord.append(isAfterBlank)
            isAfterBlank = false
            kept += 1
        }
        units.removeSubrange(kept...)
    }

    /// Hyphens and commas are ignored: they group the digits of numbers.
    private static func isIgnored(_ unit: UInt16) -> Bool {
        unit == UInt16(UInt8(ascii: "-")) || unit == UInt16(UInt8(ascii: ","))
    }

    func withView<Result>(_ body: (FoldedTextView) -> Result) -> Result {
        units.withUnsafeBufferPointer { units in
            startsWord.withUnsafeBufferPointer { body(FoldedTextView(units: units, startsWord: $0)) }
        }
    }
}

/// Folded texts while they are searched.
struct FoldedTextView {
    let units: UnsafeBufferPointer<UInt16>
    let startsWord: UnsafeBufferPointer<Bool>

    /// Returns where `word` begins first in `range`; `nil` if it does nowhere.
    func first(_ word: [SearchWord.Unit], in range: Range<Int>) -> Int? {
        word.withUnsafeBufferPointer { word in
            var start = range.lowerBound
            while start + word.count <= range.upperBound {
                if begins(word, at: start) { return start }
                start += 1
            }
            return nil
        }
    }

    private func begins(_ word: UnsafeBufferPointer<SearchWord.Unit>, at start: Int) -> Bool {
        for index in 0..<word.count {
            let unit = word[index]
            guard unit.range.contains(units[start + index]) else { return false }
            if unit.isJoined, startsWord[start + index] { return false }
        }
        return true
    }

    /// Returns the field of the text that `place` belongs to; `nil` outside an index.
    func field(at place: Int) -> SearchIndex.Field? {
        var place = place
        while place >= 0 {
            if let field = SearchIndex.Field(rawValue: units[place]) { return field }
            place -= 1
        }
        return nil
    }
}
