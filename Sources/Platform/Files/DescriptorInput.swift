import Glibc

public enum DescriptorInput {
    /// Reads until the end, or until there are `limit` bytes; a pipe delivers them in pieces. Returns `nil` if the system
    /// refuses; `errno` says why.
    public static func bytes(of descriptor: Int32, limit: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let more = bytes[count...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { return nil }
            if more == 0 { break }
            count += more
        }
        return Array(bytes[..<count])
    }
}
