import Foundation
import NIOConcurrencyHelpers

/// A server on loopback that answers as it should until it is told of a fault, on threads of its own.
public final class FaultyServer: Sendable {
    /// The answer that belongs to a path; `nil` for a 404.
    public typealias Answers = @Sendable (_ path: String) -> ProperAnswer?

    public var port: UInt16 { server.port }
    /// Where a redirect leads that is to come to something.
    static let elsewhere = "/elsewhere"

    private let server: LoopbackServer
    private let state: NIOLockedValueBox<State>

    fileprivate struct State {
        var fault: Fault?
        /// Requests that the fault is left for; `nil` for all.
        var remaining: Int?
        var faulty = 0
        var proper = 0
    }

    /// Listens on `port`, or a free one. A fault befalls the paths that `isAffected` says.
    public init(
        port wanted: UInt16 = 0, isAffected: @escaping @Sendable (_ path: String) -> Bool = { _ in true },
        answers: @escaping Answers
    ) throws {
        let state = NIOLockedValueBox(State())
        self.state = state
        server = try LoopbackServer(port: wanted) { peer in
            FaultyServer.serve(peer, state, isAffected: isAffected, answers: answers)
        }
    }

    /// From now on, `fault` befalls every request, or the next `count`; `nil` heals the server. One that begins with the connection closes
    /// those that are open, so that clients have to come anew.
    public func suffer(_ fault: Fault?, count: Int? = nil) {
        state.withLockedValue { state in
            state.fault = fault
            state.remaining = count
        }
        if fault?.beginning == .connection { server.disconnect() }
    }

    /// Requests that a fault befell, and those that were answered as they should be.
    public var requests: (faulty: Int, proper: Int) { state.withLockedValue { ($0.faulty, $0.proper) } }

    /// Takes no more connections and closes those that are open.
    public func stop() { server.stop() }

    private static func serve(
        _ peer: Peer, _ state: NIOLockedValueBox<State>, isAffected: (String) -> Bool, answers: Answers
    ) {
        if let fault = state.withLockedValue({ $0.take(beginning: .connection) }) { return peer.play(fault.steps) }
        while let head = peer.readRequest() {
            let path = String(head.split(separator: " ").dropFirst().first ?? "/")
            if path != FaultyServer.elsewhere, isAffected(path), let fault = state.withLockedValue({ $0.take() }) {
                if fault.beginning == .request { peer.readWholeBody(of: head) }
                return peer.play(fault.steps)
            }
            peer.readWholeBody(of: head)
            state.withLockedValue { $0.proper += 1 }
            let answer = path == FaultyServer.elsewhere ? answers("") : answers(path)
            guard answer.map({ peer.send($0.bytes) }) ?? peer.answer("404 Not Found") else { return }
        }
    }
}

extension FaultyServer.State {
    /// The fault that befalls the next request, if it begins at `beginning`, or with any request.
    fileprivate mutating func take(beginning: Fault.Beginning? = nil) -> Fault? {
        guard let fault, (fault.beginning == .connection) == (beginning == .connection), remaining != 0 else {
            return nil
        }
        faulty += 1
        remaining = remaining.map { $0 - 1 }
        return fault
    }
}
