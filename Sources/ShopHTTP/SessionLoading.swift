import Dispatch
import Foundation
import FoundationNetworking
import NIOConcurrencyHelpers

/// Loads for a `URLSession`, in place of its own loading: each task's exchange is carried by an `HTTPLoading`.
final class SessionLoading: URLProtocol {
    /// Everything: nothing is left to the session's own loading.
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let client, let task else { return }
        let messenger = Messenger(client: client, task: task)
        guard let job = SessionJobs.job(of: task), !job.exchange.hasEnded else { return messenger.end(.interrupted) }
        let receiver = HTTPLoading.Receiver(take: messenger.take, end: messenger.end)
        job.exchange.load(by: job.loader.loading(of: job.exchange, for: receiver))
    }

    /// Only a task that is cancelled is stopped, and nobody cancels one.
    override func stopLoading() {}
}

/// Tells a session's task what comes of its request.
///
/// A URL protocol must not leave the thread that it was made on, so each message names one of its own: the session takes
/// only its task from it.
private struct Messenger: Sendable {
    let client: any URLProtocolClient
    let task: URLSessionTask

    private var sender: URLProtocol { SessionLoading(task: task, cachedResponse: nil, client: client) }

    @Sendable func take(_ part: HTTPPart) -> Bool {
        switch part {
        case .head(let head):
            guard let response = response(head) else { return false }
            client.urlProtocol(sender, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .piece(let bytes): client.urlProtocol(sender, didLoad: bytes)
        }
        return true
    }

    @Sendable func end(_ failure: FetchFailure?) {
        guard let failure else { return client.urlProtocolDidFinishLoading(sender) }
        client.urlProtocol(sender, didFailWithError: failure)
    }

    /// The head as the session knows it. It answers challenges for passwords by itself, and traps at one that it does
    /// not know; to us a 401 is an answer like any other.
    private func response(_ head: HTTPAnswer) -> HTTPURLResponse? {
        guard let url = task.originalRequest?.url else { return nil }
        var headers = head.headers
        headers["www-authenticate"] = nil
        return HTTPURLResponse(url: url, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: headers)
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
