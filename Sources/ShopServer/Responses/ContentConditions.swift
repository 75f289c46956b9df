import Domain
import Hummingbird
import NIOHTTP1
import Platform

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

/// The encodings that a client accepts, from its `Accept-Encoding` field (RFC 9110, 12.5.3).
struct AcceptEncoding {
    private var gzip: Double?
    private var identity: Double?
    private var others: Double?

    /// Parses the field's value; `nil` if the request has no such field.
    init(_ field: String?) {
        for entry in (field ?? "").split(separator: ",") {
            let parts = entry.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
            let weight = AcceptEncoding.weight(in: parts.dropFirst())
            switch parts.first?.lowercased() {
            case "gzip", "x-gzip": gzip = weight
            case "identity": identity = weight
            case "*": others = weight
            default: break
            }
        }
    }

    /// Whether the client accepts gzip and does not prefer an uncompressed body.
    var takesGzip: Bool {
        guard let weight = gzip ?? others, weight > 0 else { return false }
        return weight >= identity ?? 0
    }

    /// Returns the `q` value among an entry's parameters: from 0, not acceptable, to 1, which is also the default. An
    /// invalid value counts as 0, because an uncompressed body is always safe.
    private static func weight(in parameters: ArraySlice<Substring>) -> Double {
        for parameter in parameters where parameter.lowercased().hasPrefix("q=") {
            guard let weight = Double(parameter.dropFirst(2).trimmed), (0...1).contains(weight) else { return 0 }
            return weight
        }
        return 1
    }
}

/// A weak entity tag (RFC 9110, 8.8.3): equal tags mean the same content, whether or not it is compressed.
struct EntityTag: Hashable, Sendable {
    let opaque: String
    /// The tag as it is written in the `ETag` field.
    let text: String

    /// Computes the tag of `content`. The same bytes have the same tag in every run and on every machine.
    init(of content: some Sequence<UInt8>) {
        opaque = String(content.fnv1a, radix: 16)
        text = "W/\"\(opaque)\""
    }

    /// Whether `field`, the value of `If-None-Match`, matches this tag, either as `*` or as a list that is compared
    /// weakly. Of a malformed list, the readable beginning counts.
    func isNamed(in field: String) -> Bool {
        // Fast path: nearly every client sends exactly one tag.
        if field == text { return true }
        var rest = field[...].trimmed
        if rest == "*" { return true }
        while let tag = EntityTag.removeOpaque(from: &rest) {
            if tag == opaque { return true }
        }
        return false
    }

    /// Removes the first tag from the list and returns its opaque part. Returns `nil` if no tag follows.
    private static func removeOpaque(from list: inout Substring) -> Substring? {
        list = list.drop { $0 == "," || $0.isBlank }
        if list.hasPrefix("W/") { list = list.dropFirst(2) }
        guard list.first == "\"" else { return nil }
        let content = list.dropFirst()
        guard let end = content.firstIndex(of: "\"") else { return nil }
        list = content[content.index(after: end)...]
        return content[..<end]
    }
}

extension Substring {
    /// The text without the white space that is allowed around the value of an HTTP field (RFC 9110, 5.6.3).
    var trimmed: Substring { trimmed(where: \.isBlank) }
}
