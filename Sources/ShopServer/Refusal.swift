import Foundation
import Hummingbird

/// An error that has an answer of its own.
protocol RefusingError: Error {
    var refusal: Refusal { get }
}

/// A request that is answered with an error: a status, and a sentence for whoever reads the answer.
struct Refusal: RefusingError {
    let status: HTTPResponse.Status
    let sentence: String
    var fields = HTTPFields()
    /// What is sent where it is more than the sentence, which is its `error`.
    var body: (any Encodable & Sendable)?
    /// The name of the limit that was met, where it was one.
    var limit: String?

    var refusal: Refusal { self }

    static let unknownPath = Refusal(status: .notFound, sentence: "There is nothing at this path.")
    static let unknownMethod = Refusal(status: .notImplemented, sentence: "The shop does not know this method.")
    static let internalFault = Refusal(status: .internalServerError, sentence: "The shop could not answer this.")

    /// A body of more than `limit` bytes. The connection ends with this answer, since the rest of the body is not read.
    static func tooLarge(limit: Int) -> Refusal {
        Refusal(
            status: .contentTooLarge, sentence: "The request's body has more than \(limit) bytes.",
            fields: [.connection: "close"])
    }

    static func wrongMethod(allowed: [HTTPRequest.Method]) -> Refusal {
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        return Refusal(status: .methodNotAllowed, sentence: "This path takes only \(names).", fields: [.allow: names])
    }

    /// What is sent: `{"error": "<sentence>"}`, or `body`.
    var response: Response {
        guard let body else { return Response(status: status, fields: fields, json: ["error": sentence]) }
        return Response(status: status, fields: fields, json: body)
    }
}

extension Response {
    /// An answer whose body is `value` as JSON.
    init(status: HTTPResponse.Status, fields: HTTPFields = HTTPFields(), json value: some Encodable) {
        let body = ByteBuffer(bytes: Response.encode(value))
        self.init(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
        headers[.contentType] = "application/json; charset=utf-8"
    }

    /// The value as JSON: the same bytes for equal values.
    static func encode(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // What the shop sends always has a JSON form, so that the empty body stands for nothing that happens.
        return (try? encoder.encode(value)) ?? Data()
    }

    /// A list that changes, with its tag.
    init(list: some Encodable) { self.init(EncodedList(list)) }

    /// The same, or 304 where the client has it already.
    init(to request: Request, list: some Encodable) { self.init(to: request, list: EncodedList(list)) }

    /// The same, for nobody else to keep on the way.
    init(to request: Request, ownList list: some Encodable) { self.init(to: request, ownList: EncodedList(list)) }

    /// The same of a list that is written down already.
    init(to request: Request, ownList list: EncodedList) {
        self.init(to: request, list: list)
        headers[.cacheControl] = "no-store"
    }

    private init(to request: Request, list: EncodedList) {
        self =
            request.headers.knows(list.tag)
            ? Response(status: .notModified, headers: .validated(by: list.tag)) : Response(list)
    }

    private init(_ list: EncodedList) {
        self.init(
            status: .ok, headers: .validated(by: list.tag), body: ResponseBody(byteBuffer: list.content))
        headers[.contentType] = "application/json; charset=utf-8"
    }
}

/// A list as JSON.
struct EncodedList: Sendable {
    let content: ByteBuffer
    let tag: EntityTag

    init(_ list: some Encodable) {
        let content = Response.encode(list)
        self.content = ByteBuffer(bytes: content)
        tag = EntityTag(of: content)
    }
}
