import Foundation
import TerminalText

/// What a name is sorted and found by: without case, marks, width and spaces, Hangul in the order of a Korean
/// dictionary however it was composed.
struct NameKey: Hashable, Sendable {
    let units: [UInt16]

    init(units: [UInt16]) { self.units = units }

    init(_ name: String) { units = TextFolding.units(of: name) }

    var initial: ContactInitial { ContactInitial(firstUnit: units.first) }

    /// Its bytes: their order is that of names, and begins with the order of initials.
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
