import TerminalText

extension ContactColumns {
    /// Returns the positions of the contacts that match `filter`, in order. Searches only `candidates` if they are
    /// given.
    func positions(matching filter: ContactFilter, among candidates: [Int32]?) -> [Int32] {
        var found: [Int32] = []
        filter.pattern.units.withUnsafeBufferPointer { pattern in
            filter.digits.withUnsafeBufferPointer { wanted in
                keys.elements.withUnsafeBufferPointer { units in
                    digits.elements.withUnsafeBufferPointer { numbers in
                        func look(_ position: Int) {
                            let matches =
                                UnitMatching.contains(units, keys.range(of: position), pattern)
                                || !wanted.isEmpty
                                    && DigitMatching.contains(numbers, digits.range(of: position), wanted)
                            if matches { found.append(Int32(position)) }
                        }
                        if let candidates {
                            for position in candidates { look(Int(position)) }
                        } else {
                            for position in 0..<count { look(position) }
                        }
                    }
                }
            }
        }
        return found
    }

    /// Returns the positions of at most `limit` contacts whose names match `filter`: first those that begin with it,
    /// then those that contain it.
    func suggestions(for filter: ContactFilter, limit: Int) -> [Int] {
        var (beginning, containing): ([Int], [Int]) = ([], [])
        filter.pattern.units.withUnsafeBufferPointer { pattern in
            keys.elements.withUnsafeBufferPointer { units in
                for position in 0..<count where beginning.count < limit {
                    let range = keys.range(of: position)
                    if UnitMatching.begins(units, range, pattern) {
                        beginning.append(position)
                    } else if containing.count < limit, UnitMatching.contains(units, range, pattern) {
                        containing.append(position)
                    }
                }
            }
        }
        return Array((beginning + containing).prefix(limit))
    }
}

/// Searches for digits in slices of large arrays.
private enum DigitMatching {
    static func contains(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ wanted: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var start = range.lowerBound
        while start + wanted.count <= range.upperBound {
            var index = 0
            while index < wanted.count, bytes[start + index] == wanted[index] { index += 1 }
            if index == wanted.count { return true }
            start += 1
        }
        return false
    }
}
