import Foundation
import TerminalText

/// The key by which names are sorted and searched: it ignores case, marks, width and spaces, and orders Hangul as a
/// Korean dictionary does, in composed and decomposed form alike.
struct NameKey: Hashable, Comparable, Sendable {
    let units: [UInt16]

    init(_ name: String) { units = TextFolding.units(of: name) }

    var initial: ContactInitial { ContactInitial(firstUnit: units.first) }

    /// The encoded key. Comparing these bytes gives the order of names, first by initial.
    var bytes: Data {
        var bytes = Data(capacity: 1 + units.count * 2)
        bytes.append(initial.rank)
        for unit in units {
            bytes.append(UInt8(unit >> 8))
            bytes.append(UInt8(truncatingIfNeeded: unit))
        }
        return bytes
    }

    static func < (left: NameKey, right: NameKey) -> Bool {
        guard left.initial == right.initial else { return left.initial < right.initial }
        return left.units.lexicographicallyPrecedes(right.units)
    }
}

/// The initial of a contact's name: one of the fourteen plain consonants, which include their doubled forms, one of the
/// letters A to Z, or anything else.
public struct ContactInitial: Hashable, Sendable, Comparable {
    /// The rank among all initials: ㄱ … ㅎ, A … Z, #.
    let rank: UInt8

    private static let consonants = Array("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ")
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    /// The last initial, for names that begin with neither a consonant nor a letter.
    public static let other = ContactInitial(rank: UInt8(consonants.count + letters.count))
    static let all = (0...other.rank).map { ContactInitial(rank: $0) }

    init(rank: UInt8) { self.rank = rank }

    init(firstUnit unit: UInt16?) {
        switch unit {
        case let unit? where TextUnit.isSyllableOrLead(unit):
            rank = ContactInitial.plain[TextUnit.lead(of: unit)]
        case let unit? where TextUnit.letters.contains(unit):
            rank = UInt8(ContactInitial.consonants.count) + UInt8(unit - TextUnit.letters.lowerBound)
        default: self = .other
        }
    }

    /// The section header: `ㄱ`, `A`, `#`.
    public var title: String {
        let rank = Int(rank)
        let letter = rank - ContactInitial.consonants.count
        if letter < 0 { return String(ContactInitial.consonants[rank]) }
        return ContactInitial.letters.indices.contains(letter) ? String(ContactInitial.letters[letter]) : "#"
    }

    public static func < (left: ContactInitial, right: ContactInitial) -> Bool { left.rank < right.rank }

    /// For each of the nineteen initial consonants of a syllable, the rank of its plain consonant.
    private static let plain: [UInt8] = [0, 0, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7, 8, 8, 9, 10, 11, 12, 13]
}
