/// The cursor's position, counted from 1; `nil` components are unknown.
struct CursorPlace: Equatable {
    var row: UInt8?
    var column: UInt8?

    /// Applies a control sequence with the final byte `last`. Returns `false`, without moving, if it is not an
    /// absolute move to a row, a column or both with readable numbers.
    mutating func move(_ last: UInt8, _ parameters: Slice<UnsafeRawBufferPointer>) -> Bool {
        var reader = ParameterReader(bytes: parameters)
        let (first, second) = (reader.next(), reader.isAtEnd ? 0 : reader.next())
        guard reader.isAtEnd, let first, let second else { return false }
        switch last {
        case UInt8(ascii: "H"): (row, column) = (max(1, first), max(1, second))
        case UInt8(ascii: "d"): row = max(1, first)
        case UInt8(ascii: "G"): column = max(1, first)
        default: return false
        }
        return true
    }

    /// Appends the sequence that moves the cursor from `other`, which differs, to this position. `addressesLines` is
    /// as in `FrameOptimizer`.
    func appendSequence(from other: CursorPlace, addressesLines: Bool, to bytes: inout [UInt8]) {
        if row == other.row, column == 1 {
            bytes.append(0x0D)
        } else if let row, let column, !addressesLines || row != other.row && column != other.column {
            CursorPlace.append(row, column, "H", to: &bytes)
        } else if let row, row != other.row {
            CursorPlace.append(row, nil, "d", to: &bytes)
        } else if let column, column != other.column {
            CursorPlace.append(column, nil, "G", to: &bytes)
        }
    }

    private static func append(_ first: UInt8, _ second: UInt8?, _ last: Unicode.Scalar, to bytes: inout [UInt8]) {
        var list = ParameterList()
        list.append(first)
        // Column 1 is the default.
        if let second, second > 1 { list.append(second) }
        bytes += [0x1B, UInt8(ascii: "[")]
        list.append(to: &bytes)
        bytes.append(UInt8(ascii: last))
    }
}
