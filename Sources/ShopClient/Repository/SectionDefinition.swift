import Domain
import Foundation

/// What a counter says of one of its sections: which it is, what stands at its head, and of what kind its rows are.
///
/// The repository asks it to read and write the rows, and knows nothing else of them.
public struct SectionDefinition: Sendable {
    /// For whom it is: the shop is told who asks where that matters.
    public enum Audience: Sendable {
        case everybody, terminal, keeper
    }

    /// Its path at the server, too, unless it is elsewhere.
    public let id: SectionID
    /// Where it is, if not at the shop's server: which has nothing to do with it then, nor it with the shop's.
    public let address: URL?
    public let heading: SectionHeading
    let audience: Audience
    /// Whether it is kept on disk for the next launch: only what everybody may see is.
    var isKept: Bool { audience == .everybody }
    /// The rows in a server's answer.
    let decode: @Sendable (Data) throws(SectionBodyError) -> SectionRows
    /// What a snapshot's file says; `nil` where that makes no sense.
    let stored: @Sendable (Data) -> (SnapshotHeader, SectionRows)?
    /// Those of the rows as one JSON array.
    let encode: @Sendable (SectionRows, Range<Int>) throws -> Data

    /// A section of rows of that kind. One without a heading shows its path.
    public init<Row: SectionRow & Codable>(
        _ id: SectionID, _ heading: SectionHeading? = nil, for audience: Audience = .everybody,
        elsewhere address: URL? = nil, rows kind: Row.Type
    ) {
        self.id = id
        self.address = address
        self.audience = audience
        self.heading = heading ?? SectionHeading(title: id.path, subtitle: "")
        decode = { body throws(SectionBodyError) in
            let rows = try SectionBody.read(body, as: Row.self)
            guard let address else { return rows }
            let moved = rows.array(of: Row.self).map { row in
                row.movingImage { SectionDefinition.image($0, of: address) }
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

    /// A picture of a section elsewhere is there, too.
    private static func image(_ text: String, of address: URL) -> String {
        URL(string: text, relativeTo: address)?.absoluteString ?? ""
    }
}
