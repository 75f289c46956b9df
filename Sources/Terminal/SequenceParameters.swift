/// Reads the numeric parameters of a control sequence one by one. An omitted one is 0.
struct ParameterReader {
    let bytes: Slice<UnsafeRawBufferPointer>
    private var index: Int
    /// Whether all parameters were read.
    private(set) var isAtEnd = false

    init(bytes: Slice<UnsafeRawBufferPointer>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// Returns the next parameter, or `nil` if there is none or it is malformed or above 255, which no colour or
    /// attribute is.
    mutating func next() -> UInt8? {
        guard !isAtEnd else { return nil }
        var number = 0
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: ";") {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] else { return nil }
            number = number * 10 + Int(bytes[index] - UInt8(ascii: "0"))
            guard number <= UInt8.max else { return nil }
            index += 1
        }
        isAtEnd = index == bytes.endIndex
        index += 1
        return UInt8(number)
    }
}

/// The parameters of a control sequence to write, stored inline without allocation: a picture has one list for each
/// cell.
struct ParameterList {
    /// Enough for a reset, nine attributes and two direct colours.
    private var numbers = InlineArray<20, UInt8>(repeating: 0)
    private var count = 0
    /// The number of bytes of the parameters with their separators.
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
