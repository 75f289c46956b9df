import Foundation

/// The rows of a section, all of one kind, each as small as it is.
public enum SectionRows: Sendable, Hashable {
    case dishes([Dish])
    case juices([Juice])
    case fruits([FruitStock])
    case drinks([Drink])

    /// No rows, of the kind that `section` has.
    public init(of section: SectionID) {
        switch section {
        case .juices: self = .juices([])
        case .fruits: self = .fruits([])
        case .milk, .soda, .coffee: self = .drinks([])
        default: self = .dishes([])
        }
    }

    public var count: Int {
        switch self {
        case .dishes(let rows): rows.count
        case .juices(let rows): rows.count
        case .fruits(let rows): rows.count
        case .drinks(let rows): rows.count
        }
    }

    public var isEmpty: Bool { count == 0 }
    public var indices: Range<Int> { 0..<count }

    /// Empty for rows of another kind, as the others are.
    public var dishes: [Dish] {
        guard case .dishes(let rows) = self else { return [] }
        return rows
    }

    public var juices: [Juice] {
        guard case .juices(let rows) = self else { return [] }
        return rows
    }

    public var fruits: [FruitStock] {
        guard case .fruits(let rows) = self else { return [] }
        return rows
    }

    public var drinks: [Drink] {
        guard case .drinks(let rows) = self else { return [] }
        return rows
    }

    /// Those rows alone, as far as there are so many.
    public subscript(range: Range<Int>) -> SectionRows {
        let range = range.clamped(to: indices)
        switch self {
        case .dishes(let rows): return .dishes(Array(rows[range]))
        case .juices(let rows): return .juices(Array(rows[range]))
        case .fruits(let rows): return .fruits(Array(rows[range]))
        case .drinks(let rows): return .drinks(Array(rows[range]))
        }
    }
}

// How they are written: as the server sends them.
extension SectionRows {
    /// The rows of `section` in a server's answer. Throws `MenuBodyError`.
    public static func decode(_ data: Data, of section: SectionID) throws(MenuBodyError) -> SectionRows {
        switch section {
        case .juices: .juices(try MenuBody.decode(data, as: Juice.self))
        case .fruits: .fruits(try MenuBody.decode(data, as: FruitStock.self))
        case .milk, .soda, .coffee: .drinks(try MenuBody.decode(data, as: Drink.self))
        default: .dishes(try MenuBody.decode(data))
        }
    }

    /// The rows as one JSON array.
    public func encoded(by encoder: JSONEncoder) throws -> Data {
        switch self {
        case .dishes(let rows): try encoder.encode(rows)
        case .juices(let rows): try encoder.encode(rows)
        case .fruits(let rows): try encoder.encode(rows)
        case .drinks(let rows): try encoder.encode(rows)
        }
    }
}
