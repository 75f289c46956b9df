import Glibc

/// What the system says of the file at a path without opening it.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let inode: UInt
    /// Bytes.
    let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Throws `missing` where there is no such file.
    init(of path: String) throws(DatabaseFileError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .missing : .system(code: Int(errno))
        }
        (device, inode) = (UInt(facts.st_dev), UInt(facts.st_ino))
        size = Int(facts.st_size)
        (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
    }

    /// Whether both are of one file, whatever became of its content in between.
    func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }

    /// A number that no other file there has.
    var number: UInt { inode }
}
