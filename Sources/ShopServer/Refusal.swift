import Foundation
import Hummingbird
import ShopModels

/// A request that is answered with an error: a status, and a sentence for whoever reads the answer.
struct Refusal: Error {
    let status: HTTPResponse.Status
    let sentence: String
    var fields = HTTPFields()
    /// The price by which an order could be made.
    var unitPrice: Won?

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

    /// What is sent: `{"error": "<sentence>"}`, and the price where there is one to tell.
    var response: Response {
        Response(status: status, fields: fields, json: Body(error: sentence, unitPrice: unitPrice?.amount))
    }

    private struct Body: Encodable {
        let error: String
        let unitPrice: Int?

        private enum CodingKeys: String, CodingKey {
            case error
            case unitPrice = "unit_price"
        }
    }
}

extension Response {
    /// An answer whose body is `value` as JSON.
    init(status: HTTPResponse.Status, fields: HTTPFields = HTTPFields(), json value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // What the shop sends always has a JSON form, so that the empty body stands for nothing that happens.
        let body = (try? encoder.encode(value)) ?? Data()
        self.init(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
        headers[.contentType] = "application/json; charset=utf-8"
    }
}
