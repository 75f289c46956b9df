import Hummingbird
import NIOCore

extension HTTPFields {
    /// What goes with content that may be kept but is to be asked for again each time.
    static func validated(by tag: EntityTag) -> HTTPFields {
        [.eTag: tag.text, .cacheControl: "no-cache"]
    }
}

extension Request {
    /// Whether the client has the content of that tag already.
    func knows(_ tag: EntityTag) -> Bool { headers[.ifNoneMatch].map(tag.isNamed) ?? false }
}
