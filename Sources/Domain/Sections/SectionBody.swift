import Foundation

/// The body of a section's response: a bare array of records, the array wrapped in `{"statusCode": 200, "body": [...]}`
/// as a later server sends it, or a page of a longer list, `{"orders": [...], "count": 1234}`.
public enum SectionBody {
    /// Decodes all records of UTF-8 text strictly: every one has to be valid. Throws `SectionBodyError`.
    public static func decode<Row: Decodable>(
        _ data: Data, as row: Row.Type = Row.self
    ) throws(SectionBodyError) -> [Row] {
        var rows: [Row] = []
        for record in try records(of: data, as: row, JSONDecoder()).all { rows.append(try record.outcome.get()) }
        return rows
    }

    /// Decodes a response from another program in the charset that it declares, leaving out records that lack essential
    /// values and collecting the reasons. Throws `SectionBodyError`, also if there are records and none can be read.
    public static func read<Row: SectionRow & Decodable>(
        _ data: Data, as row: Row.Type, charset: String? = nil
    ) throws(SectionBodyError) -> SectionRows {
        guard !data.isEmpty else { throw .empty }
        let text = try RepairedJSON.read(data, charset: charset)
        var (rows, leftOut): ([Row], SkippedRecords) = ([], SkippedRecords())
        let records = try records(of: text, as: row, .lenient)
        for record in records.all {
            do throws(SectionBodyError) {
                rows.append(try record.outcome.get())
            } catch {
                leftOut.add(error)
            }
        }
        if rows.isEmpty, let reason = leftOut.reasons.first { throw reason }
        return SectionRows(rows, leftOut: leftOut, unfetched: max(0, (records.count ?? 0) - records.all.count))
    }

    private static func records<Row: Decodable>(
        of text: Data, as row: Row.Type, _ decoder: JSONDecoder
    ) throws(SectionBodyError) -> Records<Row> {
        guard text.contains(where: { !RepairedJSON.isSpace($0) }) else { throw .empty }
        do {
            switch JSONShape(text) {
            case .list: return Records(all: try decoder.decode([Record<Row>].self, from: text))
            case .object: return try decoder.decode(WrappedRecords<Row>.self, from: text).records
            case let found?: throw SectionBodyError.foreign(item: nil, expected: .list, found: found)
            case nil: throw SectionBodyError.notJSON
            }
        } catch let error as SectionBodyError {
            throw error
        } catch let error as DecodingError {
            throw SectionBodyError(error)
        } catch {
            throw .notJSON
        }
    }
}

/// A record of a list, or the reason why it could not be read.
private struct Record<Row: Decodable>: Decodable {
    let outcome: Result<Row, SectionBodyError>

    init(from decoder: any Decoder) throws {
        outcome = Result { () throws(SectionBodyError) in
            do {
                return try Row(from: decoder)
            } catch {
                throw SectionBodyError(error, item: decoder.codingPath.last?.intValue, at: decoder)
            }
        }
    }
}

/// The records of a response, and the number of all records of the list if the response is a page of it.
private struct Records<Row: Decodable> {
    let all: [Record<Row>]
    var count: Int?
}

private struct WrappedRecords<Row: Decodable>: Decodable {
    let records: Records<Row>

    private enum CodingKeys: String, CodingKey { case statusCode, body, orders, count }

    /// Checks the status first, because the body of an error is a sentence or absent.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let status = try values.decodeIfPresent(Int.self, forKey: .statusCode), !(200...299).contains(status) {
            throw SectionBodyError.refused(status)
        }
        if values.contains(.orders) {
            records = Records(
                all: try values.decode([Record<Row>].self, forKey: .orders),
                count: try values.decode(Int.self, forKey: .count))
            return
        }
        guard values.contains(.body) else {
            throw DecodingError.keyNotFound(
                CodingKeys.body, .init(codingPath: values.codingPath, debugDescription: "no body"))
        }
        let found = JSONShape(of: try values.superDecoder(forKey: .body))
        guard found == .list else { throw SectionBodyError.foreign(item: nil, expected: .list, found: found) }
        records = Records(all: try values.decode([Record<Row>].self, forKey: .body))
    }
}

/// The records of a response that could not be read.
public struct SkippedRecords: Hashable, Sendable {
    public private(set) var count = 0
    /// The reasons for the first 100 (`maxReasons`) of them; each contains the record's index.
    public private(set) var reasons: [SectionBodyError] = []

    private static let maxReasons = 100

    public init() {}

    mutating func add(_ reason: SectionBodyError) {
        count += 1
        if reasons.count < SkippedRecords.maxReasons { reasons.append(reason) }
    }

    /// Returns these records and those of another response.
    func joined(with other: SkippedRecords) -> SkippedRecords {
        var all = self
        all.count += other.count
        all.reasons = Array((reasons + other.reasons).prefix(SkippedRecords.maxReasons))
        return all
    }
}
