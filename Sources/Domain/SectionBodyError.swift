/// Why a section's body, one of its records, or a file of the shop's data, could not be read. Carries data only; the words
/// are made where it is shown. Items are counted from 0; `nil` stands for the answer as a whole.
public enum SectionBodyError: Error, Hashable, Sendable {
    /// No bytes, or only white space.
    case empty
    /// Not JSON, such as unquoted keys.
    case notJSON
    /// The wrapper's own status says that something is wrong.
    case refused(Int)
    /// A required key is absent.
    case missing(item: Int?, key: String)
    /// A value is not what it should be, such as a number for a title or words for a price.
    case unreadable(item: Int?, key: String)
    /// It is something else altogether, such as a web page, or null among the records.
    case foreign(item: Int?, expected: JSONShape, found: JSONShape)

    public init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self = .missing(item: context.codingPath.item, key: key.stringValue)
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let key = context.codingPath.last { $0.intValue == nil }?.stringValue
            guard let key else {
                self = .notJSON
                return
            }
            self = .unreadable(item: context.codingPath.item, key: key)
        @unknown default:
            self = .notJSON
        }
    }

    /// Why the record at which `decoder` stands could not be read; `item` is its number.
    init(_ error: any Error, item: Int?, at decoder: any Decoder) {
        let found = JSONShape(of: decoder)
        guard found == .object else {
            self = .foreign(item: item, expected: .object, found: found)
            return
        }
        switch (error as? DecodingError).map(SectionBodyError.init) {
        case .missing(_, let key): self = .missing(item: item, key: key)
        case .unreadable(_, let key): self = .unreadable(item: item, key: key)
        // Of a number that is not whole, a decoder does not say where it stands.
        default: self = .foreign(item: item, expected: .object, found: found)
        }
    }
}

extension [any CodingKey] {
    fileprivate var item: Int? { lazy.compactMap(\.intValue).first }
}
