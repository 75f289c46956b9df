import Foundation
import TerminalText

/// The key by which names are sorted and searched: it ignores case, marks, width and spaces, and orders Hangul as a
/// Korean dictionary does, in composed and decomposed form alike.
struct NameKey: Hashable, Sendable {
    let units: [UInt16]

    init(units: [UInt16]) { self.units = units }

    init(_ name: String) { units = TextFolding.units(of: name) }

    var initial: ContactInitial { ContactInitial(firstUnit: units.first) }

    /// The encoded key. Comparing these bytes gives the order of names, first by initial.
    var bytes: Data {
        var bytes = Data(capacity: 1 + units.count * 2)
        bytes.append(initial.place)
        for unit in units {
            bytes.append(UInt8(unit >> 8))
            bytes.append(UInt8(truncatingIfNeeded: unit))
        }
        return bytes
    }

    static func precedes(_ left: some Sequence<UInt16>, _ right: some Sequence<UInt16>) -> Bool {
        left.lexicographicallyPrecedes(right)
    }
}
