import TerminalText

/// Contacts sorted by name, stored column by column: even a hundred thousand need only a few arrays. A `Contact` is
/// created when it is displayed.
struct ContactColumns: Sendable {
    private(set) var ids: [Int64] = []
    private(set) var revisions: [Int64] = []
    /// 0 if there is no picture.
    private(set) var pictures: [Int64] = []
    private(set) var initials: [UInt8] = []
    /// UTF-8.
    private(set) var names = PackedLists<UInt8>()
    /// Numbers in their stored form.
    private(set) var digits = PackedLists<UInt8>()
    private(set) var keys = PackedLists<UInt16>()

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

    /// Appends one contact. `initial` is the `place` of its `ContactInitial`.
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
        digits.append(contact.number.kept.utf8)
        keys.append(key.units)
    }

    /// Appends the contacts of `other` at `positions`.
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

    /// Returns the position of the contact with that sort order, or the position at which to insert it.
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

/// Many short sequences of elements stored in one array.
struct PackedLists<Element: Sendable>: Sendable {
    private(set) var elements: [Element] = []
    /// The end offset of each run.
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

    mutating func append(_ positions: Range<Int>, of other: PackedLists) {
        guard !positions.isEmpty else { return }
        let start = other.range(of: positions.lowerBound).lowerBound
        let shift = Int32(elements.count) - Int32(start)
        elements += other.elements[start..<other.range(of: positions.upperBound - 1).upperBound]
        ends.reserveCapacity(ends.count + positions.count)
        for end in other.ends[positions] { ends.append(end + shift) }
    }
}
