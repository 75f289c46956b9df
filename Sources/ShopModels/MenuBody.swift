import Foundation

/// The body of a section's answer: a bare array of dishes, or the same array wrapped in
/// `{"statusCode": 200, "body": [...]}` as a later server sends it.
public enum MenuBody {
    /// Dishes in `data`. Throws `MenuBodyError`.
    public static func decode(_ data: Data) throws(MenuBodyError) -> [Dish] {
        guard !data.isEmpty else { throw .empty }
        let text = RepairedJSON.repair(data)
        do {
            switch text.first(where: { !RepairedJSON.isSpace($0) }) {
            case UInt8(ascii: "["): return try JSONDecoder().decode([Dish].self, from: text)
            case UInt8(ascii: "{"): return try unwrap(JSONDecoder().decode(Wrapped.self, from: text))
            case nil: throw MenuBodyError.empty
            default: throw MenuBodyError.notJSON
            }
        } catch let error as MenuBodyError {
            throw error
        } catch let error as DecodingError {
            throw MenuBodyError(error)
        } catch {
            throw .notJSON
        }
    }

    private struct Wrapped: Decodable {
        let statusCode: Int?
        let body: [Dish]?
    }

    private static func unwrap(_ wrapped: Wrapped) throws -> [Dish] {
        if let status = wrapped.statusCode, !(200...299).contains(status) { throw MenuBodyError.refused(status) }
        guard let dishes = wrapped.body else { throw MenuBodyError.missing(item: nil, key: "body") }
        return dishes
    }
}

/// Why a section's body could not be read. Carries data only; the words are made where it is shown.
public enum MenuBodyError: Error, Hashable, Sendable {
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

    init(_ error: DecodingError) {
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

/// Bytes that a JSON decoder takes whatever a server did to the text inside strings.
enum RepairedJSON {
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// `data` as valid UTF-8 without a byte order mark, with halves of surrogate pairs replaced by U+FFFD. Data in
    /// order comes back as it is.
    static func repair(_ data: Data) -> Data {
        var bytes = data
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        if String(validating: bytes, as: UTF8.self) == nil { bytes = Data(String(decoding: bytes, as: UTF8.self).utf8) }
        return replaceLoneSurrogates(in: bytes)
    }

    private static func replaceLoneSurrogates(in data: Data) -> Data {
        guard data.range(of: Data("\\u".utf8)) != nil else { return data }
        var bytes = [UInt8](data)
        var index = 0
        while index + 1 < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let unit = escapedUnit(in: bytes, at: index) else {
                index += 2
                continue
            }
            switch unit {
            case 0xD800...0xDBFF:
                if let next = escapedUnit(in: bytes, at: index + 6), (0xDC00...0xDFFF).contains(next) {
                    index += 12
                    continue
                }
                bytes.replaceSubrange(index..<index + 6, with: "\\ufffd".utf8)
            case 0xDC00...0xDFFF: bytes.replaceSubrange(index..<index + 6, with: "\\ufffd".utf8)
            default: break
            }
            index += 6
        }
        return Data(bytes)
    }

    /// The code unit of an escape like `\uD83C` that begins at `index`; `nil` where there is none.
    private static func escapedUnit(in bytes: [UInt8], at index: Int) -> UInt32? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
    }
}
