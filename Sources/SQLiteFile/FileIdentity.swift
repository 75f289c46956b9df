import Glibc

/// The metadata of the file at a path, read without opening it.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let inode: UInt
    /// The size in bytes.
    let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Throws `missing` if there is no such file.
    init(of path: String) throws(DatabaseFileError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .missing : .system(code: Int(errno))
        }
        (device, inode) = (UInt(facts.st_dev), UInt(facts.st_ino))
        size = Int(facts.st_size)
        (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
    }

    /// Whether both identify the same file, whether or not its contents changed.
    func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }

    /// The inode number, which is unique in its file system.
    var number: UInt { inode }
}
