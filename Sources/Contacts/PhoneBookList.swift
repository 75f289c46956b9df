/// The contacts with the same initial.
public struct PhoneBookSection: Hashable, Sendable, Identifiable {
    public let initial: ContactInitial
    /// The rows of the list that belong to the section.
    public let rows: Range<Int>

    public var id: ContactInitial { initial }
    public var title: String { initial.title }
    public var count: Int { rows.count }

    /// Divides `count` rows, which are sorted by initial, into sections.
    static func sections(count: Int, initial: (Int) -> UInt8) -> [PhoneBookSection] {
        var sections: [PhoneBookSection] = []
        var start = 0
        while start < count {
            let place = initial(start)
            var (end, bound) = (start + 1, count)
            // Binary search for the first row of the next initial; there are at most 41 initials.
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

/// The displayed contacts, in sections: all contacts of an index, or those that match a filter. No section is empty.
public struct PhoneBookList: Sendable, Equatable {
    public let index: PhoneBookIndex
    /// The positions in the index of the matching contacts; `nil` for all.
    let positions: [Int32]?
    public let sections: [PhoneBookSection]

    public static let empty = PhoneBookIndex.empty.list

    public var count: Int { positions?.count ?? index.count }
    public var isEmpty: Bool { count == 0 }

    /// The contact at `row`, counted across all sections.
    public subscript(row: Int) -> Contact { index[position(ofRow: row)] }

    /// Returns the row of the contact, or `nil` if it is not in the list.
    public func row(of id: ContactID) -> Int? {
        guard let position = index.position(of: id) else { return nil }
        guard let positions else { return position }
        return positions.firstIndex(of: Int32(position))
    }

    func position(ofRow row: Int) -> Int { positions.map { Int($0[row]) } ?? row }
}

extension PhoneBookIndex {
    /// Returns the contacts that match `filter`. `earlier` is the list of a previous filter, such as before the latest
    /// keystroke: if the new filter is narrower, only that list is searched.
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

    /// Returns at most `limit` contacts as completions for a name: first those whose names begin with `text`, then
    /// those whose names contain it.
    public func suggestions(for text: String, limit: Int) -> [Contact] {
        let filter = ContactFilter(text)
        guard !filter.isEmpty else { return [] }
        return columns.suggestions(for: filter, limit: limit).map { self[$0] }
    }
}
