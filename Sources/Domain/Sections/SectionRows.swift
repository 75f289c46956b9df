/// A row of a section. Its `id` is stable while its other properties change.
public protocol SectionRow: Hashable, Sendable, Identifiable {
    /// The address of the picture as the server sent it; empty if there is none.
    var image: String { get }
    /// Returns the row with the picture's address replaced by `place(image)`.
    func mappingImageAddress(_ place: (String) -> String) -> Self
}

extension SectionRow {
    public var image: String { "" }
    public func mappingImageAddress(_ place: (String) -> String) -> Self { self }
}

/// The type-erased rows of a section, all of one type. Reading a row requires its type; counting and comparing do not.
public struct SectionRows: Sendable, Equatable {
    /// `nil` if there are no rows and no type is known.
    private let storage: (any RowStorage)?
    /// The records of the response that could not be read.
    public let leftOut: SkippedRecords
    /// The number of further rows that the server has behind these.
    public let unfetched: Int

    /// Creates an empty value, which equals empty rows of any type.
    public init() { self.init(storage: nil, leftOut: SkippedRecords(), unfetched: 0) }

    /// Stores `rows` without copying: an array, or a collection that creates its rows on demand.
    public init<Rows: RandomAccessCollection & Equatable & Sendable>(
        _ rows: Rows, leftOut: SkippedRecords = SkippedRecords(), unfetched: Int = 0
    ) where Rows.Element: SectionRow, Rows.Index == Int {
        self.init(storage: StoredRows(rows: rows), leftOut: leftOut, unfetched: unfetched)
    }

    private init(storage: (any RowStorage)?, leftOut: SkippedRecords, unfetched: Int) {
        self.storage = storage
        self.leftOut = leftOut
        self.unfetched = unfetched
    }

    public var count: Int { storage?.count ?? 0 }
    public var isEmpty: Bool { count == 0 }
    public var indices: Range<Int> { 0..<count }

    /// Returns the rows as an array; empty if they are of another type or not stored as an array.
    public func array<Row: SectionRow>(of kind: Row.Type) -> [Row] { (storage as? StoredRows<[Row]>)?.array() ?? [] }

    /// Returns the rows with the given indices, without copying any row.
    public func picking(_ numbers: [Int]) -> SectionRows {
        SectionRows(storage: storage?.picking(numbers), leftOut: leftOut, unfetched: unfetched)
    }

    /// Returns the row at that index, or `nil` if there is none or it is of another type.
    public func row<Row: SectionRow>(_ number: Int, as kind: Row.Type = Row.self) -> Row? {
        indices.contains(number) ? storage?.row(number, as: kind) : nil
    }

    /// Returns the address of that row's picture; empty if there is none.
    public func image(ofRow number: Int) -> String {
        indices.contains(number) ? storage?.image(ofRow: number) ?? "" : ""
    }

    /// Returns the index of the row with the same `id` as row `number` of `old`, the nearest one if there are several,
    /// or `nil` if there is none.
    public func row(like number: Int, of old: SectionRows) -> Int? {
        guard old.indices.contains(number), let rows = old.storage else { return nil }
        return storage?.row(like: number, of: rows)
    }

    /// Returns these rows followed by those of `page`, the next page of the same list.
    public func followed<Row: SectionRow>(by page: SectionRows, as kind: Row.Type) -> SectionRows {
        let rows = array(of: kind) + page.array(of: kind)
        let further = page.isEmpty ? 0 : max(0, unfetched - page.count - page.leftOut.count)
        return SectionRows(rows, leftOut: leftOut.joined(with: page.leftOut), unfetched: further)
    }

    public static func == (left: SectionRows, right: SectionRows) -> Bool {
        guard left.leftOut == right.leftOut, left.unfetched == right.unfetched else { return false }
        guard let rows = left.storage, let others = right.storage else { return left.isEmpty && right.isEmpty }
        return rows.isEqual(to: others) || left.isEmpty && right.isEmpty
    }
}

private protocol RowStorage: Sendable {
    var count: Int { get }
    func row<Row: SectionRow>(_ number: Int, as kind: Row.Type) -> Row?
    func image(ofRow number: Int) -> String
    func row(like number: Int, of old: any RowStorage) -> Int?
    func isEqual(to other: any RowStorage) -> Bool
    func picking(_ numbers: [Int]) -> any RowStorage
}

private struct StoredRows<Rows: RandomAccessCollection & Equatable & Sendable>: RowStorage
where Rows.Element: SectionRow, Rows.Index == Int {
    let rows: Rows
    /// The indices of the picked rows; `nil` for all.
    var picked: [Int]?

    var count: Int { picked?.count ?? rows.count }
    private func element(_ number: Int) -> Rows.Element { rows[rows.startIndex + (picked?[number] ?? number)] }
    func picking(_ numbers: [Int]) -> any RowStorage {
        StoredRows(rows: rows, picked: numbers.map { picked?[$0] ?? $0 })
    }
    func row<Row: SectionRow>(_ number: Int, as kind: Row.Type) -> Row? { element(number) as? Row }
    func image(ofRow number: Int) -> String { element(number).image }
    func isEqual(to other: any RowStorage) -> Bool {
        guard let other = other as? Self else { return false }
        return picked == other.picked && rows == other.rows
    }

    /// A row may occur in a list more than once, so the nearest one is chosen. Searching outwards finds a row that
    /// moved a little quickly, however long the list is.
    func row(like number: Int, of old: any RowStorage) -> Int? {
        guard let id = (old as? Self)?.element(number).id else { return nil }
        for distance in 0..<max(count, number + 1) {
            for candidate in [number - distance, number + distance] where (0..<count).contains(candidate) {
                if element(candidate).id == id { return candidate }
            }
        }
        return nil
    }
}

extension StoredRows {
    func array<Row: SectionRow>() -> [Row] where Rows == [Row] { picked.map { $0.map { rows[$0] } } ?? rows }
}
