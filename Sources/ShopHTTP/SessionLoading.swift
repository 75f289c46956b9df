import Dispatch
import Foundation
import FoundationNetworking
import NIOConcurrencyHelpers

/// Loads for a `URLSession`, in place of its own loading: each task's exchange is carried by an `HTTPLoading`.
///
/// A session may be told of what comes only on its own queue, where it starts and stops its tasks: its registry of tasks
/// has no lock (`URLSession.swift` of swift-corelibs-foundation says so). That queue is not to be had, but a task that is
/// suspended is stopped on it. So what comes is collected, and told when the task is suspended for that at its end.
final class SessionLoading: URLProtocol {
    private struct Arrivals {
        var head: HTTPAnswer?
        var body = Data()
        /// How it ended; `nil` for as long as it has not.
        var end: End?
    }

    fileprivate enum End {
        case whole
        case failed(FetchFailure)
    }

    private let arrivals = NIOLockedValueBox(Arrivals())

    /// Everything: nothing is left to the session's own loading.
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
                    // A redirect's own body is not read: its head is the whole of it.
                    let isWhole = failure == nil || arrivals.head.map(HTTPRedirect.isRedirect) == true
                    arrivals.end = isWhole ? .whole : .failed(failure ?? .interrupted)
                    // Not only when the session comes to it: another answer may take its place in memory at once.
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

    /// The head as the session knows it. It answers challenges for passwords by itself, and traps at one that it does
    /// not know; to us a 401 is an answer like any other.
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

/// What the tasks of all sessions are for. A URL protocol is made by the session, which knows nothing but the task, so a task
/// is found by its description: a number that no other has.
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

    /// Makes `task`, which is not resumed yet, the one that carries `exchange`.
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

    /// The job of `task`, which is over.
    static func finish(_ task: URLSessionTask) -> Job? {
        number(of: task).flatMap { number in state.withLockedValue { $0.jobs.removeValue(forKey: number) } }
    }

    private static func number(of task: URLSessionTask) -> Int? { task.taskDescription.flatMap { Int($0) } }
}

/// Hands what the session tells of a task to the exchange that it belongs to.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    /// What the session's calls run on, held here because an operation queue does not hold it. Left to itself the
    /// session would take a global queue, which wakes the process every second from its first job on.
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
