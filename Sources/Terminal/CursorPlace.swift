/// Where a terminal's cursor is, counted from 1; `nil` is wherever it happens to be.
struct CursorPlace: Equatable {
    var row: UInt8?
    var column: UInt8?

    /// Follows a sequence that ends so. Says whether it only goes to a row, to a column, or to both, whose numbers are known.
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

    /// Appends what leads from `other`, which differs, to this; `addressesLines` as for `FrameOptimizer`.
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
        // The first column needs no number.
        if let second, second > 1 { list.append(second) }
        bytes += [0x1B, UInt8(ascii: "[")]
        list.append(to: &bytes)
        bytes.append(UInt8(ascii: last))
    }
}
