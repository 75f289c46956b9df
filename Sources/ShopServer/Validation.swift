import Hummingbird
import NIOCore

extension HTTPFields {
    /// The fields of content that may be cached but has to be revalidated for each use.
    static func validated(by tag: EntityTag) -> HTTPFields {
        [.eTag: tag.text, .cacheControl: "no-cache"]
    }

    /// Whether the request's `If-None-Match` matches the tag, which means that the client already has the content.
    func knows(_ tag: EntityTag) -> Bool { self[.ifNoneMatch].map(tag.isNamed) ?? false }
}
