import Hummingbird
import NIOCore

extension HTTPFields {
    /// What goes with content that may be kept but is to be asked for again each time.
    static func validated(by tag: EntityTag) -> HTTPFields {
        [.eTag: tag.text, .cacheControl: "no-cache"]
    }

    /// Whether the client that sends them has the content of that tag already.
    func knows(_ tag: EntityTag) -> Bool { self[.ifNoneMatch].map(tag.isNamed) ?? false }
}
