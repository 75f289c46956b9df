import FaultyPeer
import Foundation
import NIOConcurrencyHelpers
import ShopHTTP
import TestTurns
import Testing

@testable import ShopClient

/// No answer kills the program, keeps anybody waiting beyond the limits, or is in the way of another request.
@Suite(.takingTurns, .timeLimit(.minutes(5))) struct FaultTests {
    /// Trials at once.
    private static let width = 16

    @Test func thereAreManyFaultsAndEachHasAName() {
        let faults = Fault.all(of: RequestKind.section.answer(80))
        #expect(faults.count >= 200)
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
        let trials = FaultTests.faults(for: kind, sound.port).enumerated().map { number, fault in
            FaultTrial(
                kind: kind, fault: fault, isReused: number.isMultiple(of: 2) && fault.beginning != .connection,
                client: client, soundPort: sound.port)
        }
        let results = try await FaultTests.run(trials)
        let complaints = results.flatMap(\.complaints)
        #expect(complaints.isEmpty, "\(complaints.count):\n\(complaints.joined(separator: "\n"))")
        let waits = results.map(\.othersWaited).sorted()
        #expect(waits[waits.count * 95 / 100] < .seconds(1), "\(waits.suffix(5))")
    }

    /// All faults for a section and for a stream, which are read in two ways. The others are read as a section is: of what
    /// is not a cut of the head each takes a third, another one each, so that together they take all.
    private static func faults(for kind: RequestKind, _ port: UInt16) -> [Fault] {
        let all = Fault.all(of: kind.answer(port))
        guard kind.name != RequestKind.section.name, !kind.isStream else { return all }
        let turn = RequestKind.all.firstIndex { $0.name == kind.name } ?? 0
        return all.enumerated().filter { $1.isCutOfHead || ($0 + turn).isMultiple(of: 3) }.map(\.element)
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
