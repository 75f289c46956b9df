import Foundation
import NIOConcurrencyHelpers

/// Servers of which any will do: one is used until it is at fault, then the next one.
///
/// Calls are made for the first, whichever is used.
public final class ServerGroup: Sendable {
    /// More attempts than this are not made for one call.
    public static let mostServers = 16

    private let bases: [String]
    private let current: NIOLockedValueBox<Int>

    /// The servers at `bases`, addresses without a slash at their end, at most `mostServers`; that of the index `first` is
    /// used first.
    public init(_ bases: [String], first: Int = 0) {
        self.bases = Array(bases.prefix(ServerGroup.mostServers))
        current = NIOLockedValueBox(self.bases.isEmpty ? 0 : first % self.bases.count)
    }

    /// How long a server has to take a connection: a short time where another one would.
    var connectTimeout: Duration { bases.count > 1 ? .seconds(2) : .seconds(10) }

    /// Whether the call is for the group and there is more than one server.
    func serves(_ call: HTTPCall) -> Bool { bases.count > 1 && path(of: call) != nil }

    /// What comes of `call` at the server that is used, or at one after it where that one cannot be reached, breaks off or
    /// says 503. What may have arrived is asked of another server only where asking twice changes nothing.
    func answer(
        to call: HTTPCall, send: (HTTPCall) async throws(FetchFailure) -> HTTPAnswer
    ) async throws(FetchFailure) -> HTTPAnswer {
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
                guard error.isConnectionLoss, !Task.isCancelled else { throw error }
                moveOn(from: index)
                if error == .interrupted { mayHaveArrived = true }
                let isDone = remaining == 0 || error == .timedOut || (mayHaveArrived && call.mustNotBeRepeated)
                // A server that cannot be reached does not say that another one did not do it.
                if isDone { throw error == .unreachable && mayHaveArrived ? .interrupted : error }
            }
        }
        throw .unreachable
    }

    /// The part of the call's address after that of the first server.
    private func path(of call: HTTPCall) -> String? {
        let address = call.url.absoluteString
        guard let base = bases.first, address.hasPrefix("\(base)/") else { return nil }
        return String(address.dropFirst(base.count))
    }

    /// Many calls that fail at once leave a server together.
    private func moveOn(from index: Int) {
        current.withLockedValue { if $0 == index { $0 = (index + 1) % bases.count } }
    }
}

extension HTTPCall {
    /// Whether asking twice may do it twice.
    fileprivate var mustNotBeRepeated: Bool { method != .get && !hasKey }
}
