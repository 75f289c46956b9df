import Glibc
import Testing

@testable import Terminal

@Suite struct WakeUpTests {
    /// Returns both ends of a pipe.
    private static func pipeEnds() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test func aMomentIsQuietInWhichNothingCame() throws {
        let (input, other) = try WakeUpTests.pipeEnds()
        defer { for end in [input, other] { close(end) } }
        let wakeUp = WakeUp()
        #expect(wakeUp.isQuiet(orInput: input, for: 1))
        wakeUp.signal()
        #expect(!wakeUp.isQuiet(orInput: input, for: 1))
        // The signal is still pending for the next wait.
        #expect(!wakeUp.wait(orInput: input, timeout: 0).isOverdue)
        #expect(wakeUp.isQuiet(orInput: input, for: 1))
    }

    @Test func aMomentIsNotQuietInWhichSomethingWasTyped() throws {
        let (input, other) = try WakeUpTests.pipeEnds()
        defer { for end in [input, other] { close(end) } }
        let wakeUp = WakeUp()
        try #require(write(other, "j", 1) == 1)
        #expect(!wakeUp.isQuiet(orInput: input, for: 1))
        #expect(wakeUp.wait(orInput: input, timeout: 0).hasInput)
    }
}
