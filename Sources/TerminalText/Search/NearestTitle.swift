/// The row whose title is nearest to a search that found nothing.
public struct NearestTitle: Hashable, Sendable {
    public let row: Int
    /// How many letters of Hangul (jamo) or other characters have to be typed otherwise; 1 or more.
    public let distance: Int
    /// How many more or fewer letters the title has than what was typed.
    let excess: Int

    /// Whether it is nearer than `other`, if there is one; of equally near ones, that which is as long as what was typed.
    public func isNearer(than other: NearestTitle?) -> Bool {
        guard let other else { return true }
        return (distance, excess) < (other.distance, other.excess)
    }
}

extension SearchIndex {
    /// Returns the row with a title that has a part like the words of `pattern`, of which at most a third of the letters
    /// differ; `nil` if there is none.
    public func nearest(to pattern: SearchPattern) -> NearestTitle? {
        let typed = pattern.words.flatMap(\.typedText)
        guard var matcher = ApproximateMatcher(typed) else { return nil }
        var nearest: NearestTitle?
        texts.withView { view in
            var start = 0
            for (row, end) in ends.enumerated() {
                var place = start
                while place < end, view.units[place] == Field.title.rawValue {
                    place += 1
                    matcher.begin()
                    while place < end, view.units[place] > Field.detail.rawValue {
                        matcher.read(view.units[place])
                        place += 1
                    }
                    let found = NearestTitle(row: row, distance: matcher.best, excess: matcher.excess)
                    if matcher.isNear, found.isNearer(than: nearest) { nearest = found }
                }
                start = end
            }
        }
        return nearest
    }
}

/// Compares a typed text with parts of others by their jamo (Myers, "A fast bit-vector algorithm for approximate string
/// matching", 1999): the additions of one machine word compare all letters at once.
private struct ApproximateMatcher {
    /// For each letter the bits of its positions in the typed text.
    private var positions = [UInt64](repeating: 0, count: 256)
    private let length: Int
    private let last: UInt64
    /// Whether only initial consonants were typed, with which those of the others are compared.
    private let isInitials: Bool
    private var (increased, decreased): (UInt64, UInt64) = (.max, 0)
    private var distance = 0
    private var letters = 0
    private(set) var best = 0

    /// Creates a matcher for the typed units; `nil` if they are too few to be mistyped.
    init?(_ typed: [UInt16]) {
        isInitials = typed.allSatisfy(TextUnit.isLoneLead)
        var all: [UInt8] = []
        for unit in typed { ApproximateMatcher.forEachLetter(of: unit) { all.append($0) } }
        let letters = all.prefix(UInt64.bitWidth)
        length = letters.count
        guard length >= ApproximateMatcher.least else { return nil }
        last = 1 << UInt64(length - 1)
        for (index, letter) in letters.enumerated() { positions[Int(letter)] |= 1 << UInt64(index) }
    }

    private static let least = 3
    /// One of this many letters may differ.
    private static let lettersOfFault = 3

    /// Whether the text that was read has a part that is like the typed one, but not the same.
    var isNear: Bool { best > 0 && best <= length / ApproximateMatcher.lettersOfFault }
    var excess: Int { abs(letters - length) }

    mutating func begin() {
        (increased, decreased, distance, best, letters) = (.max, 0, length, length, 0)
    }

    mutating func read(_ unit: UInt16) {
        if isInitials, TextUnit.isSyllableOrLead(unit) {
            read(letter: ApproximateMatcher.letter(ofLead: TextUnit.lead(of: unit)))
        } else {
            ApproximateMatcher.forEachLetter(of: unit) { read(letter: $0) }
        }
    }

    private mutating func read(letter: UInt8) {
        letters += 1
        let equal = positions[Int(letter)]
        let vertical = equal | decreased
        let horizontal = (((equal & increased) &+ increased) ^ increased) | equal
        var (up, down) = (decreased | ~(horizontal | increased), increased & horizontal)
        if up & last != 0 { distance += 1 } else if down & last != 0 { distance -= 1 }
        best = min(best, distance)
        (up, down) = (up << 1, down << 1)
        increased = down | ~(vertical | up)
        decreased = up & vertical
    }

    private static func forEachLetter(of unit: UInt16, _ body: (UInt8) -> Void) {
        guard TextUnit.isSyllableOrLead(unit), !TextUnit.isLoneLead(unit) else { return body(letter(ofOther: unit)) }
        let (vowel, final) = TextUnit.vowelAndFinal(ofSyllable: unit)
        body(letter(ofLead: TextUnit.lead(of: unit)))
        body(letter(ofVowel: vowel))
        if final > 0 { for lead in TextFolding.finals[final - 1] { body(letter(ofLead: lead)) } }
    }

    private static func letter(ofLead lead: Int) -> UInt8 { UInt8(0x80 + lead) }
    private static func letter(ofVowel vowel: Int) -> UInt8 { UInt8(0xA0 + vowel) }

    /// Returns the letter of a lone jamo or of another character. Characters beyond ASCII share 64 letters.
    private static func letter(ofOther unit: UInt16) -> UInt8 {
        if TextUnit.isLoneLead(unit) { return letter(ofLead: TextUnit.lead(of: unit)) }
        if let vowel = TextUnit.loneVowel(unit) { return letter(ofVowel: vowel) }
        return unit < 0x80 ? UInt8(unit) : 0xC0 | UInt8(truncatingIfNeeded: unit & 0x3F)
    }
}
