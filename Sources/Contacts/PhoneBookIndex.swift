import TerminalText

/// A snapshot of all contacts, sorted by initial (ㄱ ㄴ … ㅎ, A … Z, #), then in the order of a Korean dictionary, and
/// contacts with the same name oldest first. Copying it is free.
///
/// ㄲ is listed under ㄱ and the other doubled consonants under their plain ones, as in the phone books of telephones.
/// Case, marks and spaces do not affect the order.
public struct PhoneBookIndex: Sendable {
    /// A class, so that two copies can be recognised as equal by identity, without comparing contacts.
    private final class Storage: Sendable {
        let contacts: [Contact]
        /// The names and numbers, for searching.
        let texts: SearchIndex
        let sections: [PhoneBookSection]

        init(_ contacts: [Contact]) {
            var texts = SearchIndex()
            texts.reserve(contacts.count)
            for contact in contacts { texts.append(title: contact.name.string, detail: contact.number.searchText) }
            self.contacts = contacts
            self.texts = texts
            sections = PhoneBookSection.sections(of: contacts, at: contacts.indices)
        }
    }

    private let storage: Storage

    /// An index without contacts.
    public static let empty = PhoneBookIndex(sorted: [])

    /// Creates an index of `contacts`, which are in its order.
    init(sorted contacts: [Contact]) { storage = Storage(contacts) }

    /// Creates an index of `contacts`, which may be in any order.
    public init(_ contacts: some Sequence<Contact>) {
        let keyed = contacts.map { (key: NameKey($0.name.string), contact: $0) }
        self.init(sorted: keyed.sorted { ($0.key, $0.contact.id) < ($1.key, $1.contact.id) }.map(\.contact))
    }

    public var count: Int { storage.contacts.count }
    public var isEmpty: Bool { count == 0 }

    public var list: PhoneBookList { PhoneBookList(index: self, positions: nil, sections: storage.sections) }

    public subscript(position: Int) -> Contact { storage.contacts[position] }

    /// Returns the position of the contact, or `nil` if there is none with that identifier.
    public func position(of id: ContactID) -> Int? { storage.contacts.firstIndex { $0.id == id } }

    public func contact(_ id: ContactID) -> Contact? { position(of: id).map { self[$0] } }

    /// Returns the contacts whose name or number matches `pattern`, in each section those first whose name does.
    public func list(matching pattern: SearchPattern) -> PhoneBookList {
        guard !pattern.isEmpty else { return list }
        let hits = storage.texts.hits(matching: pattern)
        let sections = PhoneBookSection.sections(of: storage.contacts, at: hits.map(\.row))
        let best = sections.first { hits[$0.rows].contains(where: \.isInTitle) }?.rows.lowerBound
        let nearest = hits.isEmpty ? storage.texts.nearest(to: pattern).map { self[$0.row].name } : nil
        return PhoneBookList(
            index: self, positions: sections.flatMap { hits[$0.rows].rankedRows }, sections: sections,
            bestRow: best, nearestName: nearest)
    }

    /// Returns at most `limit` contacts as completions for a name: first those whose names begin with `text`, then
    /// those whose names contain it.
    public func suggestions(for text: String, limit: Int) -> [Contact] {
        let pattern = SearchPattern(text)
        guard !pattern.isEmpty else { return [] }
        var (beginning, containing): ([Contact], [Contact]) = ([], [])
        for hit in storage.texts.hits(matching: pattern) where hit.isInTitle && beginning.count < limit {
            let contact = self[hit.row]
            switch pattern.firstMatch(in: contact.name.string) {
            case 0: beginning.append(contact)
            case .some where containing.count < limit: containing.append(contact)
            default: break
            }
        }
        return Array((beginning + containing).prefix(limit))
    }
}

extension PhoneBookIndex: Equatable {
    /// Returns whether both are copies of the same index. Indexes that were created separately are equal only if both
    /// are empty.
    public static func == (left: PhoneBookIndex, right: PhoneBookIndex) -> Bool {
        left.storage === right.storage || left.isEmpty && right.isEmpty
    }
}

/// The displayed contacts, in sections: all contacts of an index, or those that match a search. No section is empty.
public struct PhoneBookList: Sendable, Equatable {
    public let index: PhoneBookIndex
    /// The positions in the index of the matching contacts; `nil` for all.
    let positions: [Int]?
    public let sections: [PhoneBookSection]
    /// The first row whose name matches the search text; `nil` if none does.
    public private(set) var bestRow: Int?
    /// If nothing matches, the name that is nearest to the search text; `nil` if none is near.
    public private(set) var nearestName: PlainText?

    public static let empty = PhoneBookIndex.empty.list

    public var count: Int { positions?.count ?? index.count }
    public var isEmpty: Bool { count == 0 }

    /// The contact at `row`, counted across all sections.
    public subscript(row: Int) -> Contact { index[positions?[row] ?? row] }

    /// Returns the row of the contact, or `nil` if it is not in the list.
    public func row(of id: ContactID) -> Int? {
        guard let position = index.position(of: id) else { return nil }
        guard let positions else { return position }
        return positions.firstIndex(of: position)
    }
}

/// The contacts with the same initial.
public struct PhoneBookSection: Hashable, Sendable, Identifiable {
    public let initial: ContactInitial
    /// The rows of the list that belong to the section.
    public let rows: Range<Int>

    public var id: ContactInitial { initial }
    public var title: String { initial.title }
    public var count: Int { rows.count }

    /// Divides the contacts at `positions`, which are sorted by initial, into sections.
    fileprivate static func sections(
        of contacts: [Contact], at positions: some RandomAccessCollection<Int>
    ) -> [PhoneBookSection] {
        func initial(ofRow row: Int) -> ContactInitial {
            NameKey(contacts[positions[positions.index(positions.startIndex, offsetBy: row)]].name.string).initial
        }
        var sections: [PhoneBookSection] = []
        var start = 0
        while start < positions.count {
            let first = initial(ofRow: start)
            var (end, bound) = (start + 1, positions.count)
            // Binary search for the first row of the next initial; there are at most 41 initials.
            while end < bound {
                let middle = (end + bound) / 2
                if initial(ofRow: middle) == first { end = middle + 1 } else { bound = middle }
            }
            sections.append(PhoneBookSection(initial: first, rows: start..<end))
            start = end
        }
        return sections
    }
}
