import Dispatch
import Foundation
import FoundationNetworking
import NIOConcurrencyHelpers

/// Loads for a `URLSession`, replacing its own loading: each task's exchange is carried out by an `HTTPLoading`.
///
/// A session may be called back only on its own queue, where it starts and stops its tasks, because its registry of
/// tasks has no lock (`URLSession.swift` of swift-corelibs-foundation says so). That queue is not accessible, but
/// suspending a task stops it on that queue. So the response is collected here, the task is suspended at its end, and
/// `stopLoading` delivers the result.
final class SessionLoading: URLProtocol {
    private struct Arrivals {
        var head: HTTPAnswer?
        var body = Data()
        /// How the loading ended; `nil` while it is under way.
        var end: End?
    }

    fileprivate enum End {
        case whole
        case failed(FetchFailure)
    }

    private let arrivals = NIOLockedValueBox(Arrivals())

    /// Accepts every request, so that nothing is left to the session's own loading.
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let client, let task else { return }
        guard let job = SessionJobs.job(of: task), !job.exchange.hasEnded else {
            return client.urlProtocol(self, didFailWithError: FetchFailure.interrupted)
        }
        let receiver = HTTPLoading.Receiver(
            take: { [arrivals] in SessionLoading.collect($0, in: arrivals) },
            end: { [arrivals] failure in
                arrivals.withLockedValue { arrivals in
                    // A redirect's body is not read: its head is the complete response.
                    let isWhole = failure == nil || arrivals.head.map(HTTPRedirect.isRedirect) == true
                    arrivals.end = isWhole ? .whole : .failed(failure ?? .interrupted)
                    // Frees the memory at once instead of when the session stops the task: another response may need
                    // it.
                    if !isWhole { arrivals.body = Data() }
                }
                task.suspend()
            })
        job.exchange.load(by: job.loader.loading(of: job.exchange, for: receiver))
    }

    override func stopLoading() {
        let arrived = arrivals.withLockedValue { arrivals in
            defer { arrivals = Arrivals() }
            return arrivals
        }
        guard let client, let end = arrived.end else { return }
        guard case .whole = end, let response = arrived.head.flatMap(response) else {
            return client.urlProtocol(self, didFailWithError: end.failure)
        }
        client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        if !arrived.body.isEmpty { client.urlProtocol(self, didLoad: arrived.body) }
        client.urlProtocolDidFinishLoading(self)
    }

    private static func collect(_ part: HTTPPart, in arrivals: NIOLockedValueBox<Arrivals>) -> Bool {
        switch part {
        case .head(let head):
            arrivals.withLockedValue { $0.head = head }
            return !HTTPRedirect.isRedirect(head)
        case .piece(let bytes):
            arrivals.withLockedValue { $0.body.append(bytes) }
            return true
        }
    }

    /// Converts the head for the session. The `WWW-Authenticate` header is removed because the session answers password
    /// challenges by itself and traps on a scheme that it does not know; here a 401 is a normal response.
    private func response(_ head: HTTPAnswer) -> HTTPURLResponse? {
        guard let url = task?.originalRequest?.url else { return nil }
        var headers = head.headers
        headers["www-authenticate"] = nil
        return HTTPURLResponse(url: url, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: headers)
    }
}

extension SessionLoading.End {
    fileprivate var failure: FetchFailure {
        if case .failed(let failure) = self { failure } else { .interrupted }
    }
}

/// The exchanges of the tasks of all sessions. A URL protocol is created by the session and knows only its task, so the
/// exchange is found by the task's description, which holds a unique number.
enum SessionJobs {
    struct Job: Sendable {
        let exchange: HTTPExchange
        let loader: HTTPLoader
    }

    private struct State {
        var latest = 0
        var jobs: [Int: Job] = [:]
    }

    private static let state = NIOLockedValueBox(State())

    /// Assigns `job` to `task`, which must not be resumed yet.
    static func assign(_ job: Job, to task: URLSessionTask) {
        let number = state.withLockedValue { state in
            state.latest += 1
            state.jobs[state.latest] = job
            return state.latest
        }
        task.taskDescription = String(number)
    }

    static func job(of task: URLSessionTask) -> Job? {
        number(of: task).flatMap { number in state.withLockedValue { $0.jobs[number] } }
    }

    /// Removes and returns the job of `task`, which has ended.
    static func finish(_ task: URLSessionTask) -> Job? {
        number(of: task).flatMap { number in state.withLockedValue { $0.jobs.removeValue(forKey: number) } }
    }

    private static func number(of task: URLSessionTask) -> Int? { task.taskDescription.flatMap { Int($0) } }
}

/// Forwards the session's callbacks to the exchange of each task.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    /// The queue of the session's callbacks, stored here because an operation queue does not retain it. Without it the
    /// session would use a global queue, which wakes the process every second from its first job on.
    let turns = DispatchQueue(label: "banchan.http.delegate")

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse {
            _ = SessionJobs.job(of: dataTask)?.exchange.take(.head(HTTPAnswer(response)))
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        _ = SessionJobs.job(of: dataTask)?.exchange.take(.piece(data))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        SessionJobs.finish(task)?.exchange.complete(error.map { $0 as? FetchFailure ?? .interrupted })
    }
}

extension HTTPAnswer {
    fileprivate init(_ response: HTTPURLResponse) {
        var headers: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields {
            headers[name.lowercased()] = value
        }
        self.init(status: response.statusCode, headers: headers, body: Data())
    }
}
