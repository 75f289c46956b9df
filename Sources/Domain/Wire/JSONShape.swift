import Foundation

/// The type of a JSON value, regardless of its contents.
public enum JSONShape: Hashable, Sendable {
    case object, list, text, number, boolean, null
    /// Not JSON but an HTML page.
    case page

    /// Detects the type of a response from its beginning. Returns `nil` if it is not JSON.
    init?(_ text: Data) {
        switch text.first(where: { !RepairedJSON.isSpace($0) }) {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .list
        case UInt8(ascii: "<"): self = .page
        default:
            guard let value = try? JSONDecoder().decode(AnyValue.self, from: text) else { return nil }
            self = value.shape
        }
    }

    /// Detects the type of the value at which `decoder` is positioned.
    init(of decoder: any Decoder) {
        if (try? decoder.unkeyedContainer()) != nil {
            self = .list
        } else if let value = try? decoder.singleValueContainer() {
            self = JSONShape(of: value)
        } else {
            self = .object
        }
    }

    private init(of value: any SingleValueDecodingContainer) {
        if value.decodeNil() {
            self = .null
        } else if (try? value.decode(String.self)) != nil {
            self = .text
        } else if (try? value.decode(Bool.self)) != nil {
            self = .boolean
        } else if (try? value.decode(Double.self)) != nil {
            self = .number
        } else {
            self = .object
        }
    }
}

private struct AnyValue: Decodable {
    let shape: JSONShape

    init(from decoder: any Decoder) throws { shape = JSONShape(of: decoder) }
}
