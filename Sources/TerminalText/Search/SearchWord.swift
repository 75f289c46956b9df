/// A word of a search.
struct SearchWord: Hashable, Sendable {
    /// What a unit of a match has to be.
    struct Unit: Hashable, Sendable {
        let range: ClosedRange<UInt16>
        /// Whether it has to follow the unit before it without a blank.
        let isJoined: Bool
    }

    /// Where the word is looked for.
    private enum Place: Hashable, Sendable {
        /// In all texts; `price` is the price that it is as well.
        case anywhere(price: Int?)
        case field(SearchIndex.Field)
        case price(ClosedRange<Int>)
    }

    /// Where a word was found. What has no place, such as a price, does not make a match worse.
    enum Match {
        case title, elsewhere
    }

    let units: [Unit]
    private let place: Place

    /// Creates the word of `text`, which has no blanks. Returns `nil` if nothing can be looked for yet, such as after `@`
    /// alone.
    init?(_ text: String, isLast: Bool) {
        let rest = text.dropFirst()
        switch text.first {
        case "@" where !rest.isEmpty: self.init(rest, .field(.brand), isLast)
        case "#" where !rest.isEmpty: self.init(rest, .field(.badge), isLast)
        case "@", "#": return nil
        default:
            guard !SearchWord.isComparison(text) else { return nil }
            if let prices = SearchWord.prices(text) {
                self.init(units: [], place: .price(prices))
            } else {
                self.init(text[...], .anywhere(price: SearchWord.price(text)), isLast)
            }
        }
    }

    private init(units: [Unit], place: Place) {
        self.units = units
        self.place = place
    }

    private init?(_ text: Substring, _ place: Place, _ isLast: Bool) {
        let typed = FoldedText(String(text)).units
        guard !typed.isEmpty else { return nil }
        let units = typed.indices.map { index in
            let joins = TextUnit.isLoneLead(typed[index]) || index > 0 && TextUnit.isLoneLead(typed[index - 1])
            return Unit(
                range: SearchWord.range(of: typed[index], isLast: isLast && index == typed.count - 1),
                isJoined: index > 0 && joins)
        }
        self.init(units: units, place: place)
    }

    /// A lone consonant matches every syllable that begins with it; a plain one also matches its doubled form.
    private static func range(of unit: UInt16, isLast: Bool) -> ClosedRange<UInt16> {
        if TextUnit.isLoneLead(unit) {
            let isDoubled = plainOfDoubled.contains(TextUnit.lead(of: unit))
            return unit...(unit + TextUnit.span * (isDoubled ? 2 : 1) - 1)
        }
        return isLast && TextUnit.isOpenSyllable(unit) ? TextUnit.closing(unit) : unit...unit
    }

    /// ㄱ ㄷ ㅂ ㅅ ㅈ: the next number is the same consonant, doubled.
    private static let plainOfDoubled: Set<Int> = [0, 3, 7, 9, 12]
}

// Prices.
extension SearchWord {
    private static let comparisons: Set<String> = ["<", ">", "<=", ">="]

    static func isComparison(_ text: String) -> Bool { comparisons.contains(text) }

    /// Returns the prices that a comparison such as `<5,000` admits; `nil` for any other text.
    private static func prices(_ text: String) -> ClosedRange<Int>? {
        guard let sign = comparisons.filter(text.hasPrefix).max(by: { $0.count < $1.count }),
            let price = bound(text.dropFirst(sign.count))
        else { return nil }
        switch sign {
        case "<": return price > 0 ? 0...(price - 1) : nil
        case "<=": return 0...price
        case ">": return (price + 1)...Int.max
        default: return price...Int.max
        }
    }

    /// Returns the price that a word of digits is; `nil` if it is none. No price begins with 0.
    private static func price(_ text: String) -> Int? { text.first == "0" ? nil : number(text[...]) }

    private static func number(_ text: Substring) -> Int? {
        digits(text).flatMap { $0.count <= maxDigits ? Int($0) : nil }
    }

    /// Returns the number to compare prices with: one above all prices if it has more digits than any.
    private static func bound(_ text: Substring) -> Int? {
        digits(text).flatMap { Int($0.count <= maxDigits ? $0 : String(repeating: "9", count: maxDigits)) }
    }

    private static func digits(_ text: Substring) -> String? {
        let digits = (text.last == "원" ? text.dropLast() : text).filter { $0 != "," }
        return digits.allSatisfy { $0.isASCII && $0.isNumber } ? digits : nil
    }

    private static let maxDigits = 12

    /// Whether `price` is `typed`, or begins with it: it is found while it is still being typed.
    private static func begins(_ price: Int, with typed: Int) -> Bool {
        var price = price
        while price > typed { price /= 10 }
        return price == typed
    }
}

extension SearchWord {
    /// Returns where the word was found in a row; `nil` if nowhere. `price` is -1 if the row has none.
    func match(in view: FoldedTextView, _ row: Range<Int>, price: Int) -> Match? {
        switch place {
        case .price(let range): return range.contains(price) ? .title : nil
        case .field(let field): return isFound(in: view, row, field) ? .title : nil
        case .anywhere(let typed):
            if let start = view.first(units, in: row) {
                // Titles come first, so the first match is in one if any is.
                return view.field(at: start) == .title ? .title : .elsewhere
            }
            guard let typed, price > 0 else { return nil }
            return SearchWord.begins(price, with: typed) ? .title : nil
        }
    }

    private func isFound(in view: FoldedTextView, _ row: Range<Int>, _ field: SearchIndex.Field) -> Bool {
        var rest = row
        while let start = view.first(units, in: rest) {
            if view.field(at: start) == field { return true }
            rest = (start + 1)..<row.upperBound
        }
        return false
    }

    /// The units as typed, if the word is looked for in all texts.
    var typedText: [UInt16] {
        guard case .anywhere = place else { return [] }
        return units.map(\.range.lowerBound)
    }
}
