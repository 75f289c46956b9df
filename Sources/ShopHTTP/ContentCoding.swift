import Domain
import TerminalText

/// How the body of a response is encoded, according to its `Content-Encoding`.
enum ContentCoding: Hashable {
    case identity
    /// Compressed as gzip or deflate; the name is the server's.
    case compressed(PlainText)
    /// Something that this client does not read.
    case unknown(PlainText)

    /// Values that servers send for a body that is not encoded at all.
    private static let plainNames: Set = ["", "identity", "none", "utf-8", "utf8"]
    private static let compressions: Set = ["gzip", "x-gzip", "deflate", "x-deflate"]
    private static let maxNameLength = 40

    init(_ field: String?) {
        let names = (field ?? "").split(separator: ",").map { $0.trimmed(where: \.isBlank).lowercased() }
        let codings = names.filter { !ContentCoding.plainNames.contains($0) }
        let name = PlainText(codings.joined(separator: ", "), limit: ContentCoding.maxNameLength)
        switch codings.count {
        case 0: self = .identity
        case 1 where ContentCoding.compressions.contains(codings[0]): self = .compressed(name)
        default: self = .unknown(name)
        }
    }
}
