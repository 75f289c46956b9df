import Glibc
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOHTTP1

/// An identifier by which a request is found in the logs of all programs that it passes through.
struct RequestID: Sendable {
    static let field = "X-Request-Id"
    private static let longest = 64

    let text: String

    /// Takes the ID from `X-Request-Id` if that is short and contains only letters, digits and `-_.`; otherwise creates
    /// a new one.
    init(of fields: HTTPFields) { self.init(HTTPField.Name.requestID.flatMap { fields[$0] }) }

    init(of headers: HTTPHeaders) { self.init(headers.first(name: RequestID.field)) }

    private init(_ named: String?) { text = named.flatMap { RequestID.isHarmless($0) ? $0 : nil } ?? RequestID.new() }

    /// Returns 128 random bits in hexadecimal. Foundation's `UUID()` opens a file for its random bits, which took a
    /// tenth of a request's time.
    private static func new() -> String {
        let (high, low) = random.withLockedValue { random in
            if random.count < 2 { random = refilled() }
            return (random.removeLast(), random.removeLast())
        }
        return String(high, radix: 16) + String(low, radix: 16)
    }

    private static let random = NIOLockedValueBox<[UInt64]>([])

    /// Returns as many random bits as the system provides in one call.
    private static func refilled() -> [UInt64] {
        var bits = [UInt64](repeating: 0, count: 32)
        let isFilled = bits.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
        return isFilled ? bits : bits.map { _ in .random(in: 0...UInt64.max) }
    }

    private static func isHarmless(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                let character = Character(UnicodeScalar(byte))
                return byte < 0x80 && (character.isLetter || character.isNumber || "-_.".contains(character))
            }
    }
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name(RequestID.field)
}
