/// The header of a database file: https://www.sqlite.org/fileformat2.html#the_database_header
struct DatabaseHeader: Hashable, Sendable {
    static let length = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    /// The size of a page in bytes.
    let pageSize: Int
    private let pageCount: Int
    /// The file change counter: incremented with every change of the first page.
    private let changes: UInt32
    private let applicationID: UInt32

    /// Returns `nil` if the bytes are not a database header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= DatabaseHeader.length, bytes.starts(with: DatabaseHeader.magic) else { return nil }
        func number(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        // The largest page size, 65 536, does not fit in the two bytes and is stored as 1.
        pageSize = size == 1 ? 65_536 : size
        changes = number(at: 24)
        pageCount = Int(number(at: 28))
        applicationID = number(at: 68)
    }

    /// The number of bytes that the file must have according to its header.
    var fileSize: Int { pageCount * pageSize }

    /// Whether a database that had the header `earlier` can have this one now: the change counter only ever grows, and
    /// an older copy has a smaller one.
    func canSucceed(_ earlier: DatabaseHeader) -> Bool {
        // A new database gets its application ID while others already have it open.
        let isOfSame = applicationID == earlier.applicationID || earlier.applicationID == 0
        return pageSize == earlier.pageSize && isOfSame && Int32(bitPattern: changes &- earlier.changes) >= 0
    }
}
