import Foundation
import Glibc
import Hummingbird
import NIOCore
import Platform

/// A picture's file, open for reading.
final class PictureFile: Sendable {
    let tag: EntityTag
    let size: Int
    /// The kind of picture that the name's extension promises.
    let contentType: String
    private let descriptor: Int32

    private static let contentTypes = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    ]

    /// The file of that name in `directory`, whose path ends with a slash; `nil` where there is none that is plain, and for a
    /// link that leads out of it. Throws `Refusal` where the system cannot open it now.
    init?(opening name: String, in directory: String) throws(Refusal) {
        guard let descriptor = try PictureFile.open(name, in: directory) else { return nil }
        self.descriptor = descriptor
        let stamp = FileStamp(of: descriptor)
        size = stamp?.size ?? 0
        // Told without reading the file, so that asking whether it changed costs nothing.
        let version = [Int(stamp?.inode ?? 0), size, stamp?.seconds ?? 0, stamp?.nanoseconds ?? 0]
        tag = EntityTag(of: version.map(String.init).joined(separator: "-").utf8)
        contentType =
            PictureFile.contentTypes[URL(filePath: name).pathExtension.lowercased()]
            ?? "application/octet-stream"
        guard stamp?.isPlain == true else { return nil }
    }

    deinit { close(descriptor) }

    private static func open(_ name: String, in directory: String) throws(Refusal) -> Int32? {
        // Not blocking: a pipe in its place would wait for a writer.
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

    /// What is answered where a file could not be opened that may well be there; `nil` where there is none.
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

    /// At most `count` bytes from `offset` on; empty at the end, and where the system does not hand them over.
    func read(from offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }
}

extension PictureFile {
    /// Bytes that are read at a time. So few come from the disk's cache sooner than another thread would be woken for
    /// them, and requests of others are answered in between.
    private static let piece = 64 * 1024

    /// The picture, or 304 where the client has it already.
    func response(to request: Request) -> Response {
        var fields = HTTPFields.validated(by: tag)
        guard !request.headers.knows(tag) else { return Response(status: .notModified, headers: fields) }
        fields[.contentType] = contentType
        fields[.xContentTypeOptions] = "nosniff"
        return Response(status: .ok, headers: fields, body: ResponseBody(contentLength: size, write))
    }

    @Sendable private func write(to writer: inout any ResponseBodyWriter) async throws {
        var offset = 0
        while offset < size {
            let bytes = read(from: offset, count: min(PictureFile.piece, size - offset))
            // The file became shorter: all that is left is to break off, so that nobody takes half for the whole.
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
