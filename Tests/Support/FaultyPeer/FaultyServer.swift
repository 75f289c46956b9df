import Foundation
import NIOConcurrencyHelpers

/// A server on loopback that answers as it should until it is told of a fault, on threads of its own.
public final class FaultyServer: Sendable {
    /// The answer that belongs to a path; `nil` for a 404.
    public typealias Answers = @Sendable (_ path: String) -> ProperAnswer?

    public let port: UInt16
    /// Where a redirect leads that is to come to something.
    static let elsewhere = "/elsewhere"

    private let listener: Int32
    private let answers: Answers
    private let isAffected: @Sendable (_ path: String) -> Bool
    private let state = NIOLockedValueBox(State())

    private struct State {
        var fault: Fault?
        /// Requests that the fault is left for; `nil` for all.
        var remaining: Int?
        var faulty = 0
        var proper = 0
        var connections: Set<Int32> = []
    }

    /// Listens on `port`, or a free one. A fault befalls the paths that `isAffected` says.
    public init(
        port wanted: UInt16 = 0, isAffected: @escaping @Sendable (_ path: String) -> Bool = { _ in true },
        answers: @escaping Answers
    ) throws {
        self.answers = answers
        self.isAffected = isAffected
        (listener, port) = try LoopbackListener.open(port: wanted)
        Thread.detachNewThread { [self] in accept() }
    }

    deinit { close(listener) }

    /// From now on, `fault` befalls every request, or the next `count`; `nil` heals the server. One that begins with the connection closes
    /// those that are open, so that clients have to come anew.
    public func suffer(_ fault: Fault?, count: Int? = nil) {
        state.withLockedValue { state in
            state.fault = fault
            state.remaining = count
            guard fault?.beginning == .connection else { return }
            for descriptor in state.connections { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Requests that a fault befell, and those that were answered as they should be.
    public var requests: (faulty: Int, proper: Int) { state.withLockedValue { ($0.faulty, $0.proper) } }

    /// Takes no more connections and closes those that are open.
    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        state.withLockedValue { state in
            for descriptor in state.connections { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    private func accept() {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            let connection = FaultyConnection(descriptor)
            _ = state.withLockedValue { $0.connections.insert(descriptor) }
            Thread.detachNewThread { [self] in
                serve(connection)
                // First out of sight of `stop`: the number is somebody else's as soon as it is closed.
                _ = state.withLockedValue { $0.connections.remove(descriptor) }
                connection.close()
            }
        }
    }

    private func serve(_ connection: FaultyConnection) {
        if let fault = take(beginning: .connection) { return connection.play(fault.steps) }
        while let head = connection.readHead() {
            let path = String(head.split(separator: " ").dropFirst().first ?? "/")
            if path != FaultyServer.elsewhere, isAffected(path), let fault = take() {
                if fault.beginning == .request { connection.readBody(of: head) }
                return connection.play(fault.steps)
            }
            connection.readBody(of: head)
            state.withLockedValue { $0.proper += 1 }
            let answer = path == FaultyServer.elsewhere ? answers("") : answers(path)
            let missing = Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)
            guard connection.send(answer?.bytes ?? missing) else { return }
        }
    }

    /// The fault that befalls the next request, if it begins at `beginning`, or with any request.
    private func take(beginning: Fault.Beginning? = nil) -> Fault? {
        state.withLockedValue { state in
            guard let fault = state.fault, (fault.beginning == .connection) == (beginning == .connection),
                state.remaining != 0
            else { return nil }
            state.faulty += 1
            state.remaining = state.remaining.map { $0 - 1 }
            return fault
        }
    }
}
