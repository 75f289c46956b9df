/// Contacts that stand under one initial.
public struct PhoneBookSection: Hashable, Sendable, Identifiable {
    public let initial: ContactInitial
    /// Which rows of the list are its own.
    public let rows: Range<Int>

    public var id: ContactInitial { initial }
    public var title: String { initial.title }
    public var count: Int { rows.count }

    /// Parts `count` rows, whose initials come in order.
    static func sections(count: Int, initial: (Int) -> UInt8) -> [PhoneBookSection] {
        var sections: [PhoneBookSection] = []
        var start = 0
        while start < count {
            let place = initial(start)
            var (end, bound) = (start + 1, count)
            // The first row of another initial; there are at most 41.
            while end < bound {
                let middle = (end + bound) / 2
                if initial(middle) == place { end = middle + 1 } else { bound = middle }
            }
            sections.append(PhoneBookSection(initial: ContactInitial(place: place), rows: start..<end))
            start = end
        }
        return sections
    }
}

/// The contacts that are shown: all of an index, or those that match a filter, in sections. No section is empty.
public struct PhoneBookList: Sendable, Equatable {
    public let index: PhoneBookIndex
    /// Places in the index of those that match; `nil` for all.
    let positions: [Int32]?
    public let sections: [PhoneBookSection]

    public static let empty = PhoneBookIndex.empty.list

    public var count: Int { positions?.count ?? index.count }
    public var isEmpty: Bool { count == 0 }

    /// The contact of the `row`th row, counted over all sections.
    public subscript(row: Int) -> Contact { index[position(ofRow: row)] }

    /// The row of the contact; `nil` when it is not shown.
    public func row(of id: ContactID) -> Int? {
        guard let position = index.position(of: id) else { return nil }
        guard let positions else { return position }
        return positions.firstIndex(of: Int32(position))
    }

    func position(ofRow row: Int) -> Int { positions.map { Int($0[row]) } ?? row }
}

extension PhoneBookIndex {
    /// The contacts that `filter` finds. `earlier` is a list of a filter before it, such as that before the latest key:
    /// where the new one can only find fewer, only those are looked at.
    public func list(matching filter: ContactFilter, within earlier: (ContactFilter, PhoneBookList)? = nil)
        -> PhoneBookList
    {
        guard !filter.isEmpty else { return list }
        var candidates: [Int32]?
        if let (narrowed, shown) = earlier, shown.index == self, filter.isNarrower(than: narrowed) {
            candidates = shown.positions
        }
        let positions = columns.positions(matching: filter, among: candidates)
        let initials = columns.initials
        let sections = PhoneBookSection.sections(count: positions.count) { initials[Int(positions[$0])] }
        return PhoneBookList(index: self, positions: positions, sections: sections)
    }

    /// At most `limit` contacts whose names begin as `text` says, or contain it, in this order: what may be meant by
    /// somebody who types a name.
    public func suggestions(for text: String, limit: Int) -> [Contact] {
        let filter = ContactFilter(text)
        guard !filter.isEmpty else { return [] }
        return columns.suggestions(for: filter, limit: limit).map { self[$0] }
    }
}
