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
    /// How many of its rows are fetched, the first ones; `nil` if the server sends the section whole.
    var rowLimit: Int?
    /// Whether it is stored on disk for the next launch: only public sections are.
    var isKept: Bool { audience == .everybody }
    /// Decodes the rows of a server's answer in the charset that it declares.
    let decode: @Sendable (Data, _ charset: String?) throws(SectionBodyError) -> SectionRows
    /// Joins two consecutive pages of rows.
    let join: @Sendable (SectionRows, SectionRows) -> SectionRows
    /// Returns the number in a request for the page behind these rows; `nil` if there are none.
    let end: @Sendable (SectionRows) -> String?
    /// Decodes a snapshot file, or returns `nil` if it is invalid.
    let stored: @Sendable (Data) -> (SnapshotHeader, SectionRows)?
    /// Encodes a range of the rows as one JSON array.
    let encode: @Sendable (SectionRows, Range<Int>) throws -> Data

    /// Creates a section with rows of this type. If it has no heading, it shows its path. With `rowLimit`, the server
    /// sends it in pages, and only so many rows are fetched until more are asked for.
    public init<Row: SectionRow & Codable>(
        _ id: SectionID, _ heading: SectionHeading? = nil, for audience: Audience = .everybody,
        elsewhere address: URL? = nil, rowLimit: Int? = nil, rows kind: Row.Type
    ) {
        self.id = id
        self.rowLimit = rowLimit
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
        join = { $0.followed(by: $1, as: Row.self) }
        end = { rows in rows.array(of: Row.self).last.map { "\($0.id)" } }
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
