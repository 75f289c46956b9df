import Hummingbird
import NIOCore

extension DetailContent {
    /// The detail, or 304 where the client has it already.
    func response(to request: Request) -> Response {
        var fields = HTTPFields.validated(by: tag)
        guard !request.knows(tag) else { return Response(status: .notModified, headers: fields) }
        fields[.contentType] = "application/json; charset=utf-8"
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: bytes))
    }
}

extension SectionContent {
    /// The section, or 304 where the client has it already; compressed where the client takes that.
    func response(to request: Request) -> Response {
        var fields: HTTPFields = [.eTag: tag.text, .cacheControl: "no-cache", .vary: "Accept-Encoding"]
        guard !request.knows(tag) else { return Response(status: .notModified, headers: fields) }
        fields[.contentType] = "application/json; charset=utf-8"
        guard let compressed, AcceptEncoding(request.headers[.acceptEncoding]).takesGzip else {
            return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: plain))
        }
        fields[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: compressed))
    }
}
