import Domain
import Foundation
import Hummingbird
import NIOCore
import NIOHTTP1
import Storage

/// An error that provides its own response.
protocol RefusingError: Error {
    var refusal: Refusal { get }
}

/// An error response to a request: a status, and a sentence for whoever reads the response.
struct Refusal: RefusingError {
    let status: HTTPResponse.Status
    let sentence: String
    var fields = HTTPFields()
    /// The body to send if it contains more than the sentence, which is then its `error`; `nil` for the default body.
    var body: (any Encodable & Sendable)?
    /// The name of the limit that was exceeded; `nil` if the refusal is not about a limit.
    var limit: String?

    var refusal: Refusal { self }

    static let unknownPath = Refusal(status: .notFound, sentence: "There is nothing at this path.")
    static let unknownMethod = Refusal(status: .notImplemented, sentence: "The shop does not know this method.")
    static let internalFault = Refusal(status: .internalServerError, sentence: "The shop could not answer this.")

    /// Refuses a body of more than `limit` bytes. Closes the connection, because the rest of the body is not read.
    static func tooLarge(limit: Int) -> Refusal {
        Refusal(
            status: .contentTooLarge, sentence: "The request's body has more than \(limit) bytes.",
            fields: [.connection: "close"])
    }

    static func wrongMethod(allowed: [HTTPRequest.Method]) -> Refusal {
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        return Refusal(status: .methodNotAllowed, sentence: "This path takes only \(names).", fields: [.allow: names])
    }

    /// The response, whose body is `{"error": "<sentence>"}` or `body`.
    var response: Response {
        guard let body else { return Response(status: status, fields: fields, json: ["error": sentence]) }
        return Response(status: status, fields: fields, json: body)
    }
}

extension Response {
    init(status: HTTPResponse.Status, fields: HTTPFields = HTTPFields(), json value: some Encodable) {
        let body = ByteBuffer(bytes: Response.encode(value))
        self.init(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
        headers[.contentType] = "application/json; charset=utf-8"
    }

    /// Encodes the value as JSON. Equal values give the same bytes.
    static func encode(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // The server sends only values that can be encoded, so the empty fallback is never used.
        return (try? encoder.encode(value)) ?? Data()
    }

    /// Creates a response with a list and its entity tag.
    init(list: some Encodable) { self.init(EncodedList(list)) }

    /// Creates a response with a list, or 304 if the client already has it.
    init(to request: Request, list: some Encodable) { self.init(to: request, list: EncodedList(list)) }

    /// Creates a response with a list, or 304 if the client already has it. Forbids caches to store it.
    init(to request: Request, ownList list: some Encodable) { self.init(to: request, ownList: EncodedList(list)) }

    /// Creates a response with a list that is already encoded, or 304 if the client already has it. Forbids caches to
    /// store it.
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

/// A list encoded as JSON, with its entity tag.
struct EncodedList: Sendable {
    let content: ByteBuffer
    let tag: EntityTag

    init(_ list: some Encodable) {
        let content = Response.encode(list)
        self.content = ByteBuffer(bytes: content)
        tag = EntityTag(of: content)
    }
}

extension Refusal {
    /// The head and body of the response, for a refusal that is sent without going through a route.
    var parts: (HTTPResponseHead, ByteBuffer) {
        let body = ByteBuffer(bytes: Response.encode(["error": sentence]))
        var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status.code))
        for field in fields { head.headers.replaceOrAdd(name: field.name.rawName, value: field.value) }
        for field in HTTPFields.ofAll { head.headers.replaceOrAdd(name: field.name.rawName, value: field.value) }
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        head.headers.replaceOrAdd(name: "Content-Type", value: "application/json; charset=utf-8")
        head.headers.replaceOrAdd(name: "Content-Length", value: "\(body.readableBytes)")
        return (head, body)
    }
}

// Refusals that every module may use.
extension Refusal {
    static let noKey = Refusal(status: .badRequest, sentence: "This needs an Idempotency-Key that is a UUID.")
    static let noSession = Refusal(
        status: .badRequest, sentence: "This needs a Banchan-Session that is a UUID: it names the terminal.")
    static let noName = Refusal(status: .badRequest, sentence: "The order does not say who orders.")
    static let longName = Refusal(
        status: .badRequest, sentence: "Who orders is named in at most \(OrderRequest.maxNameLength) characters.")
    static let noOrders = Refusal(status: .serviceUnavailable, sentence: "This shop takes no orders.")
}

extension KeyTaken: RefusingError {
    var refusal: Refusal {
        Refusal(status: .unprocessableContent, sentence: "This Idempotency-Key belongs to another request.")
    }
}
