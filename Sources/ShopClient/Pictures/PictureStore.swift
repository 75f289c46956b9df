import Foundation
import NIOConcurrencyHelpers
import Platform

/// Pictures as they were downloaded, on disk, up to a number of bytes; beyond it those go that were not used for
/// longest.
///
/// A file is named after the picture's own file name, with a number made of its whole address behind it, and has the
/// address inside: two addresses that end alike never show each other's picture. Several programs may share the
/// directory.
public final class PictureStore: Sendable {
    /// Bytes on disk that pictures may take.
    public static let standardLimit = 64 << 20
    /// A picture that is larger than this is not kept.
    static let largestPicture = 10 << 20
    /// What a file takes on disk at least.
    private static let block = 4_096

    private let directory: CacheDirectory
    private let limit: Int
    /// Bytes on disk; `nil` until somebody looked.
    private let used = NIOLockedValueBox<Int?>(nil)

    /// Keeps pictures in `directory`, which is made when the first one is written.
    public init(directory: URL, limit: Int = PictureStore.standardLimit) {
        self.directory = CacheDirectory(path: directory.path)
        self.limit = limit
    }

    /// The store below the user's cache directory; `nil` where the environment names none.
    public static func standard(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> PictureStore? {
        guard let cache = BaseDirectory.cache.url(in: environment) else { return nil }
        return PictureStore(directory: cache.appending(path: "banchan").appending(path: "pictures"))
    }

    /// The bytes of the picture at `address`; `nil` when they are not there. What is there but broken is removed.
    /// Reads a file.
    public func picture(at address: String) -> Data? {
        let file = PictureStore.file(of: address)
        guard let data = directory.read(file, atMost: PictureStore.largestPicture + PictureRecord.longestHead) else {
            return nil
        }
        guard let record = PictureRecord(data) else {
            remove(file)
            return nil
        }
        // Another address whose number is the same: it was there first.
        guard record.address == address else { return nil }
        directory.touch(file)
        return record.bytes
    }

    /// Keeps the bytes of the picture at `address`. What could not be written is reported, and nothing else suffers.
    @discardableResult
    public func keep(_ bytes: Data, at address: String) -> SnapshotWriting {
        guard bytes.count <= min(PictureStore.largestPicture, limit) else { return .failed(EFBIG) }
        let head = PictureRecord(address: address, bytes: bytes).head
        guard head.count <= PictureRecord.longestHead, !address.contains("\n") else { return .failed(ENAMETOOLONG) }
        let writing = directory.replace(PictureStore.file(of: address), sweeping: false) { file in
            try file.write(head)
            try file.write(bytes)
        }
        guard writing == .done else { return writing }
        if count(PictureStore.onDisk(head.count + bytes.count)) > limit { evict() }
        return .done
    }

    /// Forgets the picture at `address`, because it turned out to be none.
    public func remove(at address: String) { remove(PictureStore.file(of: address)) }

    private func remove(_ file: String) {
        directory.remove(file)
        used.withLockedValue { $0 = nil }
    }

    /// Bytes on disk now that `bytes` more were written.
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

    /// Removes those that were not used for longest, until there is some room again. Looks at the directory, since
    /// other programs may have written too.
    private func evict() {
        let files = directory.files()
        var total = files.reduce(0) { $0 + PictureStore.onDisk($1.bytes) }
        // Somewhat further than necessary, so that the next picture does not do this again.
        let goal = total > limit ? limit - limit / 16 : limit
        for file in files.sorted(by: { $0.usedAt < $1.usedAt }) where total > goal {
            directory.remove(file.name)
            total -= PictureStore.onDisk(file.bytes)
        }
        used.withLockedValue { [total] in $0 = total }
    }

    private static func onDisk(_ bytes: Int) -> Int { (bytes + block - 1) / block * block }

    /// `name.jpg.<number of the address>`
    static func file(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last.map(String.init) ?? "picture"
        return FileName.of(name) + "." + String(FileName.hash(address), radix: 16)
    }
}

/// A picture's file: two lines, and the picture's bytes.
private struct PictureRecord {
    /// Another first line is another format: such a file is not read.
    private static let format = "banchan picture 1"
    static let longestHead = 8_192

    let address: String
    let bytes: Data

    init(address: String, bytes: Data) {
        self.address = address
        self.bytes = bytes
    }

    /// `nil` when the file is not whole, or not of this format.
    init?(_ data: Data) {
        let newline = UInt8(ascii: "\n")
        let lines = data.prefix(PictureRecord.longestHead).split(
            separator: newline, maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0].elementsEqual(PictureRecord.format.utf8) else { return nil }
        let bytes = data[lines[3].startIndex...]
        guard let count = Int(String(decoding: lines[2], as: UTF8.self)), bytes.count == count else { return nil }
        address = String(decoding: lines[1], as: UTF8.self)
        self.bytes = bytes
    }

    var head: Data { Data("\(PictureRecord.format)\n\(address)\n\(bytes.count)\n".utf8) }
}
