import Foundation
import Glibc
import Hummingbird
import NIOCore
import Pictures
import Platform

final class PictureFile: Sendable {
    let tag: EntityTag
    let size: Int
    /// The media type, derived from the content.
    let contentType: String
    private let descriptor: Int32

    /// Opens the file of that name in `directory`, whose path ends with a slash. Returns `nil` if there is no such
    /// regular file, or if it is a link that leads out of the directory. Throws `Refusal` if the system cannot open it
    /// now.
    init?(opening name: String, in directory: String) throws(Refusal) {
        guard let descriptor = try PictureFile.open(name, in: directory) else { return nil }
        self.descriptor = descriptor
        let stamp = FileStamp(of: descriptor)
        size = stamp?.size ?? 0
        // Computed from the file's metadata, so that checking for changes does not read the file.
        let version = [Int(stamp?.inode ?? 0), size, stamp?.seconds ?? 0, stamp?.nanoseconds ?? 0]
        tag = EntityTag(of: version.map(String.init).joined(separator: "-").utf8)
        contentType = PictureFile.mediaType(of: descriptor)
        guard stamp?.isPlain == true else { return nil }
    }

    deinit { close(descriptor) }

    private static func open(_ name: String, in directory: String) throws(Refusal) -> Int32? {
        // Non-blocking, because opening a pipe in its place would wait for a writer.
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
        var descriptor = Glibc.open(directory + name, flags | O_NOFOLLOW)
        let isLink = descriptor < 0 && errno == ELOOP
        if isLink { descriptor = Glibc.open(directory + name, flags) }
        guard descriptor >= 0 else {
            if let refusal = refusal(of: errno) { throw refusal }
            return nil
        }
        guard !isLink || isInside(directory, descriptor) else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Returns the refusal if the system ran out of descriptors or memory, in which case the file may well exist.
    /// Returns `nil` for any other `errno`.
    static func refusal(of number: Int32) -> Refusal? {
        [EMFILE, ENFILE, ENOMEM].contains(number) ? .noDescriptors : nil
    }

    private static func isInside(_ directory: String, _ descriptor: Int32) -> Bool {
        guard let root = realpath(directory, nil) else { return false }
        defer { free(root) }
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &path, path.count - 1)
        guard count > 0 else { return false }
        return String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
            .hasPrefix(String(cString: root) + "/")
    }

    private static func mediaType(of descriptor: Int32) -> String {
        let head = Data(read(descriptor, from: 0, count: PictureFormat.headLength))
        return PictureFormat(head)?.mediaType
            ?? (head.starts(with: "GIF8".utf8) ? "image/gif" : "application/octet-stream")
    }

    /// Returns at most `count` bytes starting at `offset`. Returns an empty array at the end of the file or if reading
    /// fails.
    func read(from offset: Int, count: Int) -> [UInt8] { PictureFile.read(descriptor, from: offset, count: count) }

    private static func read(_ descriptor: Int32, from offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }
}

extension PictureFile {
    /// The number of bytes that are read at a time. Reading so few from the disk cache takes less time than waking
    /// another thread for it, and other requests are answered in between.
    private static let piece = 64 * 1024

    private static let maxCachedSize = 4 * piece

    /// Returns the picture, or 304 if the client already has it. Throws `Refusal` if the file has become shorter.
    func answer(to request: Request) throws(Refusal) -> PublicAnswer {
        var fields = HTTPFields.validated(by: tag)
        guard !request.headers.knows(tag) else { return .once(Response(status: .notModified, headers: fields)) }
        guard size > PictureFile.maxCachedSize else {
            let bytes = read(from: 0, count: size)
            guard bytes.count == size else { throw .internalFault }
            return .lasting(EncodedContent(ByteBuffer(bytes: bytes), tag: tag, type: contentType))
        }
        fields[.contentType] = contentType
        return .once(Response(status: .ok, headers: fields, body: ResponseBody(contentLength: size, write)))
    }

    @Sendable private func write(to writer: inout any ResponseBodyWriter) async throws {
        var offset = 0
        while offset < size {
            let bytes = read(from: offset, count: min(PictureFile.piece, size - offset))
            // The file became shorter. Abort, so that no client takes a partial picture for a complete one.
            guard !bytes.isEmpty else { throw Refusal.internalFault }
            offset += bytes.count
            try await writer.write(ByteBuffer(bytes: bytes))
        }
        try await writer.finish(nil)
    }
}

extension Refusal {
    fileprivate static let noDescriptors = Refusal(
        status: .serviceUnavailable, sentence: "The shop has too many files open; please try again.",
        fields: [.retryAfter: "1"])
}
