import TerminalText

/// All contacts as they were at one moment, in the order of their names: by initial (ㄱ ㄴ … ㅎ, A … Z, #), within it as
/// a Korean dictionary has them, namesakes by age. A value; copying it costs nothing.
///
/// ㄲ stands under ㄱ and the other doubled consonants under their plain ones, as in the phone books of telephones.
/// Case, marks and spaces make no difference to the order.
public struct PhoneBookIndex: Sendable {
    /// Held in one object, so that two copies are told to be the same without looking at any contact.
    private final class Storage: Sendable {
        let columns: ContactColumns
        let list: [PhoneBookSection]

        init(_ columns: ContactColumns) {
            self.columns = columns
            list = PhoneBookSection.sections(count: columns.count) { columns.initials[$0] }
        }
    }

    private let storage: Storage

    /// No contacts.
    public static let empty = PhoneBookIndex(ContactColumns())

    init(_ columns: ContactColumns) { storage = Storage(columns) }

    /// These contacts, in whatever order they come.
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

    /// Everything, in sections.
    public var list: PhoneBookList { PhoneBookList(index: self, positions: nil, sections: storage.list) }

    /// The contact in the `position`th place of all.
    public subscript(position: Int) -> Contact { storage.columns.contact(at: position) }

    /// Where the contact is; `nil` when there is none of that identity.
    public func position(of id: ContactID) -> Int? { storage.columns.ids.firstIndex(of: id.number) }

    public func contact(_ id: ContactID) -> Contact? { position(of: id).map { self[$0] } }
}

extension PhoneBookIndex: Equatable {
    /// Whether it is the same index, or a copy of it; of two that were made apart only empty ones are equal.
    public static func == (left: PhoneBookIndex, right: PhoneBookIndex) -> Bool {
        left.storage === right.storage || left.isEmpty && right.isEmpty
    }
}

extension PhoneBookIndex {
    /// The index with `contact` as it is now, new or changed.
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

    /// The index without the contact `id`.
    func removing(_ id: ContactID) -> PhoneBookIndex {
        guard let position = position(of: id) else { return self }
        var columns = ContactColumns()
        columns.reserve(count)
        columns.append(0..<position, of: self.columns)
        columns.append((position + 1)..<count, of: self.columns)
        return PhoneBookIndex(columns)
    }
}
