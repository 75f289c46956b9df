import Domain
import Foundation
import NIOConcurrencyHelpers
import NIOCore

/// Fetches over HTTP through a `URLSession`, within limits, from one server or from a group of them.
///
/// Every request is a task of the session (`SessionFront`) that is loaded by `HTTPLoader`; when the caller's task is
/// cancelled, it ends as interrupted.
public final class HTTPClient: Sendable {
    public static let userAgent = "banchan/\(ShopVersion.current)"

    private let loader: HTTPLoader
    private let servers: ServerGroup
    private let holds = RequestHolds()

    /// Creates a client with its own connections; one client for the whole program is enough.
    ///
    /// Requests to the first of `servers` fail over to the other ones. Proxies, and the certificates to trust, are read
    /// from `environment`.
    public init(
        servers: ServerGroup = ServerGroup([]), environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        loader = HTTPLoader(environment: environment, connectTimeout: servers.connectTimeout)
        self.servers = servers
    }

    /// Creates the session and the thread of its connections now, so that the first request need not wait for them.
    public func prepare() {
        _ = SessionFront.session
        loader.prepare()
    }

    /// Ends all requests under way and closes the connections; every later request fails. Does not block.
    public func invalidate() { loader.invalidate() }

    /// Returns the response to a GET of `url`, whatever its status; redirects are followed. Throws as `send` does.
    public func get(
        _ url: URL, headers: [String: String] = [:], limits: HTTPLimits = .standard
    ) async throws(FetchFailure) -> HTTPAnswer {
        try await send(HTTPCall(.get, url, headers: headers), limits: limits)
    }

    /// Returns the response to `call`, whatever its status. A redirect is followed only if the request is a GET without
    /// a secret. Throws as `HTTPLoader.send` does, `.redirected` if a redirect cannot be followed, and `.later` for a GET,
    /// without sending it, while an earlier answer asks for that.
    public func send(_ call: HTTPCall, limits: HTTPLimits = .standard) async throws(FetchFailure) -> HTTPAnswer {
        if let failure = holds.failure(of: call) { throw failure }
        let answer = try await servers.answer(to: call) { call throws(FetchFailure) in try await load(call, limits) }
        holds.note(answer, to: call)
        return answer
    }

    /// Follows redirects. A request with an idempotency key is retried once if its response breaks off: otherwise it
    /// would stay unknown whether the change was made.
    private func load(_ call: HTTPCall, _ limits: HTTPLimits) async throws(FetchFailure) -> HTTPAnswer {
        let deadline = NIODeadline.now() + TimeAmount(limits.deadline)
        var (next, redirects, isRepeated) = (call, 0, false)
        while true {
            do throws(FetchFailure) {
                let transfer = HTTPTransfer(next, limits, until: deadline, by: loader)
                let answer = try await transfer.outcome(through: SessionFront.task).get()
                guard let call = try next.next(after: answer) else { return answer }
                guard redirects < limits.redirects else { throw .redirected }
                (next, redirects, isRepeated) = (call, redirects + 1, false)
            } catch {
                // A server that cannot be reached now may have received the first attempt.
                guard !isRepeated else { throw error.mayHaveArrived ? error : .interrupted }
                guard error == .interrupted, next.hasKey, !Task.isCancelled else { throw error }
                isRepeated = true
            }
        }
    }

    /// Streams the response to a GET of `url` to `take` in order, without the session, for as long as it lasts: there is
    /// no deadline, but it ends with `.timedOut` if nothing arrives for `idle`. A fast stream is slowed down. `take` is
    /// called on the thread that the bytes arrive on, must not block, and returns whether more is wanted.
    ///
    /// Returns the head once the server has ended the response properly, or at once if `take` does not want it. Throws as
    /// `send` does, `.redirected` at any redirect, and `.interrupted` also if `take` wants no more of the body. A response
    /// that has begun is not restarted at another server: the caller may request it again.
    public func stream(
        _ url: URL, headers: [String: String] = [:], idle: Duration, take: @escaping @Sendable (HTTPPart) -> Bool
    ) async throws(FetchFailure) -> HTTPAnswer {
        let call = HTTPCall(.get, url, headers: headers)
        if let failure = holds.failure(of: call) { throw failure }
        let (failsOver, hasBegun) = (servers.serves(call), NIOLockedValueBox(false))
        let answer = try await servers.answer(to: call, unless: { hasBegun.withLockedValue(\.self) }) {
            call throws(FetchFailure) in
            let transfer = HTTPTransfer(call, HTTPLimits(idle: idle), until: nil, by: loader) { part in
                if failsOver, case .head(let head) = part, head.status == 503 { return false }
                hasBegun.withLockedValue { $0 = true }
                return take(part)
            }
            return try await transfer.outcome().get()
        }
        holds.note(answer, to: call)
        guard !answer.isRedirect else { throw .redirected }
        return answer
    }
}

/// A group of equivalent servers: one is used until it fails, then the next one.
///
/// Calls are made for the first server's address, whichever is used.
public final class ServerGroup: Sendable {
    /// The maximum number of servers, and so of attempts for one call.
    public static let maxServers = 16

    private let bases: [String]
    private let guest: ForwardedGuest?
    private let current: NIOLockedValueBox<Int>

    /// Creates a group of the servers at `bases`, addresses without a trailing slash; those beyond `maxServers` are
    /// ignored. The server at the index `first` is used first. They, and no others, are told the `guest`.
    public init(_ bases: [String], first: Int = 0, guest: ForwardedGuest? = nil) {
        self.bases = Array(bases.prefix(ServerGroup.maxServers))
        self.guest = guest
        current = NIOLockedValueBox(self.bases.isEmpty ? 0 : first % self.bases.count)
    }

    /// The connect timeout: short if there is another server to try.
    var connectTimeout: Duration { bases.count > 1 ? .seconds(2) : .seconds(10) }

    func serves(_ call: HTTPCall) -> Bool { bases.count > 1 && path(of: call) != nil }

    /// Returns the answer to `call`, with the fields that name the guest, from the current server, or from the next ones
    /// if it cannot be reached, breaks off, does not speak HTTP or answers 503, unless `hasBegun`. A call that may have
    /// arrived is sent to another server only if it is safe to repeat.
    func answer(
        to call: HTTPCall, unless hasBegun: () -> Bool = { false },
        send: (HTTPCall) async throws(FetchFailure) -> HTTPAnswer
    ) async throws(FetchFailure) -> HTTPAnswer {
        guard let path = path(of: call) else { return try await send(call) }
        var call = call
        call.headers.merge(guest?.fields ?? [:]) { $1 }
        guard bases.count > 1 else { return try await send(call) }
        var mayHaveArrived = false
        for remaining in (0..<bases.count).reversed() {
            let index = current.withLockedValue { $0 }
            guard let url = URL(string: bases[index] + path) else { throw .unreachable }
            call.url = url
            do throws(FetchFailure) {
                let answer = try await send(call)
                guard answer.status == 503, !call.mustNotBeRepeated else { return answer }
                moveOn(from: index)
                if remaining == 0 { return answer }
            } catch {
                guard error.isConnectionLoss || error == .notHTTP, !hasBegun(), !Task.isCancelled else { throw error }
                moveOn(from: index)
                if error.mayHaveArrived { mayHaveArrived = true }
                let isDone = remaining == 0 || error == .timedOut || (mayHaveArrived && call.mustNotBeRepeated)
                // An unreachable server does not prove that an earlier one has not made the change.
                if isDone { throw mayHaveArrived && !error.mayHaveArrived ? .interrupted : error }
            }
        }
        throw .unreachable
    }

    /// Returns the part of the call's URL after the base address of the first server, or `nil` if the call is for
    /// another server.
    private func path(of call: HTTPCall) -> String? {
        let address = call.url.absoluteString
        guard let base = bases.first, address.hasPrefix("\(base)/") else { return nil }
        return String(address.dropFirst(base.count))
    }

    /// Moves to the next server only if `index` is still current, so that many calls that fail at once move on only
    /// once.
    private func moveOn(from index: Int) {
        current.withLockedValue { if $0 == index { $0 = (index + 1) % bases.count } }
    }
}
