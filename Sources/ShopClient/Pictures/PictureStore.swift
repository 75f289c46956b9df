import Foundation
import NIOConcurrencyHelpers
import Platform

/// A store of downloaded pictures on disk, limited to a number of bytes; the least recently used ones are evicted.
///
/// A file is named after the picture's own file name and a hash of its whole address, and contains the address: two
/// addresses that end alike never show each other's picture. Several programs may share the directory.
public final class PictureStore: Sendable {
    /// The default limit in bytes on disk.
    public static let standardLimit = 64 << 20
    /// The maximum size of a picture in bytes; a larger one is not stored.
    static let maxPictureSize = 10 << 20
    /// The assumed block size of the file system: the least that a file takes on disk.
    private static let block = 4_096

    private let directory: CacheDirectory
    private let limit: Int
    /// The number of bytes on disk; `nil` until the directory was read.
    private let used = NIOLockedValueBox<Int?>(nil)

    /// Creates a store in the directory at this path, which is created when the first picture is written.
    public init(directory: String, limit: Int = PictureStore.standardLimit) {
        self.directory = CacheDirectory(path: directory)
        self.limit = limit
    }

    /// Returns the store in the user's cache directory, or `nil` if the environment defines none.
    public static func standard(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> PictureStore? {
        BaseDirectory.cache.path(in: environment).map { PictureStore(directory: "\($0)/banchan/pictures") }
    }

    /// Returns the bytes of the picture at `address`, or `nil` if they are not stored. A damaged file is removed. Reads
    /// a file.
    public func picture(at address: String) -> Data? {
        let file = PictureStore.file(of: address)
        guard let data = directory.read(file, atMost: PictureStore.maxPictureSize + PictureRecord.maxHeadLength) else {
            return nil
        }
        guard let record = PictureRecord(data) else {
            remove(file)
            return nil
        }
        // Another address with the same hash was stored.
        guard record.address == address else { return nil }
        directory.touch(file)
        return record.bytes
    }

    /// Stores the bytes of the picture at `address`. A failure is returned and has no other effect.
    @discardableResult
    public func keep(_ bytes: Data, at address: String) -> DiskWriteResult {
        guard bytes.count <= min(PictureStore.maxPictureSize, limit) else { return .failed(EFBIG) }
        let head = PictureRecord(address: address, bytes: bytes).head
        guard head.count <= PictureRecord.maxHeadLength, !address.contains("\n") else { return .failed(ENAMETOOLONG) }
        let writing = directory.replace(PictureStore.file(of: address), sweeping: false) { file in
            try file.write(head)
            try file.write(bytes)
        }
        guard writing == .done else { return writing }
        if count(PictureStore.onDisk(head.count + bytes.count)) > limit { evict() }
        return .done
    }

    /// Removes the picture at `address`, because its bytes are not a picture.
    public func remove(at address: String) { remove(PictureStore.file(of: address)) }

    private func remove(_ file: String) {
        directory.remove(file)
        used.withLockedValue { $0 = nil }
    }

    /// Returns the number of bytes on disk after `bytes` more were written.
    private func count(_ bytes: Int) -> Int {
        let known = used.withLockedValue { used in
            used = used.map { $0 + bytes }
            return used
        }
        if let known { return known }
        directory.removeAbandoned()
        let found = directory.files().reduce(0) { $0 + PictureStore.onDisk($1.bytes) }
        used.withLockedValue { $0 = found }
        return found
    }

    /// Evicts the least recently used files until there is some room again. Reads the directory, since other programs
    /// may have written too.
    private func evict() {
        let files = directory.files()
        var total = files.reduce(0) { $0 + PictureStore.onDisk($1.bytes) }
        // Evicts a little more than necessary, so that the next picture does not do this again.
        let goal = total > limit ? limit - limit / 16 : limit
        for file in files.sorted(by: { $0.usedAt < $1.usedAt }) where total > goal {
            directory.remove(file.name)
            total -= PictureStore.onDisk(file.bytes)
        }
        used.withLockedValue { [total] in $0 = total }
    }

    private static func onDisk(_ bytes: Int) -> Int { (bytes + block - 1) / block * block }

    /// Returns the file name of a picture: `name.jpg.<hash of the address>`.
    static func file(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last.map(String.init) ?? "picture"
        return FileName.of(name) + "." + String(address.utf8.fnv1a, radix: 16)
    }
}

/// The format of a picture's file: three lines of text, then the picture's bytes.
private struct PictureRecord {
    /// The first line. A file with another one is of another format and not read.
    private static let format = "banchan picture 1"
    static let maxHeadLength = 8_192

    let address: String
    let bytes: Data

    init(address: String, bytes: Data) {
        self.address = address
        self.bytes = bytes
    }

    /// Parses a file. Returns `nil` if the file is incomplete, or of another format.
    init?(_ data: Data) {
        let newline = UInt8(ascii: "\n")
        let lines = data.prefix(PictureRecord.maxHeadLength).split(
            separator: newline, maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0].elementsEqual(PictureRecord.format.utf8) else { return nil }
        let bytes = data[lines[3].startIndex...]
        guard let count = Int(String(decoding: lines[2], as: UTF8.self)), bytes.count == count else { return nil }
        address = String(decoding: lines[1], as: UTF8.self)
        self.bytes = bytes
    }

    var head: Data { Data("\(PictureRecord.format)\n\(address)\n\(bytes.count)\n".utf8) }
}
