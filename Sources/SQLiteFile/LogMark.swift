import GRDB

/// What a write-ahead log holds at two places, by which one knows that nothing was cut off it:
/// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
struct LogMark: Hashable, Sendable {
    private static let headerLength = 32
    private static let frameHeaderLength = 24
    private static let magic: [UInt8] = [0x37, 0x7F, 0x06]
    private static let attempts = 3

    private var header: [UInt8]
    /// Where the header of a frame is, and what it says.
    private var frame: Frame?

    private struct Frame: Hashable {
        let offset: Int
        let header: [UInt8]
    }

    /// The mark of the log that the connection has open; `nil` where that is empty or was never one. Throws `logLost`
    /// where another one is at `path`.
    init?(_ db: Database, path: String) throws(DatabaseFileError) {
        var attempts = LogMark.attempts
        while true {
            guard let header = OpenFile.log.bytes(LogMark.headerLength, of: db), header.starts(with: LogMark.magic)
            else { return nil }
            self.header = header
            if isBeginning(ofFileAt: path) { return }
            // Another program that empties the log, or begins it anew, between the two looks has lost nothing.
            attempts -= 1
            guard attempts > 0, OpenFile.log.bytes(LogMark.headerLength, of: db) != header else { throw .logLost }
        }
    }

    /// Whether the log that the connection has open still holds it; `nil` once a new log was begun in the file.
    func isKept(_ db: Database) -> Bool? {
        guard OpenFile.log.bytes(LogMark.headerLength, of: db) == header else { return nil }
        guard let frame else { return true }
        return OpenFile.log.bytes(LogMark.frameHeaderLength, at: frame.offset, of: db) == frame.header
    }

    /// Whether the log at `path` begins as this one did.
    func isBeginning(ofFileAt path: String) -> Bool { OpenFile.bytes(LogMark.headerLength, ofFileAt: path) == header }

    /// Marks frame `number`, counting from 1, as well.
    mutating func mark(frame number: Int, pageSize: Int, _ db: Database) {
        let offset = LogMark.headerLength + (number - 1) * (LogMark.frameHeaderLength + pageSize)
        let found = OpenFile.log.bytes(LogMark.frameHeaderLength, at: offset, of: db)
        // One of an earlier log in the same file has other salts.
        guard let found, found[8..<16] == header[16..<24] else { return }
        frame = Frame(offset: offset, header: found)
    }
}
