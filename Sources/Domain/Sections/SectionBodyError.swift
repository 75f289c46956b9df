import TerminalText

/// The reason why a section's body, one of its records or a file of the shop's data could not be read. It carries data
/// only; the message is composed where it is displayed. Items are counted from 0; `nil` stands for the response as a
/// whole.
public enum SectionBodyError: Error, Hashable, Sendable {
    /// No bytes, or only white space.
    case empty
    /// Not JSON, such as unquoted keys.
    case notJSON
    /// The bytes are not text in the charset that the answer names, or, where it names none, in any that is known.
    case charset(PlainText?)
    /// A file of the shop is not UTF-8; the first such bytes are in this line, counted from 1.
    case notUTF8(line: Int)
    /// The wrapper's `statusCode` is not a success.
    case refused(Int)
    /// A required key is absent.
    case missing(item: Int?, key: String)
    /// A value is invalid, such as a number for a title or words for a price.
    case unreadable(item: Int?, key: String)
    /// The page of a record says that it is another one's.
    case otherRecord
    /// The response or a record has a different type than expected, such as a web page, or null among the records.
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

    /// Creates the error for the record at which `decoder` is positioned; `item` is its index.
    init(_ error: any Error, item: Int?, at decoder: any Decoder) {
        let found = JSONShape(of: decoder)
        guard found == .object else {
            self = .foreign(item: item, expected: .object, found: found)
            return
        }
        switch (error as? DecodingError).map(SectionBodyError.init) {
        case .missing(_, let key): self = .missing(item: item, key: key)
        case .unreadable(_, let key): self = .unreadable(item: item, key: key)
        // A decoder does not report the key of a number that is not an integer.
        default: self = .foreign(item: item, expected: .object, found: found)
        }
    }
}

extension [any CodingKey] {
    fileprivate var item: Int? { lazy.compactMap(\.intValue).first }
}
