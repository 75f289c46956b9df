/// The beginning of a database's file: https://www.sqlite.org/fileformat2.html#the_database_header
struct DatabaseHeader: Hashable, Sendable {
    static let length = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    /// Bytes of a page.
    let pageSize: Int
    private let pageCount: Int
    /// Grows with every change of the first page.
    private let changes: UInt32
    private let applicationID: UInt32

    /// `nil` where the bytes are none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= DatabaseHeader.length, bytes.starts(with: DatabaseHeader.magic) else { return nil }
        func number(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        // The largest size does not fit in its two bytes.
        pageSize = size == 1 ? 65_536 : size
        changes = number(at: 24)
        pageCount = Int(number(at: 28))
        applicationID = number(at: 68)
    }

    /// Bytes that the file must have.
    var fileSize: Int { pageCount * pageSize }

    /// Whether a database that had the header `earlier` may have this one now: its changes are only ever counted up, and
    /// a copy of earlier days has fewer of them.
    func mayFollow(_ earlier: DatabaseHeader) -> Bool {
        // A new one is given its application while others have it open already.
        let isOfSame = applicationID == earlier.applicationID || earlier.applicationID == 0
        return pageSize == earlier.pageSize && isOfSame && Int32(bitPattern: changes &- earlier.changes) >= 0
    }
}
