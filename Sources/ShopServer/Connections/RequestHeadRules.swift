import Hummingbird
import NIOHTTP1

/// The checks of a request's head that apply to every path.
struct RequestHeadRules: Sendable {
    let hosts: HostNames
    let maxBodySize: Int

    /// Returns the refusal of an invalid head; `nil` if it is valid.
    func refusal(of head: HTTPRequestHead) -> Refusal? {
        refusal(ofFraming: head) ?? refusal(ofNames: head) ?? refusal(ofExpectation: head.headers)
    }

    private func refusal(ofFraming head: HTTPRequestHead) -> Refusal? {
        let fields = head.headers
        let encodings = fields["Transfer-Encoding"]
        // HTTP/1.0 has no Transfer-Encoding: another program on the way may see another end of the request (RFC 9112,
        // 6.1).
        guard encodings.isEmpty || (head.version.major, head.version.minor) >= (1, 1) else { return .oldChunks }
        guard encodings.isEmpty || encodings.count == 1 && encodings[0].lowercased() == "chunked" else {
            return .unknownEncoding
        }
        guard let text = fields.first(name: "Content-Length") else { return nil }
        guard let length = Int(text), length >= 0 else { return .noLength }
        return length > maxBodySize ? .tooLarge(limit: maxBodySize) : nil
    }

    private func refusal(ofNames head: HTTPRequestHead) -> Refusal? {
        let names = head.headers["Host"]
        guard names.count == 1 || names.isEmpty && head.version == .http1_0 else { return .noHost }
        guard let name = names.first else { return nil }
        guard hosts.contains(name) else { return .otherHost }
        let origins = head.headers["Origin"]
        return origins.allSatisfy { HostNames.isOwn($0, of: name) } && origins.count <= 1 ? nil : .otherOrigin
    }

    private func refusal(ofExpectation fields: HTTPHeaders) -> Refusal? {
        fields["Expect"].allSatisfy { $0.lowercased() == "100-continue" } ? nil : .unknownExpectation
    }
}

extension Refusal {
    fileprivate static let noLength = Refusal(
        status: .badRequest, sentence: "The request's Content-Length is no length.", fields: [.connection: "close"])
    fileprivate static let unknownEncoding = Refusal(
        status: .notImplemented, sentence: "The shop takes no Transfer-Encoding but chunked.",
        fields: [.connection: "close"])
    fileprivate static let oldChunks = Refusal(
        status: .badRequest, sentence: "A request of HTTP/1.0 has no Transfer-Encoding.", fields: [.connection: "close"]
    )
    fileprivate static let noHost = Refusal(
        status: .badRequest, sentence: "The request needs one Host.", fields: [.connection: "close"])
    fileprivate static let otherHost = Refusal(
        status: .misdirectedRequest,
        sentence: "The shop does not answer to this Host; its own names are set by --name.",
        fields: [.connection: "close"])
    fileprivate static let otherOrigin = Refusal(
        status: .forbidden, sentence: "The shop takes nothing from other sites' pages.", fields: [.connection: "close"])
    fileprivate static let unknownExpectation = Refusal(
        status: .expectationFailed, sentence: "The shop meets no expectation but 100-continue.",
        fields: [.connection: "close"])

    static func lateRequest(_ limit: String) -> Refusal {
        Refusal(
            status: .requestTimeout, sentence: "The request did not arrive in time.", fields: [.connection: "close"],
            limit: limit)
    }

    /// Creates the refusal for a parser error; `text` is the received text in which it occurred.
    init(_ error: HTTPParserError, in text: String) {
        let fields: HTTPFields = [.connection: "close"]
        switch error {
        case .headerOverflow:
            self.init(
                status: .requestHeaderFieldsTooLarge, sentence: "The request's head is too large.", fields: fields)
        case .invalidMethod where Refusal.namesMethod(text):
            self = .unknownMethod
            self.fields = fields
        default: self.init(status: .badRequest, sentence: "This is no HTTP request.", fields: fields)
        }
    }

    /// Whether a line of the text is a request line with a well-formed method.
    private static func namesMethod(_ text: String) -> Bool {
        text.split(whereSeparator: \.isNewline).contains { line in
            let words = line.split(separator: " ")
            return words.count == 3 && words[2].hasPrefix("HTTP/1.")
                && words[0].allSatisfy { $0.isUppercase || $0 == "-" }
        }
    }
}
