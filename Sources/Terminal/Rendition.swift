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
            guard let number = rest.next(), apply(number, &rest) else { return false }
        } while !rest.isAtEnd
        return true
    }

    private mutating func apply(_ number: UInt8, _ rest: inout ParameterReader) -> Bool {
        switch number {
        case 0: self = Rendition()
        case 1...9: attributes |= 1 << UInt16(number)
        case 30...37, 90...97: foreground = .basic(number)
        case 40...47, 100...107: background = .basic(number)
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
        case .basic(let number): list.append(number)
        case .indexed(let index): list.append(numbered, 5, index)
        case .direct(let red, let green, let blue):
            list.append(numbered, 2, red)
            list.append(green)
            list.append(blue)
        }
    }
}
