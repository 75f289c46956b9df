import Foundation
import NIOConcurrencyHelpers

/// A loopback server that answers correctly until a fault is set. It runs on its own threads.
public final class FaultyServer: Sendable {
    /// Returns the correct answer for a path, or `nil` for a 404.
    public typealias Answers = @Sendable (_ path: String) -> ValidResponse?

    public var port: UInt16 { server.port }
    /// The target of redirects that must lead to an answer.
    static let elsewhere = "/elsewhere"

    private let server: LoopbackServer
    private let state: NIOLockedValueBox<State>

    fileprivate struct State {
        var fault: Fault?
        /// The number of requests still to be answered with the fault; `nil` for all.
        var remaining: Int?
        var faulty = 0
        var proper = 0
    }

    /// Listens on `port`, or on a free port if it is 0. Faults apply only to the paths for which `isAffected` returns
    /// `true`.
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

    /// Answers every request, or the next `count`, with `fault` from now on; `nil` restores correct answers. A fault
    /// that begins with the connection also closes the open connections, so that clients have to reconnect.
    public func inject(_ fault: Fault?, count: Int? = nil) {
        state.withLockedValue { state in
            state.fault = fault
            state.remaining = count
        }
        if fault?.beginning == .connection { server.disconnect() }
    }

    /// The number of requests that were answered with a fault, and of those that were answered correctly.
    public var requests: (faulty: Int, proper: Int) { state.withLockedValue { ($0.faulty, $0.proper) } }

    /// Stops accepting connections and closes the open ones.
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
    /// Returns the fault for the next connection if `beginning` is `.connection`, or for the next request if it is
    /// `nil`, and counts it. Returns `nil` if no such fault is set or its count is used up.
    fileprivate mutating func take(beginning: Fault.Beginning? = nil) -> Fault? {
        guard let fault, (fault.beginning == .connection) == (beginning == .connection), remaining != 0 else {
            return nil
        }
        faulty += 1
        remaining = remaining.map { $0 - 1 }
        return fault
    }
}
