import HTTPTypes
import Hummingbird

/// By what a request is found in the logs of all programs that it goes through.
struct RequestID: Sendable {
    private static let longest = 64

    let text: String

    /// The one that the client names in `X-Request-Id`, where that is short and harmless; else a new one.
    init(of fields: HTTPFields) {
        let named = HTTPField.Name.requestID.flatMap { fields[$0] }
        text = named.flatMap { RequestID.isHarmless($0) ? $0 : nil } ?? RequestID.new()
    }

    /// 128 random bits. Foundation's `UUID()` opens a file for them, which took a tenth of a request.
    private static func new() -> String {
        [UInt64.random(in: 0...UInt64.max), .random(in: 0...UInt64.max)].map { String($0, radix: 16) }.joined()
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
    static let requestID = HTTPField.Name("X-Request-Id")
}
