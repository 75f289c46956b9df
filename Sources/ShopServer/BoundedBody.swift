import Hummingbird
import HummingbirdCore

/// The body of one request, read at most once and never without a bound.
struct BoundedBody {
    private let declaredLength: Int?
    private let isChunked: Bool
    private var parts: RequestBody.AsyncIterator

    init(of request: Request) {
        declaredLength = request.headers[.contentLength].flatMap { Int($0) }
        isChunked = request.headers[.transferEncoding] != nil
        parts = request.body.makeAsyncIterator()
    }

    /// The whole body; `nil` when it has more than `limit` bytes, which a declared length tells before any is read.
    mutating func collect(upTo limit: Int) async throws -> ByteBuffer? {
        var whole = ByteBuffer()
        guard declaredLength != nil || isChunked else { return whole }
        guard declaredLength ?? 0 <= limit else { return nil }
        while var part = try await parts.next() {
            guard whole.readableBytes + part.readableBytes <= limit else { return nil }
            whole.writeBuffer(&part)
        }
        return whole
    }

    /// Reads and drops what is left, but little more than `limit` bytes of it.
    mutating func dropRest(upTo limit: Int) async throws {
        var left = limit
        while left > 0, let part = try await parts.next() { left -= part.readableBytes }
    }
}
