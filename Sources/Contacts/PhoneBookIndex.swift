import TerminalText

/// A snapshot of all contacts, sorted by initial (ㄱ ㄴ … ㅎ, A … Z, #), then in the order of a Korean dictionary, and
/// contacts with the same name oldest first. Copying it is free.
///
/// ㄲ is listed under ㄱ and the other doubled consonants under their plain ones, as in the phone books of telephones.
/// Case, marks and spaces do not affect the order.
public struct PhoneBookIndex: Sendable {
    /// A class, so that two copies can be recognised as equal by identity, without comparing contacts.
    private final class Storage: Sendable {
        let columns: ContactColumns
        let list: [PhoneBookSection]

        init(_ columns: ContactColumns) {
            self.columns = columns
            list = PhoneBookSection.sections(count: columns.count) { columns.initials[$0] }
        }
    }

    private let storage: Storage

    /// An index without contacts.
    public static let empty = PhoneBookIndex(ContactColumns())

    init(_ columns: ContactColumns) { storage = Storage(columns) }

    /// Creates an index of `contacts`, which may be in any order.
    public init(_ contacts: some Sequence<Contact>) {
        let keyed = contacts.map { (contact: $0, key: NameKey($0.name.string)) }.sorted { left, right in
            if left.key.initial != right.key.initial { return left.key.initial < right.key.initial }
            if left.key != right.key { return NameKey.precedes(left.key.units, right.key.units) }
            return left.contact.id < right.contact.id
        }
        var columns = ContactColumns()
        for (contact, _) in keyed { columns.append(contact) }
        self.init(columns)
    }

    var columns: ContactColumns { storage.columns }

    public var count: Int { storage.columns.count }
    public var isEmpty: Bool { count == 0 }

    /// All contacts, in sections.
    public var list: PhoneBookList { PhoneBookList(index: self, positions: nil, sections: storage.list) }

    /// The contact at `position`.
    public subscript(position: Int) -> Contact { storage.columns.contact(at: position) }

    /// Returns the position of the contact, or `nil` if there is none with that identifier.
    public func position(of id: ContactID) -> Int? { storage.columns.ids.firstIndex(of: id.number) }

    public func contact(_ id: ContactID) -> Contact? { position(of: id).map { self[$0] } }
}

extension PhoneBookIndex: Equatable {
    /// Returns whether both are copies of the same index. Indexes that were created separately are equal only if both
    /// are empty.
    public static func == (left: PhoneBookIndex, right: PhoneBookIndex) -> Bool {
        left.storage === right.storage || left.isEmpty && right.isEmpty
    }
}

extension PhoneBookIndex {
    /// Returns the index with `contact` inserted or updated.
    func putting(_ contact: Contact) -> PhoneBookIndex {
        let rest = removing(contact.id)
        let key = NameKey(contact.name.string)
        let place = rest.columns.place(of: key.units, initial: key.initial, id: contact.id)
        var columns = ContactColumns()
        columns.reserve(rest.count + 1)
        columns.append(0..<place, of: rest.columns)
        columns.append(contact)
        columns.append(place..<rest.count, of: rest.columns)
        return PhoneBookIndex(columns)
    }

    /// Returns the index without the contact `id`.
    func removing(_ id: ContactID) -> PhoneBookIndex {
        guard let position = position(of: id) else { return self }
        var columns = ContactColumns()
        columns.reserve(count)
        columns.append(0..<position, of: self.columns)
        columns.append((position + 1)..<count, of: self.columns)
        return PhoneBookIndex(columns)
    }
}
