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

/// A shop's menu on a server that can be made faulty.
public struct FaultyShop: Sendable {
    public let server: FaultyServer
    private let section: ValidResponse

    /// The names of the worst faults, one for each way to keep a client busy: answers that flood, drip, hang, redirect
    /// wrongly or end too soon.
    public static let worst = [
        "endless body", "endless chunks", "endless chunks of a byte", "endless spaces", "slow body",
        "silence instead of an answer", "endless field", "endless fields", "100 without end", "gzip bomb",
        "endless gzip bomb", "302 to “/again”", "302 to “//[::1]/x”", "loop of 308 P", "endless bytes at once",
        "no answer", "half the body and a reset", "endless size", "304 with an endless body",
    ]

    /// Serves `section`, a JSON body, as every section of the menu; all other paths are 404.
    public init(port: UInt16 = 0, section: some Sequence<UInt8>) throws {
        let answer = ValidResponse(section)
        self.section = answer
        server = try FaultyServer(port: port) { path in path.hasPrefix("/woowa/") ? answer : nil }
    }

    public var address: String { "http://127.0.0.1:\(server.port)" }

    /// Applies the fault with that name to every answer from now on. Returns whether such a fault exists.
    @discardableResult
    public func inject(_ name: String) -> Bool {
        guard let fault = Fault.all(of: section).first(where: { $0.name == name }) else { return false }
        server.inject(fault)
        return true
    }

    public func heal() { server.inject(nil) }
}

/// The correct answer of a server.
public struct ValidResponse: Sendable {
    public let type: String
    public let body: [UInt8]

    public init(type: String = "application/json", _ body: some Sequence<UInt8>) {
        self.type = type
        self.body = Array(body)
    }

    /// The status line and content type, which begin every valid head.
    var start: String { "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n" }

    /// The head including its empty line.
    var head: String { "\(start)Content-Length: \(body.count)\r\n\r\n" }

    /// The complete answer, after which the connection can be reused.
    var bytes: [UInt8] { Array(head.utf8) + body }

    /// The complete answer with another status, and with `fields` before the length.
    func bytes(status: String = "200 OK", fields: [String] = []) -> [UInt8] {
        let lines =
            ["HTTP/1.1 \(status)", "Content-Type: \(type)"] + fields + ["Content-Length: \(body.count)", "", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + body
    }

    /// The body in chunks of `size` bytes, without the final empty chunk.
    func chunks(of size: Int) -> [UInt8] {
        stride(from: 0, to: body.count, by: size).flatMap { start in
            chunk(body[start..<min(start + size, body.count)])
        }
    }

    /// The body as one chunk.
    var chunk: [UInt8] { chunk(body[...]) }

    private func chunk(_ piece: ArraySlice<UInt8>) -> [UInt8] {
        Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
    }

    /// A head that announces a chunked body.
    var chunkedHead: String { "\(start)Transfer-Encoding: chunked\r\n\r\n" }
}
