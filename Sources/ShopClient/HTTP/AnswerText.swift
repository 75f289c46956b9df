import Domain
import Foundation
import ShopHTTP

extension HTTPAnswer {
    /// The charset that the `Content-Type` declares; `nil` if it declares none.
    public var charset: String? {
        let parameters = header("Content-Type")?.split(separator: ";").dropFirst() ?? []
        let value = parameters.lazy.map { $0.trimmed(where: \.isBlank) }
            .first { $0.lowercased().hasPrefix("charset=") }?.dropFirst("charset=".count)
        return value.map { $0.trimmed { $0 == "\"" || $0 == "'" || $0.isBlank } }.flatMap {
            $0.isEmpty ? nil : String($0)
        }
    }

    /// Returns the body as JSON text in UTF-8. Throws `.charset` if it is not text.
    public func json() throws(SectionBodyError) -> Data { try RepairedJSON.read(body, charset: charset) }
}
