import Foundation

/// The body of a section's answer: a bare array of rows, or the same array wrapped in
/// `{"statusCode": 200, "body": [...]}` as a later server sends it.
public enum SectionBody {
    /// The rows in `data`. Throws `SectionBodyError`.
    public static func decode<Row: Decodable>(
        _ data: Data, as row: Row.Type = Row.self
    ) throws(SectionBodyError) -> [Row] {
        guard !data.isEmpty else { throw .empty }
        let text = RepairedJSON.repair(data)
        do {
            switch text.first(where: { !RepairedJSON.isSpace($0) }) {
            case UInt8(ascii: "["): return try JSONDecoder().decode([Row].self, from: text)
            case UInt8(ascii: "{"): return try JSONDecoder().decode(WrappedRows<Row>.self, from: text).body
            case nil: throw SectionBodyError.empty
            default: throw SectionBodyError.notJSON
            }
        } catch let error as SectionBodyError {
            throw error
        } catch let error as DecodingError {
            throw SectionBodyError(error)
        } catch {
            throw .notJSON
        }
    }
}

private struct WrappedRows<Row: Decodable>: Decodable {
    let body: [Row]

    private enum CodingKeys: String, CodingKey { case statusCode, body }

    /// The status is looked at first: a refusal's body is a sentence, or nothing.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let status = try values.decodeIfPresent(Int.self, forKey: .statusCode), !(200...299).contains(status) {
            throw SectionBodyError.refused(status)
        }
        body = try values.decode([Row].self, forKey: .body)
    }
}

/// Why a section's body, or a file of the shop's data, could not be read. Carries data only; the words are made where it is shown.
public enum SectionBodyError: Error, Hashable, Sendable {
    /// No bytes, or only white space.
    case empty
    /// Not JSON, such as a web page or unquoted keys.
    case notJSON
    /// The wrapper's own status says that something is wrong.
    case refused(Int)
    /// A required key is absent in the item at that position, counted from 0; `nil` for the wrapper itself.
    case missing(item: Int?, key: String)
    /// A value is not what it should be, such as a number for a title or words for a price.
    case unreadable(item: Int?, key: String)

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
}

extension [any CodingKey] {
    fileprivate var item: Int? { lazy.compactMap(\.intValue).first }
}
