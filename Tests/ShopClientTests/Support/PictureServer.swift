import Foundation
import NIOConcurrencyHelpers
import ShopClient
import ShopHTTP
import TestPeers
import TestSupport
import Testing

/// A server of pictures that records requests and answers on the test's command.
final class PictureServer: Sendable {
    /// The answer for a path.
    struct Answer: Sendable {
        var status = "200 OK"
        var type = "image/png"
        var body: Data
        /// The entity tag; a request with a matching `If-None-Match` is answered with 304.
        var tag: String?
    }

    private struct State {
        var answers: [String: Answer] = [:]
        var isHolding = false
        var atOnce = 0
        var maxConcurrent = 0
        var unchanged = 0
    }

    /// The requested paths, in order of arrival.
    let paths = Record<String>()
    private let state = NIOLockedValueBox(State())
    private let held = NIOLockedValueBox<[DispatchSemaphore]>([])
    private let server: HostileServer

    init() throws {
        let (paths, state, held) = (paths, state, held)
        server = try HostileServer { peer, head in
            let path = String(head.split(separator: " ")[1])
            let (answer, holds) = state.withLockedValue { state in
                state.atOnce += 1
                state.maxConcurrent = max(state.maxConcurrent, state.atOnce)
                return (state.answers[path], state.isHolding)
            }
            let gate = DispatchSemaphore(value: 0)
            if holds { held.withLockedValue { $0.append(gate) } }
            paths.append(path)
            if holds { gate.wait() }
            state.withLockedValue { $0.atOnce -= 1 }
            if let tag = answer?.tag, head.contains("If-None-Match: \(tag)") {
                state.withLockedValue { $0.unchanged += 1 }
                peer.answer("304 Not Modified")
            } else if let answer {
                let tag = answer.tag.map { ["ETag: \($0)"] } ?? []
                peer.answer(answer.status, headers: ["Content-Type: \(answer.type)"] + tag, body: answer.body)
            } else {
                peer.answer("404 Not Found", headers: ["Content-Type: text/html"], body: "<html>no</html>")
            }
        }
    }

    deinit { stop() }

    /// Releases all waiting requests and stops the server.
    func stop() {
        release(.max)
        server.stop()
    }

    var address: ShopAddress { get throws { try ShopAddress("http://127.0.0.1:\(server.port)/shop") } }
    var url: URL { server.url }

    /// The maximum number of simultaneous requests so far.
    var maxConcurrent: Int { state.withLockedValue { $0.maxConcurrent } }

    /// The number of requests answered with 304.
    var unchanged: Int { state.withLockedValue { $0.unchanged } }

    func serve(
        _ body: Data, at path: String, status: String = "200 OK", type: String = "image/png", tag: String? = nil
    ) {
        state.withLockedValue { $0.answers[path] = Answer(status: status, type: type, body: body, tag: tag) }
    }

    /// Makes all further answers wait for `release`.
    func hold() { state.withLockedValue { $0.isHolding = true } }

    /// Releases that many waiting answers in order of arrival; `.max` also stops holding further ones.
    func release(_ count: Int) {
        if count == .max { state.withLockedValue { $0.isHolding = false } }
        let gates = held.withLockedValue { held in
            let gates = held.prefix(count)
            held.removeFirst(gates.count)
            return gates
        }
        gates.forEach { $0.signal() }
    }

    /// A picture source that uses this server as the shop.
    func source(client: HTTPClient = HTTPClient()) throws -> PictureSource {
        let address = try address
        return .http(client: client, shop: address.description) { address }
    }
}

/// Records every message of a picture repository.
final class PictureLog: Sendable {
    let addresses = Record<String>()
    private let reader: Task<Void, Never>

    init(of repository: PictureRepository) async {
        let ready = Record<Bool>()
        let messages = NotificationCenter.default.messages(
            of: repository, for: PictureDidChange.self, bufferSize: .max)
        reader = Task { [addresses] in
            var iterator = messages.makeAsyncIterator()
            ready.append(true)
            while let message = await iterator.next(isolation: nil) { addresses.append(message.address) }
        }
        await ready.wait(count: 1)
    }

    deinit { reader.cancel() }

    /// Returns once at least `times` messages about each of `addresses` have arrived.
    func wait(for addresses: [String], times: Int = 1) async {
        await self.addresses.wait { seen in
            addresses.allSatisfy { address in seen.count { $0 == address } >= times }
        }
    }
}
