/// A row of a section. Its `id` is what stays the same when everything else of it changes.
public protocol SectionRow: Hashable, Sendable, Identifiable {
    /// Where its picture is, as the server wrote it; empty for none.
    var image: String { get }
    /// The same row with its picture where `place` says of what the server wrote.
    func movingImage(_ place: (String) -> String) -> Self
}

extension SectionRow {
    public var image: String { "" }
    public func movingImage(_ place: (String) -> String) -> Self { self }
}

/// The rows of a section, all of one kind. Only who knows the kind can read them; everybody else counts and compares.
public struct SectionRows: Sendable, Equatable {
    /// `nil` for no rows of no kind.
    private let storage: (any RowStorage)?
    /// What could not be read of the answer that the rows are from.
    public let leftOut: LeftOutRecords

    /// No rows, which are equal to no rows of any kind.
    public init() { self.init(storage: nil, leftOut: LeftOutRecords()) }

    /// `rows` as they are: an array, or anything that makes its rows when they are asked for.
    public init<Rows: RandomAccessCollection & Equatable & Sendable>(
        _ rows: Rows, leftOut: LeftOutRecords = LeftOutRecords()
    ) where Rows.Element: SectionRow, Rows.Index == Int {
        self.init(storage: StoredRows(rows: rows), leftOut: leftOut)
    }

    private init(storage: (any RowStorage)?, leftOut: LeftOutRecords) {
        self.storage = storage
        self.leftOut = leftOut
    }

    public var count: Int { storage?.count ?? 0 }
    public var isEmpty: Bool { count == 0 }
    public var indices: Range<Int> { 0..<count }

    /// The array that they are; empty where they are rows of another kind.
    public func array<Row: SectionRow>(of kind: Row.Type) -> [Row] { (storage as? StoredRows<[Row]>)?.array() ?? [] }

    /// Some of them, by their numbers, without copying any.
    public func picking(_ numbers: [Int]) -> SectionRows {
        SectionRows(storage: storage?.picking(numbers), leftOut: leftOut)
    }

    /// The row of that number, counted from 0; `nil` where there is none, or one of another kind.
    public func row<Row: SectionRow>(_ number: Int, as kind: Row.Type = Row.self) -> Row? {
        indices.contains(number) ? storage?.row(number, as: kind) : nil
    }

    /// Where the picture of that row is; empty for none.
    public func image(ofRow number: Int) -> String {
        indices.contains(number) ? storage?.image(ofRow: number) ?? "" : ""
    }

    /// The row with the identity of the row `number` of `old`, the nearest one where there are several; `nil` where
    /// there is none.
    public func row(like number: Int, of old: SectionRows) -> Int? {
        guard old.indices.contains(number), let rows = old.storage else { return nil }
        return storage?.row(like: number, of: rows)
    }

    public static func == (left: SectionRows, right: SectionRows) -> Bool {
        guard left.leftOut == right.leftOut else { return false }
        guard let rows = left.storage, let others = right.storage else { return left.isEmpty && right.isEmpty }
        return rows.isEqual(to: others) || left.isEmpty && right.isEmpty
    }
}

/// Rows whose kind is not told.
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
    /// The numbers of those that were picked; `nil` for all.
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

    /// A row may stand in a list more than once, so nearness decides; searching outwards finds one that moved little at
    /// once, however long the list is.
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
    /// The array that they are.
    func array<Row: SectionRow>() -> [Row] where Rows == [Row] { picked.map { $0.map { rows[$0] } } ?? rows }
}
