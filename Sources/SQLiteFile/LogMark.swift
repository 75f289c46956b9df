import GRDB

/// The bytes of a write-ahead log at two places, which show whether it was shortened or replaced:
/// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
struct LogMark: Hashable, Sendable {
    private static let headerLength = 32
    private static let frameHeaderLength = 24
    private static let magic: [UInt8] = [0x37, 0x7F, 0x06]
    private static let attempts = 3

    private var header: [UInt8]
    /// The position and contents of a frame's header.
    private var frame: Frame?

    private struct Frame: Hashable {
        let offset: Int
        let header: [UInt8]
    }

    /// Reads the mark of the log that the connection has open. Returns `nil` if that log is empty or is not a log.
    /// Throws `logLost` if another log is at `path`.
    init?(_ db: Database, path: String) throws(DatabaseFileError) {
        var attempts = LogMark.attempts
        while true {
            guard let header = OpenFile.log.bytes(LogMark.headerLength, of: db), header.starts(with: LogMark.magic)
            else { return nil }
            self.header = header
            if isBeginning(ofFileAt: path) { return }
            // No data is lost if another program empties or restarts the log between the two reads.
            attempts -= 1
            guard attempts > 0, OpenFile.log.bytes(LogMark.headerLength, of: db) != header else { throw .logLost }
        }
    }

    /// Whether the log that the connection has open still contains the mark; `nil` once a new log was begun in the
    /// file.
    func isKept(_ db: Database) -> Bool? {
        guard OpenFile.log.bytes(LogMark.headerLength, of: db) == header else { return nil }
        guard let frame else { return true }
        return OpenFile.log.bytes(LogMark.frameHeaderLength, at: frame.offset, of: db) == frame.header
    }

    /// Whether the log at `path` has the same header as this one.
    func isBeginning(ofFileAt path: String) -> Bool { OpenFile.bytes(LogMark.headerLength, ofFileAt: path) == header }

    /// Adds frame `number`, counting from 1, to the mark.
    mutating func mark(frame number: Int, pageSize: Int, _ db: Database) {
        let offset = LogMark.headerLength + (number - 1) * (LogMark.frameHeaderLength + pageSize)
        let found = OpenFile.log.bytes(LogMark.frameHeaderLength, at: offset, of: db)
        // A frame of an earlier log in the same file has other salts.
        guard let found, found[8..<16] == header[16..<24] else { return }
        frame = Frame(offset: offset, header: found)
    }
}
