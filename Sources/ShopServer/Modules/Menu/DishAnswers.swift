import Hummingbird
import NIOCore

extension DetailContent {
    /// Returns the detail, or 304 if the client already has it.
    func response(to request: Request) -> Response {
        var fields = HTTPFields.validated(by: tag)
        guard !request.headers.knows(tag) else { return Response(status: .notModified, headers: fields) }
        fields[.contentType] = "application/json; charset=utf-8"
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: bytes))
    }
}

extension SectionContent {
    /// Returns the section, or 304 if the client already has it. It is compressed if the client accepts that.
    func response(to conditions: ContentConditions) -> BufferedResponse {
        if conditions.know(tag) { return unchanged }
        guard let compressed, conditions.takeGzip else { return plain }
        return compressed
    }
}
