import TerminalText

/// Contacts in the order of their names, each fact of all of them side by side: a hundred thousand are some arrays,
/// and a contact is made of them when it is shown.
struct ContactColumns: Sendable {
    private(set) var ids: [Int64] = []
    private(set) var revisions: [Int64] = []
    /// 0 where there is no picture.
    private(set) var pictures: [Int64] = []
    private(set) var initials: [UInt8] = []
    /// UTF-8.
    private(set) var names = PackedRuns<UInt8>()
    private(set) var digits = PackedRuns<UInt8>()
    private(set) var keys = PackedRuns<UInt16>()

    var count: Int { ids.count }

    mutating func reserve(_ count: Int) {
        ids.reserveCapacity(count)
        revisions.reserveCapacity(count)
        pictures.reserveCapacity(count)
        initials.reserveCapacity(count)
        names.reserve(count, each: 12)
        digits.reserve(count, each: 11)
        keys.reserve(count, each: 6)
    }

    /// Puts one contact behind all others. `initial` is the place of its initial.
    mutating func append(id: Int64, revision: Int64, picture: Int64, initial: UInt8) {
        ids.append(id)
        revisions.append(revision)
        pictures.append(picture)
        initials.append(min(initial, ContactInitial.other.place))
    }

    mutating func append(name: UnsafeBufferPointer<UInt8>, digits number: UnsafeBufferPointer<UInt8>) {
        names.append(name)
        digits.append(number)
    }

    mutating func append(key bytes: some Sequence<UInt16>) { keys.append(bytes) }

    mutating func append(_ contact: Contact) {
        let key = NameKey(contact.name.string)
        append(
            id: contact.id.number, revision: contact.revision, picture: contact.picture ?? 0,
            initial: key.initial.place)
        names.append(contact.name.string.utf8)
        digits.append(contact.number.digits.utf8)
        keys.append(key.units)
    }

    /// Puts those of `other` at `positions` behind all others.
    mutating func append(_ positions: Range<Int>, of other: ContactColumns) {
        ids += other.ids[positions]
        revisions += other.revisions[positions]
        pictures += other.pictures[positions]
        initials += other.initials[positions]
        names.append(positions, of: other.names)
        digits.append(positions, of: other.digits)
        keys.append(positions, of: other.keys)
    }

    func contact(at position: Int) -> Contact {
        Contact(
            id: ContactID(ids[position]), name: PlainText(String(decoding: names[position], as: UTF8.self)),
            number: PhoneNumber(kept: String(decoding: digits[position], as: UTF8.self)),
            picture: pictures[position] == 0 ? nil : pictures[position], revision: revisions[position])
    }

    /// Where the contact `id` with that key is, or belongs.
    func place(of key: [UInt16], initial: ContactInitial, id: ContactID) -> Int {
        var range = 0..<count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            if isBefore(middle, key, initial, id) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    private func isBefore(_ position: Int, _ key: [UInt16], _ initial: ContactInitial, _ id: ContactID) -> Bool {
        if initials[position] != initial.place { return initials[position] < initial.place }
        let present = keys[position]
        if NameKey.precedes(present, key) { return true }
        if NameKey.precedes(key, present) { return false }
        return ids[position] < id.number
    }
}

/// Many short runs of elements in one array.
struct PackedRuns<Element: Sendable>: Sendable {
    private(set) var elements: [Element] = []
    /// Where each run ends.
    private(set) var ends: [Int32] = []

    subscript(position: Int) -> ArraySlice<Element> { elements[range(of: position)] }

    func range(of position: Int) -> Range<Int> {
        (position == 0 ? 0 : Int(ends[position - 1]))..<Int(ends[position])
    }

    mutating func reserve(_ count: Int, each length: Int) {
        ends.reserveCapacity(count)
        elements.reserveCapacity(count * length)
    }

    mutating func append(_ run: some Sequence<Element>) {
        elements.append(contentsOf: run)
        ends.append(Int32(elements.count))
    }

    mutating func append(_ positions: Range<Int>, of other: PackedRuns) {
        guard !positions.isEmpty else { return }
        let start = other.range(of: positions.lowerBound).lowerBound
        let shift = Int32(elements.count) - Int32(start)
        elements += other.elements[start..<other.range(of: positions.upperBound - 1).upperBound]
        ends.reserveCapacity(ends.count + positions.count)
        for end in other.ends[positions] { ends.append(end + shift) }
    }
}
