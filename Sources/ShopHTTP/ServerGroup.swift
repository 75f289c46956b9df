import Foundation
import NIOConcurrencyHelpers

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

    /// Whether the call is for this group and the group has more than one server.
    func serves(_ call: HTTPCall) -> Bool { bases.count > 1 && path(of: call) != nil }

    /// Returns the answer to `call` from the current server, or from the next ones if it cannot be reached, breaks off,
    /// does not speak HTTP or answers 503. A call that may have arrived is sent to another server only if it is safe to repeat.
    func answer(
        to call: HTTPCall, send: (HTTPCall) async throws(FetchFailure) -> HTTPAnswer
    ) async throws(FetchFailure) -> HTTPAnswer {
        let call = naming(call)
        guard let path = path(of: call), bases.count > 1 else { return try await send(call) }
        var mayHaveArrived = false
        for remaining in (0..<bases.count).reversed() {
            let index = current.withLockedValue { $0 }
            guard let url = URL(string: bases[index] + path) else { throw .unreachable }
            var here = call
            here.url = url
            do throws(FetchFailure) {
                let answer = try await send(here)
                guard answer.status == 503, !call.mustNotBeRepeated else { return answer }
                moveOn(from: index)
                if remaining == 0 { return answer }
            } catch {
                guard error.isConnectionLoss || error == .notHTTP, !Task.isCancelled else { throw error }
                moveOn(from: index)
                if error.mayHaveArrived { mayHaveArrived = true }
                let isDone = remaining == 0 || error == .timedOut || (mayHaveArrived && call.mustNotBeRepeated)
                // An unreachable server does not prove that an earlier one has not made the change.
                if isDone { throw mayHaveArrived && !error.mayHaveArrived ? .interrupted : error }
            }
        }
        throw .unreachable
    }

    /// Returns the call with the fields that name the guest, if it is for this group.
    func naming(_ call: HTTPCall) -> HTTPCall {
        guard let guest, path(of: call) != nil else { return call }
        var call = call
        call.headers.merge(guest.fields) { $1 }
        return call
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

extension HTTPCall {
    /// Whether repeating the call could repeat its effect: it is neither a GET nor has an idempotency key.
    fileprivate var mustNotBeRepeated: Bool { method != .get && !hasKey }
}
