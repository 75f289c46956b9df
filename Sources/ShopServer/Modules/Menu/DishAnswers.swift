import Hummingbird
import NIOCore

extension DetailContent {
    /// The detail, or 304 where the client has it already.
    func response(to request: Request) -> Response {
        var fields = HTTPFields.validated(by: tag)
        guard !request.headers.knows(tag) else { return Response(status: .notModified, headers: fields) }
        fields[.contentType] = "application/json; charset=utf-8"
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: bytes))
    }
}

extension SectionContent {
    /// The section, or 304 where the client has it already; compressed where the client takes that. `fields` are the
    /// request's.
    func response(to fields: HTTPFields) -> BufferedResponse {
        if fields.knows(tag) { return unchanged }
        guard let compressed, AcceptEncoding(fields[.acceptEncoding]).takesGzip else { return plain }
        return compressed
    }
}
