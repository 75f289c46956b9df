/// The cursor's position, counted from 1; `nil` components are unknown.
struct CursorPosition: Equatable {
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
    func appendSequence(from other: CursorPosition, addressesLines: Bool, to bytes: inout [UInt8]) {
        if row == other.row, column == 1 {
            bytes.append(0x0D)
        } else if let row, let column, !addressesLines || row != other.row && column != other.column {
            CursorPosition.append(row, column, "H", to: &bytes)
        } else if let row, row != other.row {
            CursorPosition.append(row, nil, "d", to: &bytes)
        } else if let column, column != other.column {
            CursorPosition.append(column, nil, "G", to: &bytes)
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

/// The attributes and colours of text, by the numbers of SGR (ECMA-48, 8.3.117).
struct Rendition: Equatable {
    /// Bit n is set for attribute n, 1 to 9.
    private var attributes: UInt16 = 0
    private var foreground = Color.standard
    private var background = Color.standard

    fileprivate enum Color: Equatable {
        case standard
        /// One of the first 16 colours, by its SGR number.
        case basic(UInt8)
        case indexed(UInt8)
        case direct(UInt8, UInt8, UInt8)
    }

    /// Applies the parameters of one SGR sequence. Returns `false` if one of them is unknown.
    mutating func apply(_ parameters: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = ParameterReader(bytes: parameters)
        repeat {
            guard let code = rest.next(), apply(code, &rest) else { return false }
        } while !rest.isAtEnd
        return true
    }

    private mutating func apply(_ code: UInt8, _ rest: inout ParameterReader) -> Bool {
        switch code {
        case 0: self = Rendition()
        case 1...9: attributes |= 1 << UInt16(code)
        case 30...37, 90...97: foreground = .basic(code)
        case 40...47, 100...107: background = .basic(code)
        case 39: foreground = .standard
        case 49: background = .standard
        case 38: return Rendition.read(&foreground, &rest)
        case 48: return Rendition.read(&background, &rest)
        default: return false
        }
        return true
    }

    /// Reads the parameters after 38 or 48 into `color`. Returns `false` if they are unknown.
    private static func read(_ color: inout Color, _ rest: inout ParameterReader) -> Bool {
        switch rest.next() {
        case 5:
            guard let index = rest.next() else { return false }
            color = .indexed(index)
        case 2:
            guard let red = rest.next(), let green = rest.next(), let blue = rest.next() else { return false }
            color = .direct(red, green, blue)
        default: return false
        }
        return true
    }

    /// Appends the shortest sequence that changes `other`, which differs, to this rendition.
    func appendSequence(from other: Rendition, to bytes: inout [UInt8]) {
        var parameters = parameters(from: nil)
        if other.attributes & ~attributes == 0 {
            let added = self.parameters(from: other)
            if added.byteCount < parameters.byteCount { parameters = added }
        }
        bytes += [0x1B, UInt8(ascii: "[")]
        parameters.append(to: &bytes)
        bytes.append(UInt8(ascii: "m"))
    }

    /// Returns the parameters that change `other` to this rendition; `other` may have only attributes that this one
    /// has, too. If `other` is `nil`, they begin with a reset.
    private func parameters(from other: Rendition?) -> ParameterList {
        var list = ParameterList()
        // A reset alone needs no number.
        if other == nil, self != Rendition() { list.append(0) }
        let other = other ?? Rendition()
        for number in UInt8(1)...9 where (attributes & ~other.attributes) >> number & 1 == 1 { list.append(number) }
        if foreground != other.foreground { foreground.append(to: &list, standard: 39, numbered: 38) }
        if background != other.background { background.append(to: &list, standard: 49, numbered: 48) }
        return list
    }
}

extension Rendition.Color {
    fileprivate func append(to list: inout ParameterList, standard: UInt8, numbered: UInt8) {
        switch self {
        case .standard: list.append(standard)
        case .basic(let code): list.append(code)
        case .indexed(let index): list.append(numbered, 5, index)
        case .direct(let red, let green, let blue):
            list.append(numbered, 2, red)
            list.append(green)
            list.append(blue)
        }
    }
}

/// Reads the numeric parameters of a control sequence one by one. An omitted one is 0.
struct ParameterReader {
    let bytes: Slice<UnsafeRawBufferPointer>
    private var index: Int
    private(set) var isAtEnd = false

    init(bytes: Slice<UnsafeRawBufferPointer>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// Returns the next parameter, or `nil` if there is none or it is malformed or above 255, which no colour or
    /// attribute is.
    mutating func next() -> UInt8? {
        guard !isAtEnd else { return nil }
        var value = 0
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: ";") {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] else { return nil }
            value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
            guard value <= UInt8.max else { return nil }
            index += 1
        }
        isAtEnd = index == bytes.endIndex
        index += 1
        return UInt8(value)
    }
}

/// The parameters of a control sequence to write, stored inline without allocation: a picture has one list for each
/// cell.
struct ParameterList {
    /// Enough for a reset, nine attributes and two direct colours.
    private var numbers = InlineArray<20, UInt8>(repeating: 0)
    private var count = 0
    private(set) var byteCount = 0

    mutating func append(_ number: UInt8) {
        numbers[count] = number
        count += 1
        byteCount += (number > 99 ? 3 : number > 9 ? 2 : 1) + (count > 1 ? 1 : 0)
    }

    mutating func append(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
        append(first)
        append(second)
        append(third)
    }

    /// Appends the parameters as decimal text.
    func append(to bytes: inout [UInt8]) {
        for index in 0..<count {
            if index > 0 { bytes.append(UInt8(ascii: ";")) }
            let (number, zero) = (numbers[index], UInt8(ascii: "0"))
            if number > 99 { bytes.append(zero + number / 100) }
            if number > 9 { bytes.append(zero + number / 10 % 10) }
            bytes.append(zero + number % 10)
        }
    }
}
