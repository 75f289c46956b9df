import Hummingbird
import NIOCore
import NIOHTTP1

extension HTTPFields {
    /// The fields of content that may be cached but has to be revalidated for each use.
    static func validated(by tag: EntityTag) -> HTTPFields {
        [.eTag: tag.text, .cacheControl: "no-cache"]
    }

    /// Whether the request's `If-None-Match` matches the tag, which means that the client already has the content.
    func knows(_ tag: EntityTag) -> Bool { ContentConditions(self).know(tag) }
}

/// The fields of a request that decide in which form the content is sent.
struct ContentConditions {
    private let ifNoneMatch: String?
    private let acceptEncoding: String?

    init(_ fields: HTTPFields) { (ifNoneMatch, acceptEncoding) = (fields[.ifNoneMatch], fields[.acceptEncoding]) }

    init(_ headers: HTTPHeaders) {
        (ifNoneMatch, acceptEncoding) = (headers.combined("If-None-Match"), headers.combined("Accept-Encoding"))
    }

    /// Whether the client already has the content with that tag.
    func know(_ tag: EntityTag) -> Bool { ifNoneMatch.map(tag.isNamed) ?? false }

    var takeGzip: Bool { AcceptEncoding(acceptEncoding).takesGzip }
}

extension HTTPHeaders {
    /// Returns the values of all fields with that name as one list (RFC 9110, 5.3); `nil` without such a field.
    fileprivate func combined(_ name: String) -> String? {
        let values = self[name]
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
