import Hummingbird
import NIOCore

extension HTTPFields {
    /// What goes with content that may be kept but is to be asked for again each time.
    static func validated(by tag: EntityTag) -> HTTPFields {
        [.eTag: tag.text, .cacheControl: "no-cache"]
    }
}

extension Request {
    /// Whether the client has the content of that tag already.
    func knows(_ tag: EntityTag) -> Bool { headers[.ifNoneMatch].map(tag.isNamed) ?? false }
}

extension DetailFile {
    /// The detail, or 304 where the client has it already.
    func response(to request: Request) -> Response {
        var fields = HTTPFields.validated(by: tag)
        guard !request.knows(tag) else { return Response(status: .notModified, headers: fields) }
        fields[.contentType] = "application/json; charset=utf-8"
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: content))
    }
}

extension PictureFile {
    /// Bytes that are read at a time. So few come from the disk's cache sooner than another thread would be woken for
    /// them, and requests of others are answered in between.
    private static let piece = 64 * 1024

    /// The picture, or 304 where the client has it already.
    func response(to request: Request) -> Response {
        var fields = HTTPFields.validated(by: tag)
        guard !request.knows(tag) else { return Response(status: .notModified, headers: fields) }
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
