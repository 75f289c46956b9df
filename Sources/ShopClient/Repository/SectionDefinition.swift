import Domain
import Foundation

/// The definition of a section by its counter: its identifier, heading and row type.
///
/// The repository uses it to decode and encode the rows, and knows nothing else of them.
public struct SectionDefinition: Sendable {
    /// The audience of a section; the shop is told who asks if it is not for everybody.
    public enum Audience: Sendable {
        case everybody, terminal, keeper
    }

    /// The identifier, which is also its path at the server unless `address` is set.
    public let id: SectionID
    /// The URL of a section that is not at the shop's server, and independent of it; otherwise `nil`.
    public let address: URL?
    public let heading: SectionHeading
    let audience: Audience
    /// Whether it is stored on disk for the next launch: only public sections are.
    var isKept: Bool { audience == .everybody }
    /// Decodes the rows of a server's answer in the charset that it declares.
    let decode: @Sendable (Data, _ charset: String?) throws(SectionBodyError) -> SectionRows
    /// Decodes a snapshot file, or returns `nil` if it is invalid.
    let stored: @Sendable (Data) -> (SnapshotHeader, SectionRows)?
    /// Encodes a range of the rows as one JSON array.
    let encode: @Sendable (SectionRows, Range<Int>) throws -> Data

    /// Creates a section with rows of this type. If it has no heading, it shows its path.
    public init<Row: SectionRow & Codable>(
        _ id: SectionID, _ heading: SectionHeading? = nil, for audience: Audience = .everybody,
        elsewhere address: URL? = nil, rows kind: Row.Type
    ) {
        self.id = id
        self.address = address
        self.audience = audience
        self.heading = heading ?? SectionHeading(title: id.path, subtitle: "")
        decode = { body, charset throws(SectionBodyError) in
            let rows = try SectionBody.read(body, as: Row.self, charset: charset)
            guard let address else { return rows }
            let moved = rows.array(of: Row.self).map { row in
                row.mappingImageAddress { SectionDefinition.image($0, of: address) }
            }
            return SectionRows(moved, leftOut: rows.leftOut)
        }
        stored = { file in
            let record = try? JSONDecoder().decode(SnapshotRecord<Row>.self, from: file)
            return record.map { ($0.header, SectionRows($0.rows)) }
        }
        encode = { rows, range in
            let all = rows.array(of: Row.self)
            return try JSONEncoder().encode(Array(all[range.clamped(to: all.indices)]))
        }
    }

    /// Resolves a picture address of a section that is elsewhere against the section's URL.
    private static func image(_ text: String, of address: URL) -> String {
        URL(string: text, relativeTo: address)?.absoluteString ?? ""
    }
}
