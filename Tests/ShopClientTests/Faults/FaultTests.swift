import Foundation
import NIOConcurrencyHelpers
import ShopHTTP
import TestPeers
import TestSupport
import Testing

@testable import ShopClient

/// No answer kills the program, keeps anybody waiting beyond the limits, or is in the way of another request.
@Suite(.timeLimit(.minutes(5))) struct FaultTests {
    /// Trials at once.
    private static let width = 10
    /// One kind of request meets one of so many parts of the faults; there are more kinds than parts.
    private static let parts = LongForm.isWanted ? 3 : 6

    @Test func thereAreManyFaultsAndEachHasAName() {
        let faults = Fault.all(of: RequestKind.section.answer(80))
        #expect(faults.count >= 200)
        #expect(
            Set(
                RequestKind.all.flatMap {
                    Fault.share($0.number, of: RequestKind.section.answer(80), parts: FaultTests.parts)
                }.map(\.name)
            ).count == faults.count)
        for kind in RequestKind.all {
            let share = Fault.share(kind.number, of: kind.answer(80), parts: FaultTests.parts)
            #expect(share.count >= 180 / FaultTests.parts)
        }
        #expect(Set(faults.map(\.name)).count == faults.count)
    }

    @Test(arguments: RequestKind.all)
    func everyFaultEndsWithinTheLimitsAndIsGotOver(_ kind: RequestKind) async throws {
        let ownPort = NIOLockedValueBox<UInt16>(0)
        let sound = try FaultyServer { path in RequestKind.soundAnswer(path) { ownPort.withLockedValue(\.self) } }
        ownPort.withLockedValue { $0 = sound.port }
        defer { sound.stop() }
        let client = HTTPClient()
        defer { client.invalidate() }
        let trials = Fault.share(
            kind.number, of: kind.answer(sound.port), parts: FaultTests.parts
        ).enumerated().map { number, fault in
            FaultTrial(
                kind: kind, fault: fault, isReused: number.isMultiple(of: 2) && fault.beginning != .connection,
                client: client, soundPort: sound.port)
        }
        let results = try await FaultTests.run(trials)
        let complaints = results.flatMap(\.complaints)
        #expect(complaints.isEmpty, "\(complaints.count):\n\(complaints.joined(separator: "\n"))")
        let (waits, peace) = (results.map(\.othersWaitedOn).sorted(), results.map(\.peace).sorted())
        // A busy machine makes both slow.
        #expect(waits[waits.count / 2] < .milliseconds(500) + peace[peace.count / 2] * 2)
        #expect(waits[waits.count * 95 / 100] < FaultTrial.slack, "\(waits.suffix(5))")
    }

    /// Some at once, the next as soon as one is done.
    private static func run(_ trials: [FaultTrial]) async throws -> [FaultTrial.Result] {
        try await withThrowingTaskGroup(of: FaultTrial.Result.self) { group in
            var results: [FaultTrial.Result] = []
            var rest = trials[...]
            for trial in rest.prefix(width) { group.addTask { try await trial.run() } }
            rest = rest.dropFirst(width)
            while let result = try await group.next() {
                results.append(result)
                if let trial = rest.popFirst() { group.addTask { try await trial.run() } }
            }
            return results
        }
    }
}
