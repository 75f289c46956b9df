import Foundation

/// A JSON value of any type, for changing some values of a file and keeping all others, known or not.
enum JSONValue: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Decimal)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// The items of a list; `nil` for any other value.
    var items: [JSONValue]? {
        guard case .list(let items) = self else { return nil }
        return items
    }

    /// The value of that key of an object; `nil` without it. Setting it has no effect on any other value.
    subscript(key: String) -> JSONValue? {
        get {
            guard case .object(let members) = self else { return nil }
            return members[key]
        }
        set {
            guard case .object(var members) = self else { return }
            members[key] = newValue
            self = .object(members)
        }
    }
}

extension JSONValue: Codable {
    /// Never fails for JSON text: a malformed number, which other decoders do not look at either, becomes `null`.
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let items = try? value.decode([JSONValue].self) {
            self = .list(items)
        } else if let members = try? value.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else {
            self = (try? value.decode(Decimal.self)).map { .number($0) } ?? .null
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .number(let double): try value.encode(double)
        case .text(let text): try value.encode(text)
        case .list(let items): try value.encode(items)
        case .object(let members): try value.encode(members)
        }
    }
}
