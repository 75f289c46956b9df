import Dispatch
import Domain
import Foundation
import FoundationNetworking

/// The `URLSession` in front of the loader: each request is a data task, whose outcome the session reports.
///
/// The session's own loading is not used: it traps when a response ends inside its head (swift-corelibs-foundation
/// #5285), and it buffers bytes faster than they are read. A transfer loads instead. When its outcome is there, it
/// becomes the task's delegate and the task is resumed, once; this protocol then reports it from `startLoading`, which
/// runs on the session's own queue. Nowhere else may a protocol call the session back, because its registry of tasks has
/// no lock; and nothing may block there, because all sessions of a process share that queue.
///
/// A task is never cancelled, which traps if its loading ends at the same time: cancelling ends the transfer.
final class SessionFront: URLProtocol {
    /// The session of all clients. It has no state of any of them, so it is never invalidated, which can trap too.
    static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [SessionFront.self]
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        let callbacks = OperationQueue()
        callbacks.maxConcurrentOperationCount = 1
        callbacks.underlyingQueue = queue
        return URLSession(configuration: configuration, delegate: nil, delegateQueue: callbacks)
    }()

    /// The queue of the session's callbacks, which an operation queue does not retain. Without it the session would use
    /// a global queue, which wakes the process every second from its first job on.
    private static let queue = DispatchQueue(label: "banchan.http.session")

    /// The outcome of a task, as its delegate: the one place of a task where its protocol finds something of ours.
    private final class Loaded: NSObject, URLSessionTaskDelegate {
        let outcome: HTTPTransfer.Outcome

        init(_ outcome: HTTPTransfer.Outcome) { self.outcome = outcome }
    }

    /// Creates the task for `call`. Returns what must be called once, on any thread, with the outcome of the call; the
    /// session then passes it to `report`.
    static func task(for call: HTTPCall, report: @escaping HTTPTransfer.Report) -> HTTPTransfer.Report {
        let task = session.dataTask(with: call.url) { body, response, error in
            let answer = (response as? HTTPURLResponse).map { HTTPAnswer($0, body: body ?? Data()) }
            report(answer.map { .success($0) } ?? .failure(error as? FetchFailure ?? .interrupted))
        }
        return { outcome in
            task.delegate = Loaded(outcome)
            task.resume()
        }
    }

    /// Accepts every request, so that nothing is left to the session's own loading.
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let client, let loaded = task?.delegate as? Loaded, let url = task?.originalRequest?.url else { return }
        // After its one report, nothing can call the session back.
        self.client = nil
        do throws(FetchFailure) {
            let answer = try loaded.outcome.get()
            guard let response = answer.response(from: url) else { throw .interrupted }
            client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            if !answer.body.isEmpty { client.urlProtocol(self, didLoad: answer.body) }
            client.urlProtocolDidFinishLoading(self)
        } catch {
            client.urlProtocol(self, didFailWithError: error)
        }
    }

    override func stopLoading() {}
}

extension HTTPAnswer {
    fileprivate init(_ response: HTTPURLResponse, body: Data) {
        let headers = response.allHeaderFields.compactMap { name, value in
            (name as? String).flatMap { name in (value as? String).map { (name.lowercased(), $0) } }
        }
        self.init(status: response.statusCode, headers: Dictionary(headers) { $1 }, body: body)
    }

    /// Converts the head for the session. The `WWW-Authenticate` header is left out because the session answers password
    /// challenges by itself and traps on a scheme that it does not know; here a 401 is a normal response.
    fileprivate func response(from url: URL) -> HTTPURLResponse? {
        let headers = headers.filter { $0.key != "www-authenticate" }
        return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    }
}
