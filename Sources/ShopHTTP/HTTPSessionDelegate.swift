import Foundation
import FoundationNetworking

/// Routes what the session tells to the exchange that it belongs to.
final class HTTPSessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges: HTTPExchanges

    init(exchanges: HTTPExchanges) { self.exchanges = exchanges }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // The session's own reading of the address is not RFC 3986's: "b" and "file:///b" become "/b" on this host.
        var next = request
        next.url = response.value(forHTTPHeaderField: "Location")
            .flatMap { URL(string: $0, relativeTo: response.url)?.absoluteURL }
        exchanges.answerRedirect(task.number, to: next.url) { completionHandler($0 ? next : nil) }
    }

    /// The shop asks for no name and password: being asked is the answer. Left alone, the session would wait for ever.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let response = challenge.failureResponse as? HTTPURLResponse else { return }
        exchanges.complete(task.number, status: response.statusCode, headers: response.plainHeaders)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        exchanges.expect(
            dataTask.number, bytes: response.expectedContentLength,
            head: (response as? HTTPURLResponse).map {
                HTTPAnswer(status: $0.statusCode, headers: $0.plainHeaders, body: Data())
            })
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchanges.append(data, to: dataTask.number)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let number = task.number
        if let error {
            exchanges.end(number, .failure(FetchFailure(error)))
        } else if let response = task.response as? HTTPURLResponse {
            exchanges.complete(number, status: response.statusCode, headers: response.plainHeaders)
        } else {
            exchanges.end(number, .failure(.interrupted))
        }
    }
}

extension URLSessionTask {
    /// The number of the exchange that this belongs to.
    fileprivate var number: Int { taskDescription.flatMap { Int($0) } ?? 0 }
}

extension HTTPURLResponse {
    /// The headers under lower case names.
    fileprivate var plainHeaders: [String: String] {
        var headers: [String: String] = [:]
        for case (let name as String, let value as String) in allHeaderFields { headers[name.lowercased()] = value }
        return headers
    }
}

extension FetchFailure {
    /// What `error` of a session means for a fetch. A truncated or unreadable answer is `URLError.unknown` there, and
    /// bytes that are no HTTP at all are an "unsupported URL".
    init(_ error: any Error) {
        switch (error as? URLError)?.code {
        case .timedOut: self = .timedOut
        case .httpTooManyRedirects, .redirectToNonExistentLocation: self = .redirected
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet, .badURL,
            .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRequired,
            .clientCertificateRejected, .appTransportSecurityRequiresSecureConnection:
            self = .unreachable
        default: self = .interrupted
        }
    }
}
