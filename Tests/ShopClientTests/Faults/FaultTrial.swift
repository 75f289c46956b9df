import Domain
import Foundation
import ShopHTTP
import TestPeers

/// Lets a server do one thing wrong to one kind of request.
struct FaultTrial: Sendable {
    let kind: RequestKind
    let fault: Fault
    /// Whether the fault comes on a connection that was used before.
    let isReused: Bool
    let client: HTTPClient
    let soundPort: UInt16

    /// What came of it.
    struct Result: Sendable {
        /// What should not have; empty where all is well.
        var complaints: [String] = []
        /// How long a request to another server, sent before the fault, took: what this machine makes of one now.
        var peace = Duration.zero
        /// How long such a request, sent with the faulty one, still waited after that one was over.
        var othersWaitedOn = Duration.zero
    }

    /// For an answer that is not to come.
    private static let short = HTTPLimits(bodyBytes: 1 << 20, idle: .milliseconds(250), deadline: .milliseconds(500))
    /// For one that is, on a machine that does much else.
    private static let long = HTTPLimits.untimed()
    /// On top of every limit, for the same reason.
    static let slack = Duration.seconds(5)

    func run() async throws -> Result {
        let answer = kind.answer(soundPort)
        let server = try FaultyServer { _ in answer }
        defer { server.stop() }
        var result = Result()
        if isReused, await !succeeds(server, FaultTrial.long) { result.complaints.append("failed before the fault") }
        if let peace = await others() { result.peace = peace } else { result.complaints.append("others failed before") }
        server.inject(fault)
        let begun = ContinuousClock.now
        async let others = others()
        let hasSucceeded = await succeeds(server, fault.outcome == .answers ? FaultTrial.long : FaultTrial.short)
        let took = ContinuousClock.now - begun
        server.inject(nil)
        if let complaint = complaint(hasSucceeded) { result.complaints.append(complaint) }
        // What may be sent twice is.
        if fault.outcome != .answers, took > FaultTrial.short.deadline * 2 + FaultTrial.slack {
            result.complaints.append("took \(took)")
        }
        if let waited = await others {
            result.othersWaitedOn = max(.zero, waited - took)
        } else {
            result.complaints.append("others failed")
        }
        if await !recovers(server) { result.complaints.append("did not recover") }
        result.complaints = result.complaints.map { "\(kind): \(fault)\(isReused ? ", reused" : ""): \($0)" }
        return result
    }

    private func succeeds(_ server: FaultyServer, _ limits: HTTPLimits) async -> Bool {
        await kind.succeeds(.init(client: client, port: server.port, soundPort: soundPort, limits: limits))
    }

    /// The failure of a request that this client does not send to the server now; `nil` if it sends it.
    private func heldBack(_ server: FaultyServer) async -> FetchFailure? {
        guard fault.name.hasPrefix("429"), let url = URL(string: "http://127.0.0.1:\(server.port)/") else { return nil }
        do throws(FetchFailure) {
            _ = try await client.get(url, limits: FaultTrial.long)
            return nil
        } catch {
            return error
        }
    }

    private func complaint(_ hasSucceeded: Bool) -> String? {
        switch fault.outcome {
        case .fails where hasSucceeded && !(kind.isStream && fault.hasGoodHead): "brought an answer"
        case .answers where !hasSucceeded && !kind.isStream: "brought no answer"
        default: nil
        }
    }

    /// Returns how long a request to another server takes through the same client, or `nil` if it fails.
    private func others() async -> Duration? {
        let begun = ContinuousClock.now
        let exchange = RequestKind.Exchange(
            client: client, port: soundPort, soundPort: soundPort, limits: FaultTrial.long)
        guard await RequestKind.section.succeeds(exchange) else { return nil }
        return ContinuousClock.now - begun
    }

    /// Whether the server, sound again, is used again. A connection whose end has not been heard of yet is found out by
    /// using it. A server that asked not to be asked again is not, by this client.
    private func recovers(_ server: FaultyServer) async -> Bool {
        if case .later = await heldBack(server) { return true }
        if await succeeds(server, FaultTrial.long) { return true }
        return fault.outcome == .fails ? false : await succeeds(server, FaultTrial.long)
    }
}
