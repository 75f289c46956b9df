import Foundation

/// A time encoded as ISO 8601 in whole seconds.
@propertyWrapper public struct WireTime: Hashable, Sendable, Codable {
    public let wrappedValue: Date

    public init(wrappedValue: Date) { self.wrappedValue = wrappedValue }

    /// Throws `DecodingError` if the text is not an ISO 8601 time.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        guard let time = Date(wireText: text) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "not a time")
        }
        wrappedValue = time
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(wrappedValue.formatted(.iso8601))
    }
}

extension Date {
    /// Parses a time in ISO 8601 in whole seconds. Returns `nil` for anything else, and for a time that no clock shows,
    /// such as 25:00 or 30 February: Foundation would take it for one of the next day or month.
    init?(wireText text: String) {
        let shown = String(text.prefix("2026-11-29T12:00:00".count))
        guard let time = try? Date(text, strategy: .iso8601), let clock = try? Date(shown + "Z", strategy: .iso8601),
            clock.formatted(.iso8601) == shown + "Z"
        else { return nil }
        self = time
    }
}

/// An amount of money from another program: decoding refuses one below 0 or above a billion won, so that sums stay far
/// from overflow.
@propertyWrapper public struct WireWon: Hashable, Sendable, Codable {
    public var wrappedValue: Won

    public init(wrappedValue: Won) { self.wrappedValue = wrappedValue }

    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let amount = try value.decode(Int.self)
        guard WireBounds.won.contains(amount) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "out of bounds")
        }
        wrappedValue = Won(amount)
    }

    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
