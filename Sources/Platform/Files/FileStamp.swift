import Glibc

/// The metadata of a file that shows whether its contents changed: equal stamps mean the same contents.
///
/// Defined in this module, which imports no networking module: next to those the compiler cannot tell which `stat` is
/// meant.
public struct FileStamp: Hashable, Sendable {
    public let inode: UInt
    /// The size in bytes.
    public let size: Int
    public let seconds: Int
    public let nanoseconds: Int
    /// Whether it is a regular file.
    public let isPlain: Bool
    /// Whether it is a character device, such as a printer's.
    public let isCharacterDevice: Bool

    /// Returns `nil` if there is no such file.
    public init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        self.init(facts)
    }

    /// Reads the stamp of an open file. Returns `nil` if the descriptor is not open.
    public init?(of descriptor: Int32) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return nil }
        self.init(facts)
    }

    private init(_ facts: stat) {
        (inode, size) = (facts.st_ino, Int(facts.st_size))
        (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
        let kind = facts.st_mode & S_IFMT
        (isPlain, isCharacterDevice) = (kind == S_IFREG, kind == S_IFCHR)
    }
}
