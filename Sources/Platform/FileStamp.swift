import Glibc

/// What the system says of a file without reading it: equal stamps stand for the same content.
///
/// Looked up here, where nothing of the network is known: beside its modules the compiler cannot tell whose `stat` is
/// meant.
public struct FileStamp: Hashable, Sendable {
    public let inode: UInt
    /// Bytes.
    public let size: Int
    public let seconds: Int
    public let nanoseconds: Int
    /// Whether it is neither a directory nor a device nor a pipe.
    public let isPlain: Bool

    /// `nil` where there is no such file.
    public init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        self.init(facts)
    }

    /// Of the file that is open there; `nil` where none is.
    public init?(of descriptor: Int32) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return nil }
        self.init(facts)
    }

    private init(_ facts: stat) {
        (inode, size) = (facts.st_ino, Int(facts.st_size))
        (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
        isPlain = facts.st_mode & S_IFMT == S_IFREG
    }
}
